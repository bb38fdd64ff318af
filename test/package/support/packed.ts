import { execFileSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Packs the package into a folder. Returns the path of the tarball. */
export function pack(to: string): string {
  const args = ['pack', '--silent', '--pack-destination', to];
  const printed = execFileSync('npm', args, { cwd: root, encoding: 'utf8' });
  return join(to, printed.trim().split('\n').at(-1) ?? '');
}

/** Without the pinned Node of the clone, which npm puts first on the path, and without what npm sets for its scripts. */
export const ON_SYSTEM_NODE: NodeJS.ProcessEnv = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))),
  PATH: (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter),
};
