import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

function run(cwd: string, command: string, ...args: readonly string[]): string {
  return execFileSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 << 20,
  });
}

/** Packs the folder into `to` and unpacks the tarball there, as `node_modules/diptych`. Returns its command. */
function packInto(to: string, folder: string): string {
  const tarball =
    run(folder, 'npm', 'pack', '--silent', '--pack-destination', to).trim().split('\n').at(-1) ?? '';
  const unpacked = join(to, 'node_modules/diptych');
  mkdirSync(unpacked, { recursive: true });
  run(to, 'tar', '-xzf', tarball, '--strip-components=1', '-C', unpacked);
  return join(unpacked, 'bin/diptych.js');
}

/** Packs and unpacks this folder. The tarball contains its dependencies. */
export const installPresent = (to: string): string => packInto(to, root);

/** Packs and unpacks a commit with the dependencies of its own lock file. */
export function installCommit(to: string, commit: string): string {
  const source = join(to, 'source');
  mkdirSync(source);
  run(root, 'git', 'archive', '--output', join(to, 'source.tar'), commit);
  run(source, 'tar', '-xf', join(to, 'source.tar'));
  const { bundleDependencies } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  const isBundled = bundleDependencies !== undefined;
  // Such a release also builds its bundle and its consoles, with tools of its own.
  const omitted = isBundled ? [] : ['--omit=dev', '--omit=optional'];
  const locked = ['--ignore-scripts', '--prefer-offline', ...omitted];
  run(source, 'npm', 'ci', ...locked, '--no-audit', '--no-fund', '--loglevel=error');
  if (isBundled) return packInto(to, source);
  // The compiler and the types of Node only help to build, so those of this folder do.
  symlinkSync(join(root, 'node_modules/ts7'), join(source, 'node_modules/ts7'));
  symlinkSync(join(root, 'node_modules/@types'), join(source, 'node_modules/@types'));
  const bin = packInto(to, source);
  renameSync(join(source, 'node_modules'), join(to, 'node_modules/diptych/node_modules'));
  return bin;
}
