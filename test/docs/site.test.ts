import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { OPERATION_NAMES } from '../../src/issuer/contract/index.ts';
import { METHOD_NAMES } from '../../src/mediation/contract/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const out = join(temporaryFolder('site'), 'next');

let pages: readonly string[];
beforeAll(async () => {
  const { writeVersion } = await import(new URL('../../scripts/site/version.js', import.meta.url).href);
  pages = await writeVersion({ root, out, version: 'next' });
});

const texts = new Map<string, string>();
function textOf(place: string): string {
  const text = texts.get(place) ?? readFileSync(join(out, place), 'utf8');
  texts.set(place, text);
  return text;
}

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

const hasAnchor = (place: string, anchor: string) => textOf(place).includes(` id="${anchor}"`);

/** The links of a page that lead to a file or an anchor that the site does not have. */
function brokenLinks(place: string): readonly string[] {
  const links = matches(textOf(place), /<a\b[^>]* href="([^"]*)"/g).filter((link) => !/^https?:/.test(link));
  return links.filter((link) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? place : normalize(join(place, '..', path));
    return !existsSync(join(out, target)) || (anchor !== undefined && !hasAnchor(target, anchor));
  });
}

/** What a page loads: pictures, styles and scripts. */
const loaded = (place: string) =>
  matches(textOf(place), /<(?:img|script|link)\b[^>]* (?:src|href)="([^"]*)"/g).map((address) =>
    normalize(join(place, '..', address)),
  );

interface Section {
  readonly place: string;
  readonly anchor: string;
  readonly text: string;
}

