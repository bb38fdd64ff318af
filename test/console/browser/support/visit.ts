import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core';
import type { Locale } from '../../../../console/src/messages/index.ts';

export interface User {
  readonly email: string;
  readonly password: string;
}

export interface Look {
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
  /** The time of its clock in milliseconds, which the test moves on. */
  readonly now?: number;
  /** One of the pseudo-locales, used from the sign-in on. */
  readonly locale?: Locale;
}

/** A page, and the errors in it so far. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /**
   * Errors of the page, violations of its policy, requests to other servers, and answers that may be cached.
   */
  readonly faults: readonly string[];
  /** The number of requests that have no answer yet. */
  readonly waiting: () => number;
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

/** Browsers also log refusals that the page handles. */
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

function waitingRequests(page: Page): () => number {
  const waiting = new Set<Request>();
  page.on('request', (request) => waiting.add(request));
  page.on('requestfinished', (request) => waiting.delete(request));
  page.on('requestfailed', (request) => waiting.delete(request));
  return () => waiting.size;
}

/** Reports what the policy of the page blocks. */
const REPORT = `addEventListener('securitypolicyviolation', (event) =>
  console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI))`;

/** A new browser at an address of a console. */
export async function openVisit(browser: Browser, address: string, look: Look = {}): Promise<Visit> {
  const context = await browser.newContext(options(look));
  await context.addInitScript(REPORT);
  if (look.now !== undefined) await context.clock.install({ time: look.now });
  const page = await context.newPage();
  const faults = watch(page, new URL(address).origin);
  const waiting = waitingRequests(page);
  await page.goto(address);
  return { context, page, faults, waiting };
}

/** Signs in with the form that is shown. */
export async function signIn(page: Page, { email, password }: User): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('#content').waitFor();
}

/** Signs out by the menu of the person. */
export async function signOut(page: Page): Promise<void> {
  await page.locator('.person-button').click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
}

/** Sets the language of a page; takes effect when the next page is loaded. */
export const speak = (page: Page, locale: Locale): Promise<void> =>
  page.evaluate(
    (chosen) => localStorage.setItem('diptych.preferences', JSON.stringify({ locale: chosen })),
    locale,
  );
