import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BUILT = join(ROOT, 'node_modules/.cache/diptych-built');

/** What the command reads beside its own files. */
const BESIDE = ['console/dist', 'data', 'deploy', 'docs', 'CHANGELOG.md'];

function digest(): string {
  const sum = createHash('sha256');
  const patterns = ['src/**/*.ts', 'bin/*', 'scripts/bundle.js', 'package.json', 'package-lock.json'];
  for (const file of globSync(patterns, { cwd: ROOT }).toSorted())
    sum.update(file).update(readFileSync(join(ROOT, file)));
  return sum.digest('hex').slice(0, 16);
}

/** Another run may make the same at the same time, so the folder gets its name when it is whole. */
async function build(folder: string): Promise<void> {
  mkdirSync(BUILT, { recursive: true });
  const { bundle } = await import(new URL('../../scripts/bundle.js', import.meta.url).href);
  const draft = mkdtempSync(join(BUILT, 'draft-'));
  await bundle(join(draft, 'dist/'));
  writeFileSync(join(draft, 'dist/commit.txt'), 'unknown\n');
  for (const name of ['bin', 'package.json'])
    cpSync(join(ROOT, name), join(draft, name), { recursive: true });
  for (const name of BESIDE) {
    mkdirSync(dirname(join(draft, name)), { recursive: true });
    symlinkSync(join(ROOT, name), join(draft, name));
  }
  if (existsSync(folder)) rmSync(draft, { recursive: true });
  else renameSync(draft, folder);
}

/**
 * Gives tests the command with the files of the package, which are made once per change of the sources. Its processes
 * start in two thirds of the time that those of a clone need, and they are what is shipped.
 */
export default async function provideBuiltCommand(project: TestProject): Promise<void> {
  const folder = join(BUILT, digest());
  if (!existsSync(folder)) {
    for (const old of globSync('*', { cwd: BUILT })) rmSync(join(BUILT, old), { recursive: true });
    await build(folder);
  }
  project.provide('bin', join(folder, 'bin/diptych.js'));
}
