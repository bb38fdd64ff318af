// Builds the documentation as a static site: npm run docs:site -- --help
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isReplaceable, writeSite } from './site.js';

const HELP = `Usage: npm run docs:site -- [options]

Writes the pages of docs/ as HTML: one folder for each release (each tag vMAJOR.MINOR.PATCH) and the folder "next" for
the files as they are now. The site needs no server: open index.html, or serve the folder at any address.

  --out FOLDER   where the site goes: a new folder, or a site, which is replaced (default: site)
  --next         only the folder "next"
  --help         prints this text
`;

const root = fileURLToPath(new URL('../..', import.meta.url));

function refuse(message) {
  process.stderr.write(`docs:site: ${message}\n`);
  process.exit(2);
}

function options() {
  try {
    return parseArgs({
      options: {
        out: { type: 'string', default: join(root, 'site') },
        next: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return refuse(error.message);
  }
}

const { out, next, help } = options();
if (help) {
  process.stdout.write(HELP);
} else {
  if (!isReplaceable(resolve(out))) refuse(`${out} is not empty and is no site; name another folder`);
  const versions = await writeSite({ root, out: resolve(out), onlyNext: next });
  for (const { version, pages } of versions)
    process.stdout.write(`${version}: ${pages.length} pages in ${join(resolve(out), version)}\n`);
}
