// Imports inside src/admin, and those that run back up: fails if there are more than three.
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const ADMIN = fileURLToPath(new URL('../src/admin/', import.meta.url));
/** The floors below the folders of the resources, the lowest one first. */
const FLOORS = ['contract', 'access', 'operation'];
const TOP = '.';

const files = readdirSync(ADMIN, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));

const folderOf = (path) => (path.includes('/') ? path.split('/')[0] : TOP);

const arrows = files.flatMap((from) =>
  [...readFileSync(`${ADMIN}${from}`, 'utf8').matchAll(/from '(\.[^']*)'/g)]
    .map(([, path = '']) => posix.join(posix.dirname(from), path))
    .filter((to) => !to.startsWith('../') && folderOf(to) !== folderOf(from))
    .map((to) => [folderOf(from), folderOf(to), `${from} -> ${to}`]),
);

/** A folder of a resource is above the floors and below the files of src/admin itself. */
function floorOf(folder) {
  if (folder === TOP) return FLOORS.length + 1;
  return FLOORS.includes(folder) ? FLOORS.indexOf(folder) : FLOORS.length;
}

const number = (from, to) => arrows.filter(([one, other]) => one === from && other === to).length;

/** Between two resources, the direction with fewer imports runs up. */
function runsUp([from, to]) {
  const climb = floorOf(to) - floorOf(from);
  if (climb !== 0) return climb > 0;
  return number(to, from) > 0 && number(from, to) <= number(to, from);
}

const up = arrows.filter(runsUp);
for (const [, , arrow] of up) process.stdout.write(`${arrow}\n`);
process.stdout.write(`${arrows.length} imports between folders of src/admin, ${up.length} of them back up\n`);
process.exit(up.length > 3 ? 1 : 0);
