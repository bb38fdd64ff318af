import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChromium } from '../support/chromium.ts';
import { newUser } from '../support/operator.ts';
import { HOOK_TIMEOUT, useWorld } from '../support/use-world.ts';
import { WITH_CONSOLES } from '../support/world.ts';
import { PASSWORD } from './support/people.ts';

const world = useWorld({ settings: WITH_CONSOLES });

const EMAIL = 'ada@example.com';

/** Another program on this machine, on its own port. Its pages share the cookies of the consoles. */
let neighbour: Server;
let chromium: Browser;
let context: BrowserContext;
let own: Page;
let foreign: Page;

/** A page whose policy allows calls to its own server. */
const PAGE = '/docs/api';

beforeAll(async () => {
  await newUser(world(), EMAIL, 'administrator');
  neighbour = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Neighbour</title><body></body>');
  });
  await new Promise<void>((listening) => neighbour.listen(0, '127.0.0.1', listening));
  chromium = await startChromium();
  context = await chromium.newContext({ locale: 'en-GB', timezoneId: 'UTC' });
  [own, foreign] = [await context.newPage(), await context.newPage()];
  await own.goto(`${world().server.adminUrl}${PAGE}`);
  await foreign.goto(`http://127.0.0.1:${(neighbour.address() as AddressInfo).port}/`);
}, HOOK_TIMEOUT);

afterAll(async () => {
  await chromium.close();
  neighbour.close();
});

/** What a script of the page receives. */
const call = (page: Page, path: string, body?: object): Promise<number> =>
  page.evaluate(
    async ([address, text]) => {
      const headers = { 'x-diptych-console': '1', 'content-type': 'application/json' };
      const init = text === undefined ? { headers } : { method: 'POST', headers, body: text };
      return (await fetch(`/console/api${address}`, init)).status;
    },
    [path, body && JSON.stringify(body)] as const,
  );

const signIn = (page: Page) => call(page, '/session:signIn', { email: EMAIL, password: PASSWORD });

describe('A browser with a session', () => {
  it('over http on this machine a browser keeps the cookie of the console, and scripts cannot read it', async () => {
    expect(await call(own, '/session')).toBe(401);
    expect(await signIn(own)).toBe(200);
    expect(await call(own, '/session')).toBe(200);
    expect(await own.evaluate('document.cookie')).toBe('');
  });

  it('a form of another port, which the browser sends with the cookie, is refused', async () => {
    const target = `${world().server.adminUrl}/console/api/session:signOut`;
    const answered = foreign.waitForResponse(target);
    await foreign.evaluate(`
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action: '${target}', enctype: 'text/plain' });
      document.body.append(form);
      form.submit();`);
    const answer = await answered;
    expect((await answer.request().allHeaders()).cookie).toContain('__Host-diptych-console=');
    expect(answer.status()).toBe(403);
    expect(await call(own, '/session')).toBe(200);
    await foreign.waitForURL(target);
    await foreign.goto(`http://127.0.0.1:${(neighbour.address() as AddressInfo).port}/`);
  });

  it('a script of another port can neither send the header of the console nor read an answer', async () => {
    const origin = world().server.adminUrl;
    const outcome = await foreign.evaluate(async (address) => {
      const headers = { 'x-diptych-console': '1' };
      try {
        const { status } = await fetch(`${address}/console/api/session`, { credentials: 'include', headers });
        return status;
      } catch {
        return 'blocked';
      }
    }, origin);
    expect(outcome).toBe('blocked');
  });

  it('a page of another port cannot show a page of the server in a frame (clickjacking)', async () => {
    await foreign.evaluate(`
      const frame = document.createElement('iframe');
      frame.src = '${world().server.adminUrl}/console/';
      document.body.append(frame);`);
    await expect.poll(() => foreign.frames().at(-1)?.url()).toBe('chrome-error://chromewebdata/');
  });

  it('a page of another port has no access to a window of the console', async () => {
    const isClosed = await foreign.evaluate(`(async () => {
      const opened = window.open('${world().server.adminUrl}/console/');
      while (!opened.closed) await new Promise((later) => setTimeout(later, 20));
      return opened.closed;
    })()`);
    expect(isClosed).toBe(true);
  });

  it.each([
    ['an image', 'img', 'src'],
    ['a script', 'script', 'src'],
    ['a style sheet', 'link', 'href'],
  ])('a page of another port cannot load an answer of the console as %s', async (_name, tag, attribute) => {
    const outcome = await foreign.evaluate(`new Promise((resolve) => {
      const element = document.createElement('${tag}');
      element.onload = () => resolve('loaded');
      element.onerror = () => resolve('blocked');
      element.rel = 'stylesheet';
      element.${attribute} = '${world().server.adminUrl}/console/api/session';
      document.body.append(element);
    })`);
    expect(outcome).toBe('blocked');
  });

  it('the cookie of a console gives a browser no access to the interfaces for programs', async () => {
    const status = async (page: Page, path: string) =>
      page.evaluate(async (address) => (await fetch(address, { credentials: 'include' })).status, path);
    expect(await call(own, '/session')).toBe(200);
    expect(await status(own, '/admin/v1/whoami')).toBe(401);
    expect(await status(own, '/admin/v1/proofings')).toBe(401);
  });

  it('a browser can be signed in to both consoles, and signing out of one does not sign out of the other', async () => {
    const member = await context.newPage();
    await member.goto(`${world().url}${PAGE}`);
    expect(await call(member, '/session')).toBe(401);
    expect(await signIn(member)).toBe(200);
    expect([await call(own, '/session'), await call(member, '/session')]).toEqual([200, 200]);
    expect(await call(member, '/session:signOut', {})).toBe(200);
    expect([await call(own, '/session'), await call(member, '/session')]).toEqual([200, 401]);
  });
});
