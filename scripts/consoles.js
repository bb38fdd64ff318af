// Builds console/dist when the sources of the consoles, or those of the server that they are made from, changed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const marker = `${root}console/dist/sources.sha256`;

const FOLDERS = [
  'console/src',
  'console/pages',
  'console/build',
  ...['accounts', 'admin', 'audit', 'client', 'conventions', 'http', 'issuer', 'keys', 'mediation'].map(
    (folder) => `src/${folder}`,
  ),
];
const FILES = ['data/specimen-portrait.jpg', 'console/package.json', 'package-lock.json'];

function filesIn(folder) {
  return readdirSync(`${root}${folder}`, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

function digest() {
  const sum = createHash('sha256');
  const files = [...FOLDERS.flatMap(filesIn), ...FILES.map((file) => `${root}${file}`)].sort();
  for (const file of files) sum.update(file.slice(root.length)).update(readFileSync(file));
  return sum.digest('hex');
}

export const consolesAreCurrent = () => existsSync(marker) && readFileSync(marker, 'utf8') === digest();

/** The build reads TypeScript sources of the server, which needs the pinned Node. */
function pinnedNode() {
  const node = `${root}node_modules/.bin/node${process.platform === 'win32' ? '.exe' : ''}`;
  return existsSync(node) ? node : process.execPath;
}

export function buildConsoles() {
  process.stderr.write('Building the consoles; once per change of their sources …\n');
  const done = spawnSync(pinnedNode(), [`${root}console/build/main.ts`], {
    cwd: root,
    // Under tests it is "test", and React would be built for development.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 2, 2],
  });
  if (done.status === 0) writeFileSync(marker, digest());
  else process.stderr.write('The consoles could not be built; the lines above tell why.\n');
  return done.status ?? 1;
}
