// Makes the tarball, and checks that it holds what the commit and its lock file say.
import { readFileSync } from 'node:fs';

/** What `npm run build` makes. All other files of the package must be in the commit. */
const BUILT = /^(dist|console\/dist)\//;
const BUNDLED_MANIFEST = /^(?:node_modules\/(?:@[^/]+\/)?[^/]+\/)+package\.json$/;

/** Packs into the folder. Returns `filename` and the paths of the files. */
export function pack({ npm, folder }) {
  const [packed] = JSON.parse(npm('pack', '--json', '--loglevel=error', '--pack-destination', folder));
  return { filename: packed.filename, paths: packed.files.map(({ path }) => path) };
}

/** Files of the package that are in neither the commit nor the output of the build. */
export function strangers(paths, committed) {
  const known = new Set(committed);
  return paths.filter((path) => !path.startsWith('node_modules/') && !BUILT.test(path) && !known.has(path));
}

/** What the build puts into dist/ of other packages. */
const COMPILED_IN = 'dist/licenses.json';

function packagesOf(root, paths) {
  const json = (path) => JSON.parse(readFileSync(root + path, 'utf8'));
  const manifests = paths
    .filter((path) => BUNDLED_MANIFEST.test(path))
    .map((path) => ({ ...json(path), path: path.slice(0, -'/package.json'.length) }));
  return [...manifests, ...(paths.includes(COMPILED_IN) ? json(COMPILED_IN) : [])];
}

/** The packages in the tarball as `name@version`, and those whose version is not that of the lock file. */
export function bundledPackages(root, paths) {
  const locked = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')).packages;
  const bundled = [];
  const wrong = [];
  for (const { path: key, name, version } of packagesOf(root, paths)) {
    // Packages hold manifests of parts too, which are no packages of the lock file.
    if (locked[key] === undefined) continue;
    bundled.push(`${name}@${version}`);
    if (locked[key].version !== version) wrong.push(`${key} ${version}, locked ${locked[key].version}`);
  }
  return { bundled, wrong };
}
