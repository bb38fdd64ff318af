// Changes the manifests of bundled packages: `change` before the package is packed, `restore` afterwards. A failed pack restores
// nothing; the next one does, and until then nothing in the clone reads what is changed.
// `engines` is about the Node that runs these packages, which Diptych brings. npm compares it with the Node that runs npm, and
// would warn at every repeated npx. `files` is set to PACKED_FILES, which leaves out files that no
// installation of the package reads.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKED_FILES } from './packages.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const kept = `${root}node_modules/.cache/diptych/manifests.json`;

/** Writes back the manifests as npm installed them. */
function restore() {
  if (!existsSync(kept)) return;
  for (const [path, text] of Object.entries(JSON.parse(readFileSync(kept, 'utf8')))) {
    if (existsSync(path)) writeFileSync(path, text);
  }
  rmSync(kept);
}

function change() {
  const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'));
  const manifests = Object.entries(packages)
    .filter(([, { inBundle }]) => inBundle)
    .map(([path]) => `${root}${path}/package.json`)
    // An optional one may be for another platform.
    .filter((path) => existsSync(path))
    .map((path) => [path, readFileSync(path, 'utf8')]);
  mkdirSync(dirname(kept), { recursive: true });
  writeFileSync(kept, JSON.stringify(Object.fromEntries(manifests)));
  for (const [path, text] of manifests) {
    const { engines: _, ...manifest } = JSON.parse(text);
    const files = PACKED_FILES[manifest.name] ?? manifest.files;
    writeFileSync(path, `${JSON.stringify({ ...manifest, files }, null, 2)}\n`);
  }
}

restore();
if (process.argv[2] === 'change') change();
