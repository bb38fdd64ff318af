// Finds the pages of the site: the Markdown files that links reach from docs/README.md.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parse, targetsOf } from './markdown.js';

/** The start page is made from these two. */
export const INDEX = 'docs/README.md';
export const ABOUT = 'README.md';

const FURTHER = ['CHANGELOG.md', 'CONTRIBUTING.md'];

/** Where the page of a file is on the site: docs/operate/keys.md is operate/keys.html. */
export function placeOf(file) {
  if (file === INDEX || file === ABOUT) return 'index.html';
  const path = file.replace(/^docs\//, '').replace(/README\.md$/, 'index.md');
  return (path.includes('/') ? path : path.toLowerCase()).replace(/\.md$/, '.html');
}

/** The page of a folder that has no README: a list of its pages. */
const LIST = 'docs/adr/README.md';

function listOfDecisions(root) {
  const folder = join(root, dirname(LIST));
  const lines = globSync('*.md', { cwd: folder })
    .sort()
    .map((name) => {
      const [, title = name] = /^# (.*)$/m.exec(readFileSync(join(folder, name), 'utf8')) ?? [];
      return `- [${title}](${name})`;
    });
  return `# Decisions\n\nOne page for each decision that someone might want to reverse.\n\n${lines.join('\n')}\n`;
}

/** The file that a link leads to; undefined if the site does not have it. */
export function fileOf(root, page, path) {
  const target = posix.join(posix.dirname(page), path).replace(/\/$/, '');
  if (target.startsWith('..') || !existsSync(join(root, target))) return undefined;
  if (statSync(join(root, target)).isFile()) return target;
  const readme = posix.join(target, 'README.md');
  return readme === LIST || existsSync(join(root, readme)) ? readme : undefined;
}

function read(root, file) {
  const text = file === LIST ? listOfDecisions(root) : readFileSync(join(root, file), 'utf8');
  return { file, text, tokens: parse(text) };
}

/** All pages by their files, in the order in which they are found. */
export function pagesOf(root) {
  const pages = new Map();
  const waiting = [INDEX, ABOUT, ...FURTHER];
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    if (pages.has(file)) continue;
    const page = read(root, file);
    pages.set(file, page);
    const found = targetsOf(page.tokens).map(({ path }) => path && fileOf(root, file, path));
    waiting.push(...found.filter((target) => target?.endsWith('.md')));
  }
  return pages;
}

/** The menu: the headings of docs/README.md, each with the links in the table below it whose first column is a page. */
export function menuOf(pages) {
  const [, ...sections] = pages.get(INDEX).text.split(/^## /m);
  const menu = sections.map((section) => ({
    title: section.split('\n')[0],
    items: [...section.matchAll(/^\| \[([^\]]*)\]\(([^)]*)\) \| (.*) \|$/gm)].map(([, text, path, use]) => {
      const file = posix.join('docs', path);
      return { text, use, file: pages.has(file) ? file : posix.join(file, 'README.md') };
    }),
  }));
  const project = FURTHER.map((file) => ({ text: pages.get(file).tokens[1].content, file }));
  return [...menu.filter(({ items }) => items.length > 0), { title: 'Project', items: project }];
}
