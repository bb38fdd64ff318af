// Bundles the JavaScript of dist/ with the packages that it needs into few files, because Node needs longer to find and load a
// file than to run it, and most of a package is what nobody loads. What src/ loads on demand by import() stays in files of its
// own; what many of these need is in a shared file.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('../', import.meta.url));
const src = join(root, 'src/');

const { dependencies, peerDependencies } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

/** The command line, and what package.json exports for Node. */
const ENTRIES = ['cli/main', 'formats/index', 'conventions/index', 'wallet/index'];

/** What apps load: a file of its own with its library, without names that Node's platform brings along. */
const FOR_APPS = 'resolve/index';

/** A module of the command line that at least so many parts use goes into one shared file, which every command loads. */
const SHARED_BY = 40;

/** Declarations of dist/ import its types, so the package holds its declarations; its code is in the bundle. */
const ONLY_TYPES = 'typebox';

/** Packages that stay in node_modules: one has an addon, others are optional. */
const external = [
  ...Object.keys({ ...dependencies, ...peerDependencies }),
  'pg-native',
  'supports-color',
  '@duckdb/node-api',
].filter((name) => name !== ONLY_TYPES);
const isExternal = (id) => isBuiltin(id) || external.some((name) => id === name || id.startsWith(`${name}/`));

/** Modules find other files of the package from their own place. The files of the bundle are one folder below dist/, all of them. */
const fromOldPlace = {
  name: 'from-old-place',
  transform(code, id) {
    const place = JSON.stringify(`../${relative(src, id)}`);
    return code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`);
  },
};

const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;
const LICENSE = /^(licen[cs]e|notice)/i;

/** The packages in the bundle, with the texts of their licences. */
function packagesIn(output) {
  const modules = output.flatMap(({ modules: ofFile = {} }) => Object.keys(ofFile));
  const folders = new Set(modules.flatMap((id) => PACKAGE.exec(id)?.[0] ?? []));
  return [...folders].toSorted().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const texts = readdirSync(folder).filter((file) => LICENSE.test(file));
    const text = texts.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
    return { path: relative(root, folder), name, version, license, text };
  });
}

/** @param {string} dist the folder for the file */
export async function bundleForApps(dist) {
  const bundled = await rolldown({ input: { [FOR_APPS]: `${src}${FOR_APPS}.ts` }, platform: 'neutral' });
  const { output } = await bundled.write({
    dir: dist,
    format: 'esm',
    comments: { legal: true, annotation: true, jsdoc: false },
    entryFileNames: '[name].js',
  });
  const [{ imports }, ...others] = output;
  if (imports.length > 0 || others.length > 0)
    throw new Error(`dist/${FOR_APPS}.js is not one file that runs everywhere`);
}

/** @param {string} dist the folder for the files */
export async function bundle(dist) {
  await bundleForApps(dist);
  const bundled = await rolldown({
    input: Object.fromEntries(ENTRIES.map((name) => [name, `${src}${name}.ts`])),
    platform: 'node',
    external: isExternal,
    plugins: [fromOldPlace],
    checks: { ineffectiveDynamicImport: false, eval: false },
  });
  const { output } = await bundled.write({
    dir: dist,
    format: 'esm',
    // An error has the name of its class.
    keepNames: true,
    comments: false,
    // One other character makes V8 store a whole file with two bytes for each.
    charset: 'ascii',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    codeSplitting: {
      groups: [{ name: 'shared', test: /\/(src\/cli|commander)\//, minShareCount: SHARED_BY }],
    },
  });
  writeFileSync(join(dist, 'licenses.json'), `${JSON.stringify(packagesIn(output), null, 2)}\n`);
}
