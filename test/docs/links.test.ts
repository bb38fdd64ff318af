import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = globSync(['*.md', 'docs/**/*.md', 'data/**/*.md', 'test/**/*.md', 'bench/**/*.md'], {
  cwd: ROOT,
});
const LINK = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g;

const textOf = (page: string) => readFileSync(join(ROOT, page), 'utf8').replaceAll(/^```.*?^```$/gms, '');

/** The anchors that the renderer makes from headings: lower case, no punctuation, hyphens for blanks. */
function anchorsOf(page: string): readonly string[] {
  const headings = [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function brokenLinks(page: string): readonly string[] {
  return [...textOf(page).matchAll(LINK)].flatMap(([link, path = '', anchor]) => {
    const target = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), path));
    if (!existsSync(join(ROOT, target))) return [link];
    return anchor === undefined || anchorsOf(target).includes(anchor) ? [] : [link];
  });
}

/** Paths of the repository that a text names as code: `src/…`, a file or a folder. */
const NAMED = /`((?:src|test|docs|scripts|bench|data)\/[\w./-]*[\w/])`/g;

const missingPaths = (page: string) =>
  [...textOf(page).matchAll(NAMED)]
    .map(([, path = '']) => path)
    .filter((path) => !existsSync(join(ROOT, path)));

describe('Links between the pages of the documentation', () => {
  it('the test reads all pages of the documentation', () => {
    expect(PAGES.length).toBeGreaterThan(50);
  });

  it.each(PAGES)('links in %s lead to files and headings that exist', (page) => {
    expect(brokenLinks(page)).toEqual([]);
  });

  it('every page can be reached by links from docs/README.md', () => {
    const index = textOf('docs/README.md');
    const pages = PAGES.filter((page) => /^docs\/(?!adr\/|examples\/|README)/.test(page));
    expect(pages.filter((page) => !index.includes(`](${relative('docs', page)})`))).toEqual([]);
  });

  it.each(PAGES)('paths in %s exist', (page) => {
    expect(missingPaths(page)).toEqual([]);
  });
});
