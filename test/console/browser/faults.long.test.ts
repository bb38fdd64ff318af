import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChromium } from '../../support/chromium.ts';
import { HOOK_TIMEOUT, useWorld } from '../../support/use-world.ts';
import { WITH_CONSOLES } from '../../support/world.ts';
import { openVisit } from './support/visit.ts';

const world = useWorld({ startAt: Date.now(), settings: WITH_CONSOLES });
let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
}, HOOK_TIMEOUT);
afterAll(() => browser?.close());

const inject = (tag: string, text: string) => (page: Page) =>
  page.evaluate(
    ([name, content]) => {
      const element = document.createElement(name);
      element.append(content);
      document.head.append(element);
    },
    [tag, text] as const,
  );

/** Reloads the page, and changes the answer for the session so that it may be cached. */
const cached = async (page: Page) => {
  await page.route('**/console/api/session', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'cache-control': 'max-age=60' } });
  });
  await page.reload();
};

describe('Faults that browser tests of the consoles report', () => {
  it.each<[string, (page: Page) => Promise<unknown>, RegExp]>([
    ['the page logs an error', (page) => page.evaluate('console.error("went wrong")'), /^went wrong$/],
    [
      'the page throws an error',
      (page) => page.evaluate('void setTimeout(() => { throw new Error("thrown") })'),
      /thrown/,
    ],
    [
      'its policy blocks a script that was made of text',
      inject('script', 'globalThis.wasRun = 1'),
      /policy: require-trusted-types-for/,
    ],
    ['its policy blocks a style sheet', inject('style', '* { color: red }'), /policy: style-src/],
    [
      'its policy blocks a request to elsewhere',
      (page) => page.evaluate('fetch("http://127.0.0.1:9/").catch(() => {})'),
      /policy: connect-src/,
    ],
    ['a request goes elsewhere', (page) => page.goto(`${world().url}/healthz`), /^a request to http/],
    ['an answer of the server may be cached', cached, /may be cached: max-age=60/],
    [
      'an address holds a name of a person',
      (page) => page.evaluate('fetch("/console/api/session?name=Ada")'),
      /^personal data in http/,
    ],
  ])('a browser test of the consoles fails when %s', async (_name, goWrong, told) => {
    const { context, page, faults } = await openVisit(browser, `${world().server.adminUrl}/console/`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(faults).toEqual([]);
    await goWrong(page);
    await expect.poll(() => faults).toContainEqual(expect.stringMatching(told));
    await context.close();
  });
});
