// Writes the site of one version: its pages, pictures, and what its search finds.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { imageSize } from 'image-size';
import { rolldown } from 'rolldown';
import { parse, render } from './markdown.js';
import { ABOUT, fileOf, INDEX, menuOf, pagesOf, placeOf } from './pages.js';
import { sectionsOf } from './sections.js';
import { pageHtml, startHtml } from './template.js';

const ASSETS = fileURLToPath(new URL('assets', import.meta.url));

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Scripts without modules, which browsers also run on pages that were opened from a folder. */
async function writeAssets(out) {
  cpSync(ASSETS, join(out, 'assets'), { recursive: true, filter: (path) => !path.endsWith('.js') });
  for (const name of ['theme', 'site']) {
    const bundle = await rolldown({ input: join(ASSETS, `${name}.js`) });
    await bundle.write({ file: join(out, 'assets', `${name}.js`), format: 'iife', minify: true });
    await bundle.close();
  }
}

/** The parts of README.md that the start page has: what comes first, the section with a picture, and the one after it. */
function partsOfAbout(pages) {
  const [first, ...rest] = pages.get(ABOUT).text.split(/^(?=## )/m);
  const pictured = rest.findIndex((section) => section.includes('<img'));
  return [first, rest.slice(pictured, pictured + 2).join('')];
}

/** The first section of docs/README.md: the pages by task. */
const tasksOf = (pages) => `## ${pages.get(INDEX).text.split(/^## /m)[1]}`;

/** The tasks as what the search finds: the words of a row, which lead to its pages. */
function taskSections(tasks, placesOf, sections) {
  const rows = [...tasks.matchAll(/^\| (.+?) \| (.*\]\(.*) \|$/gm)];
  return rows.flatMap(([, heading, cell]) =>
    [...cell.matchAll(/\]\(([^)]+)\)/g)].map(([, address]) => {
      const [place, anchor] = placesOf(address).split('#');
      const [first] = sections.filter((section) => section.place === place);
      return { place, page: first.page, anchor: anchor ?? first.anchor, heading, text: '', isTask: true };
    }),
  );
}

/** Writes the version whose files are below `root` into `out`. Returns where its pages are. */
export async function writeVersion({ root, out, version }) {
  rmSync(out, { recursive: true, force: true });
  const pages = pagesOf(root);
  const menu = menuOf(pages);
  const pictures = new Set();
  const found = [];

  /** What a page needs to know of the others. */
  function surroundings(file) {
    const place = placeOf(file);
    const to = (target) => posix.relative(posix.dirname(place), target);
    const targetOf = (address) => fileOf(root, file, address.split('#')[0]);
    return {
      place,
      hrefOf: (target) => to(placeOf(target)),
      addressOf(address) {
        if (/^([a-z]+:|#)/.test(address)) return address;
        const [, anchor] = address.split('#');
        const target = targetOf(address);
        if (/\.(png|svg|jpg)$/.test(target ?? '')) {
          pictures.add(target);
          return to(placeOf(target));
        }
        return pages.has(target) ? `${to(placeOf(target))}${anchor ? `#${anchor}` : ''}` : undefined;
      },
      sizeOf(address) {
        const { width, height } = imageSize(readFileSync(join(root, targetOf(address))));
        return ` width="${width}" height="${height}"`;
      },
    };
  }

  function writePage(file, { title, body, sections, kind }) {
    const { place, hrefOf } = surroundings(file);
    const toRoot = posix.relative(posix.dirname(place), '.')
      ? `${posix.relative(posix.dirname(place), '.')}/`
      : './';
    write(
      join(out, place),
      pageHtml({ title, body, sections, menu, current: file, hrefOf, place, toRoot, version, kind }),
    );
  }

  for (const [file, { tokens }] of pages) {
    if (file === INDEX || file === ABOUT) continue;
    const sections = sectionsOf(tokens);
    const [{ heading }] = sections;
    found.push(
      ...sections.map(({ level, ...section }) => ({ place: placeOf(file), page: heading, ...section })),
    );
    const body = render(tokens, surroundings(file));
    writePage(file, { title: `${heading} – Diptych`, body, sections, kind: 'guide' });
  }

  const around = surroundings(ABOUT);
  const [intro, shown] = partsOfAbout(pages).map((part) => render(parse(part), around));
  const ofIndex = surroundings(INDEX);
  const tasks = render(parse(tasksOf(pages)), ofIndex);
  found.unshift(...taskSections(tasksOf(pages), ofIndex.addressOf, found));
  const body = startHtml({ intro, tasks, pictures: shown, menu, hrefOf: around.hrefOf });
  writePage(ABOUT, { title: 'Diptych', body, sections: [], kind: 'start' });

  for (const picture of pictures) {
    mkdirSync(dirname(join(out, placeOf(picture))), { recursive: true });
    cpSync(join(root, picture), join(out, placeOf(picture)));
  }
  await writeAssets(out);
  write(join(out, 'assets/sections.js'), `globalThis.diptychSections = ${JSON.stringify(found)};\n`);
  return [...new Set([...pages.keys()].map(placeOf))];
}
