// Bundles the JavaScript of dist/ into few files, because Node needs longer to find and load a file than to run it. What src/
// loads on demand by import() stays in files of its own; what many of these need is in a shared file.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const src = fileURLToPath(new URL('../src/', import.meta.url));

const { dependencies, peerDependencies } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

/** The command line, and what package.json exports for Node. */
const ENTRIES = ['cli/main', 'formats/index', 'conventions/index', 'wallet/index'];

/** What apps load: a file of its own with its library, without names that Node's platform brings along. */
const FOR_APPS = 'resolve/index';

/** A module of the command line that at least so many parts use goes into one shared file, which every command loads. */
const SHARED_BY = 40;

/** Every command loads commander first, so it is in the bundle. The other packages stay in node_modules. */
const isExternal = (id) => /^[^./]/.test(id) && id !== 'commander';

/** Modules find other files of the package from their own place. The files of the bundle are one folder below dist/, all of them. */
const fromOldPlace = {
  name: 'from-old-place',
  transform(code, id) {
    const place = JSON.stringify(`../${relative(src, id)}`);
    return code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`);
  },
};

/** The packages without which files of the bundle cannot be loaded. */
function importedBy(output) {
  const own = new Set(output.map(({ fileName }) => fileName));
  const others = output
    .flatMap(({ imports = [] }) => imports)
    .filter((id) => !own.has(id) && !id.startsWith('node:'));
  return [...new Set(others.map((id) => /^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id))];
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
    checks: { ineffectiveDynamicImport: false },
  });
  const { output } = await bundled.write({
    dir: dist,
    format: 'esm',
    // An error has the name of its class.
    keepNames: true,
    comments: false,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    codeSplitting: {
      groups: [{ name: 'shared', test: /\/(src\/cli|commander)\//, minShareCount: SHARED_BY }],
    },
  });
  const missing = importedBy(output).filter(
    (name) => !Object.hasOwn({ ...dependencies, ...peerDependencies }, name),
  );
  if (missing.length > 0)
    throw new Error(`package.json does not name what the bundle imports: ${missing.join(', ')}`);
}
