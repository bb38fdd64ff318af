// What npm installs for the demo, found in the node_modules of this folder, where everything may be installed.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInstalledHere, isUnused } from './packages.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');

/** Folders of the packages that Diptych runs with, from node_modules. Those inside of others come with them. */
export function packagesToRun() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([path, locked]) => !locked.dev && isInstalledHere(path, locked))
    .map(([path]) => path.slice('node_modules/'.length))
    .filter((name) => !name.includes('/node_modules/') && existsSync(join(modules, name)));
}

/** The path itself and every folder above it. */
const foldersOf = (path) => path.split(sep).map((_, at, parts) => parts.slice(0, at + 1).join(sep));

/** Bytes on disk, in megabytes, without what is removed after an installation. */
export function megabytesOf(name) {
  const files = readdirSync(join(modules, name), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  const kept = files.filter((path) => !foldersOf(path.slice(modules.length + 1)).some(isUnused));
  return kept.reduce((sum, path) => sum + statSync(path).blocks, 0) / 2048;
}

/** Megabytes that the demo installs, without what Node compiles. */
export const megabytesToRun = () => packagesToRun().reduce((sum, name) => sum + megabytesOf(name), 0);
