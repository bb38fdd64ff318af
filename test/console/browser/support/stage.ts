import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { playConsolesStory } from '../../../../src/cli/demo/consoles/story.ts';
import { narrator, setStage } from '../../../../src/cli/demo/stage.ts';
import { startChromium } from '../../../support/chromium.ts';

export type ConsoleName = 'operators' | 'mediation';

/** A real server with the data of the demo, and a real browser. */
export interface ConsoleStage {
  readonly urls: Readonly<Record<ConsoleName, string>>;
  readonly users: Readonly<Record<ConsoleName, { readonly email: string; readonly password: string }>>;
  readonly server: Awaited<ReturnType<typeof setStage>>;
  /** A browser of its own, at the sign-in form or at another address of the console. */
  visit(console: ConsoleName, look?: Look, path?: string): Promise<Visit>;
  /** The same, signed in by password. */
  signedIn(console: ConsoleName, look?: Look): Promise<Visit>;
  close(): Promise<void>;
}

export interface Look {
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
  readonly locale?: string;
}

/** A page and what went wrong in it so far. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors of the page, violations of its policy, requests to elsewhere, answers that may be cached. */
  readonly faults: readonly string[];
}

const HEIGHT = 800;

function options({ width = 1280, scheme = 'light' }: Look): BrowserContextOptions {
  return {
    viewport: { width, height: HEIGHT },
    colorScheme: scheme,
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  };
}

/** Refusals that the page handles are logged by the browser, too. */
const EXPECTED = /the server responded with a status of (?:401|403|404|409|412|400|429)/;

function watch(page: Page, origin: string): readonly string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => {
    const { protocol, origin: asked, search } = new URL(request.url());
    if (protocol !== 'blob:' && asked !== origin) faults.push(`a request to ${asked}`);
    if (/name=|birth|documentNumber/i.test(search)) faults.push(`personal data in ${request.url()}`);
  });
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith('/console/api/')) return;
    const { 'cache-control': caching } = response.headers();
    if (caching !== 'no-store') faults.push(`${pathname} may be cached: ${caching}`);
  });
  return faults;
}

/** Reports what the policy of the page forbids. */
const REPORT = `addEventListener('securitypolicyviolation', (event) =>
  console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI))`;

export async function openStage(): Promise<ConsoleStage> {
  const server = await setStage({});
  const silent = narrator(false, () => {});
  const { operators, mediation } = await playConsolesStory(server, silent);
  const browser: Browser = await startChromium();
  const urls = { operators: server.server.adminUrl, mediation: server.server.url };
  const users = { operators: operators.user, mediation: mediation.user };
  const visit: ConsoleStage['visit'] = async (console, look = {}, path = '/console/') => {
    const context = await browser.newContext(options(look));
    await context.addInitScript(REPORT);
    const page = await context.newPage();
    const faults = watch(page, urls[console]);
    await page.goto(`${urls[console]}${path}`);
    return { context, page, faults };
  };
  return {
    urls,
    users,
    server,
    visit,
    async signedIn(console, look) {
      const opened = await visit(console, look);
      const { page } = opened;
      await page.getByLabel('Email').fill(users[console].email);
      await page.getByLabel('Password').fill(users[console].password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.locator('#content').waitFor();
      return opened;
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
