import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from '../../console/browser/support/axe.ts';
import { sidewaysAt, tabbingProblems } from '../../console/browser/support/layout.ts';
import { startChromium } from '../../support/chromium.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const repository = temporaryFolder('site-repository');
const out = temporaryFolder('site');

const identity = ['-c', 'user.name=Release', '-c', 'user.email=release@example.com'];
const git = (...args: readonly string[]) => execFileSync('git', [...identity, ...args], { cwd: repository });

/** A page of each kind: start page, pictures, code, wide table, list. */
const PAGES = [
  'index.html',
  'operate/reviewing.html',
  'integrate/formats.html',
  'reference/log-fields.html',
  'adr/index.html',
];

/** The largest pages, whose tables and lines are the longest. */
const LARGE = ['integrate/mediation.html', 'reference/byte-examples.html', 'reference/configuration.html'];

const LOOKS = [
  { width: 1280, scheme: 'light' },
  { width: 375, scheme: 'dark' },
] as const;

let browser: Browser;
let server: Server;
const addresses = new Map<string, string>();

/** A repository with two releases, in which the older one has a page less. */
async function build(): Promise<void> {
  for (const name of [
    'docs',
    'data',
    'test',
    'README.md',
    'ARCHITECTURE.md',
    'SECURITY.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
  ])
    cpSync(join(ROOT, name), join(repository, name), {
      recursive: true,
      filter: (path) => !/\/test\/.*\.ts$/.test(path),
    });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'First');
  git('tag', 'v0.9.0');
  git('tag', 'not-a-release');
  git('commit', '--quiet', '--allow-empty', '--message', 'Second');
  git('tag', 'v0.10.0');
  const { writeSite } = await import(new URL('../../../scripts/site/site.js', import.meta.url).href);
  await writeSite({ root: repository, out, onlyNext: false });
}

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  html: 'text/html',
  js: 'text/javascript',
  svg: 'image/svg+xml',
};

/** Serves the site below a path, as the simplest server does. */
async function serve(): Promise<string> {
  server = createServer((request, response) => {
    const path = request.url!.replace('/some/where/', '');
    const type = TYPES[path.split('.').at(-1)!] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type }).end(readFileSync(join(out, path)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/some/where/`;
}

beforeAll(async () => {
  await build();
  addresses.set('a folder', `${pathToFileURL(out).href}/`);
  addresses.set('a path of a server', await serve());
  browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

async function open(
  look: (typeof LOOKS)[number] = LOOKS[0],
): Promise<{ readonly page: Page; readonly faults: string[] }> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: 800 },
    colorScheme: look.scheme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(String(error)));
  return { page, faults };
}

describe.each(['a folder', 'a path of a server'])('The site, opened from %s', (place) => {
  it('leads to the newest release, and shows its version', async () => {
    const { page, faults } = await open();
    await page.goto(`${addresses.get(place)}index.html`);
    await page.waitForURL(/\/0\.10\.0\/index\.html$/);
    await expect.poll(() => page.getByLabel('Version').inputValue()).toBe('0.10.0');
    expect(faults).toEqual([]);
  });

  it('finds a setting by keyboard alone, and goes to its row', async () => {
    const { page, faults } = await open();
    await page.goto(`${addresses.get(place)}next/index.html`);
    await page.keyboard.press('/');
    await page.keyboard.type('issuer.timezone');
    await page.getByRole('option', { name: /^issuer\.timeZone Configuration / }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(/next\/reference\/configuration\.html#issuertimezone$/);
    expect(faults).toEqual([]);
  });

  it('changes to the same page of another version, which names the newest', async () => {
    const { page, faults } = await open();
    await page.goto(`${addresses.get(place)}0.10.0/operate/keys.html`);
    await page.getByLabel('Version').selectOption('0.9.0');
    await page.waitForURL(/\/0\.9\.0\/operate\/keys\.html$/);
    await page.getByRole('link', { name: 'Version 0.10.0' }).click();
    await page.waitForURL(/\/0\.10\.0\/operate\/keys\.html$/);
    expect(await page.locator('.notice').isVisible()).toBe(false);
    expect(faults).toEqual([]);
  });
});

describe('The search', () => {
  it.each([
    ['how to test my wallet', /^(Wallet library|Test an issuer)/],
    ['status list', /^Status lists/],
    ['rotate key', /^rotate the document signer or another key/],
    ['forgot password', /password/],
    ['revoke', /^revoke a credential/i],
    ['invalidState', /^invalidState/],
  ])('“%s” finds its explanation first', async (question, guide) => {
    const { page } = await open();
    await page.goto(`${addresses.get('a folder')}next/index.html`);
    await page.keyboard.press('/');
    await page.keyboard.type(question);
    const first = page.getByRole('listbox', { name: 'Results' }).getByRole('option').first();
    await expect.poll(() => first.textContent()).toMatch(guide);
  });
});

describe.each(LOOKS)('The site at $width pixels, $scheme', (look) => {
  it('pages have no accessibility finding, and only tables and code scroll sideways', async () => {
    const { page, faults } = await open(look);
    for (const place of [...PAGES, ...LARGE]) {
      await page.goto(`${addresses.get('a path of a server')}next/${place}`);
      expect.soft(await sidewaysAt(page), place).toEqual([]);
      if (PAGES.includes(place)) expect.soft(await axeFindings(page), place).toEqual([]);
    }
    expect(faults).toEqual([]);
  });

  it('every link and button has a visible focus', async () => {
    const { page } = await open(look);
    await page.goto(`${addresses.get('a path of a server')}next/operate/keys.html`);
    expect(await tabbingProblems(page)).toEqual([]);
  });
});

describe('The menu on a phone', () => {
  it('opens with its button, scrolls to its end and closes with Escape', async () => {
    const { page } = await open(LOOKS[1]);
    await page.goto(`${addresses.get('a folder')}next/operate/keys.html`);
    const menu = page.getByRole('navigation', { name: 'Pages' });
    expect(await menu.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).press('Enter');
    await page.getByLabel('Version').click({ trial: true });
    await menu.getByRole('link', { name: 'Contributing' }).click({ trial: true });
    await page.keyboard.press('Escape');
    expect(await menu.isVisible()).toBe(false);
  });
});

describe('The colours', () => {
  it('the button changes them, and the next page keeps them', async () => {
    const { page } = await open(LOOKS[0]);
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.goto(`${addresses.get('a path of a server')}next/index.html`);
    const light = await background();
    await page.getByRole('button', { name: 'Dark colours' }).click();
    const dark = await background();
    await page.goto(`${addresses.get('a path of a server')}next/operate/keys.html`);
    expect(dark).not.toBe(light);
    expect(await background()).toBe(dark);
  });
});