const sectionsFound = (): readonly Section[] =>
  JSON.parse(
    textOf('assets/sections.js')
      .replace(/^[^[]*/, '')
      .replace(/;\n$/, ''),
  );

let made: Promise<(text: string) => readonly Section[]> | undefined;
/** The search of the site. */
function search() {
  const script = new URL('../../scripts/site/assets/search-index.js', import.meta.url).href;
  made ??= import(script).then(({ makeIndex }) => makeIndex(sectionsFound()));
  return made;
}

describe('The site of the documentation', () => {
  it('every page of docs/ and every decision is on the site', () => {
    const expected = globSync(['docs/**/*.md'], { cwd: root }).map((file) =>
      file.replace('docs/', '').replace('README.md', 'index.md').replace('.md', '.html'),
    );
    expect(expected.length).toBeGreaterThan(90);
    expect(expected.filter((place) => !pages.includes(place))).toEqual([]);
  });

  it('no link is broken', () => {
    expect(
      Object.fromEntries(
        pages.map((place) => [place, brokenLinks(place)] as const).filter(([, links]) => links.length > 0),
      ),
    ).toEqual({});
  });

  it('pages load only files of the site', () => {
    const files = new Set(pages.flatMap(loaded));
    expect([...files].filter((file) => file !== '../versions.js' && !existsSync(join(out, file)))).toEqual(
      [],
    );
    expect(textOf('assets/style.css')).not.toMatch(/url\(|@import/);
  });

  it('the menu has the pages in the order of docs/README.md', () => {
    const [, menu = ''] = /<nav id="menu"[^>]*>(.*?)<\/nav>/s.exec(textOf('index.html')) ?? [];
    const places = matches(menu, /<a href="([^"]*)"/g);
    const listed = matches(readFileSync(join(root, 'docs/README.md'), 'utf8'), /^\| \[[^\]]*\]\(([^)]*)\)/gm);
    const expected = listed.map((path) =>
      path
        .replace('adr', 'adr/index.html')
        .replace(/\.\.\/(.*)/, (_, name) => name.toLowerCase())
        .replace('.md', '.html'),
    );
    expect(places).toEqual([...expected, 'changelog.html', 'contributing.html']);
  });

  it('the start page names the pages by task, as docs/README.md does', () => {
    const [, tasks = ''] =
      /^## I want to$(.*?)^## /ms.exec(readFileSync(join(root, 'docs/README.md'), 'utf8')) ?? [];
    const listed = matches(tasks, /\]\(([^)]*)\)/g).map((path) => path.replace('.md', '.html'));
    expect(listed.length).toBeGreaterThan(15);
    expect(listed.filter((path) => !textOf('index.html').includes(`href="${path}"`))).toEqual([]);
  });

  it('the search finds sections of every page, and single settings', () => {
    const sections = sectionsFound();
    const found = new Set(sections.map(({ place }) => place));
    expect(pages.filter((place) => place !== 'index.html' && !found.has(place))).toEqual([]);
    const setting = sections.find(({ anchor }) => anchor === 'issuertimezone');
    expect(setting?.place).toBe('reference/configuration.html');
    expect(setting?.text).toContain('DIPTYCH_ISSUER_TIME_ZONE');
  });

  it.each([
    ["how do I revoke one person's licence", 'operate/revoking.html'],
    ['revoke', '#revoke-a-credential'],
    ['stolen phone', 'operate/revoking.html'],
    ['restore a backup', 'operate/backup.html#restore'],
    ['rotate a key', 'operate/keys.html'],
    ['invite an operator', 'operate/users.html'],
    ['change a price from a file', 'integrate/configuration-as-code.html'],
    ['why was a request refused', 'operate/explain.html'],
    ['erase a person', 'operate/holders.html#erase-a-person'],
    ['run only one interface', 'operate/interfaces.html'],
    ['move from sqlite to postgresql', 'operate/postgresql.html#from-sqlite-to-postgresql'],
    ['add a document type', 'reference/document-types.html#your-own-document-types'],
    ['how much memory', 'operate/sizing.html'],
    ['who changed a group', 'integrate/history.html'],
    ['lost passkey', 'operate/passkeys.html#when-somebody-loses-their-passkeys'],
    ['import holders from csv', 'operate/import.html'],
    ['forgot password', 'operate/users.html#invitations'],
    ['rate limit', 'operate/production.html#limits'],
    ['rotate tls certificate', 'operate/production.html#tls'],
    ['nginx', 'operate/nginx.html'],
    ['HSM', 'operate/hsm.html'],
    ['firewall', 'operate/nginx.html'],
    ['issuer.timeZone', 'reference/configuration.html#issuertimezone'],
    ['invalidState', 'reference/errors.html#invalidstate'],
  ])('the search answers “%s” first', async (question, answer) => {
    const [first] = (await search())(question);
    expect(`${first?.place}#${first?.anchor}`).toContain(answer);
  });

  it.each(
    'device credential proofing token key user publisher approval code wallet experiment seal reset passkey role holder operator administrator log'.split(
      ' ',
    ),
  )('the search for the word “%s” answers with a guide first', async (word) => {
    const [first] = (await search())(word);
    expect(first?.place).toMatch(/^(start|operate|integrate|explain)\//);
  });

  it('a long name in the list of sections breaks between its words', () => {
    expect(textOf('operate/watching.html')).toContain('>Diptych<wbr>Notifications<wbr>Stuck</a>');
  });

  it('a picture and the drawing of the architecture, with the numbers of the contracts, are on the site', () => {
    const drawing = readFileSync(join(out, 'images/architecture.svg'), 'utf8');
    expect(drawing).toContain(`>${OPERATION_NAMES.length} operations,<`);
    expect(drawing).toContain(`>${METHOD_NAMES.length} methods, OAuth,<`);
    expect(existsSync(join(out, 'images/console/proofing.png'))).toBe(true);
  });

  it('replaces an older site, but no folder with other files', async () => {
    const { isReplaceable } = await import(new URL('../../scripts/site/site.js', import.meta.url).href);
    const folder = temporaryFolder('site-target');
    expect(isReplaceable(join(folder, 'new'))).toBe(true);
    expect(isReplaceable(folder)).toBe(true);
    writeFileSync(join(folder, 'letter.txt'), 'Dear …');
    expect(isReplaceable(folder)).toBe(false);
    writeFileSync(join(folder, 'versions.js'), '');
    expect(isReplaceable(folder)).toBe(true);
  });
});
