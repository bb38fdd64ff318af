import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { METHOD_NAMES } from '../../src/admin/contract/index.ts';
import { startChromium } from '../support/chromium.ts';
import { HOOK_TIMEOUT, useWorld } from '../support/use-world.ts';
import { WITH_CONSOLES } from '../support/world.ts';
import { exchange } from './support/console-http.ts';

const world = useWorld({ settings: WITH_CONSOLES });

const docs = (origin: string) => exchange(origin, '/docs/api', { headers: { host: new URL(origin).host } });

describe('The page /docs/api', () => {
  it('/docs/api on the admin listener describes every method of the administration', async () => {
    const { status, text } = await docs(world().server.adminUrl);
    expect(status).toBe(200);
    for (const name of METHOD_NAMES) expect(text).toContain(`id="api0-${name}"`);
    expect(text).not.toContain('/v1beta/');
  });

  it('/docs/api on the public listener describes mediation and the issuer interface, not the administration', async () => {
    const { text } = await docs(world().url);
    expect(text).toContain('/v1beta/accounts/{accountsId}/mediationGroups');
    expect(text).toContain('/v1/vdc/provisionCredential');
    expect(text).not.toContain('/admin/v1/');
  });

  it('/docs/api uses each HTML id once, and links to no other site', async () => {
    for (const origin of [world().url, world().server.adminUrl]) {
      const { text } = await docs(origin);
      const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const links = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link = '']) => link);
      expect(links.filter((link) => !/^[#/]/.test(link))).toEqual([]);
      expect(links.filter((link) => link.startsWith('#') && !ids.includes(link.slice(1)))).toEqual([]);
    }
  });

  it('/docs/api is not served under an unknown host name', async () => {
    for (const path of ['/docs/api', '/docs/api/try.js'])
      expect((await exchange(world().url, path, { headers: { host: 'evil.example' } })).status).toBe(421);
  });
});

describe('The page /docs/api in a browser', () => {
  let chromium: Browser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    chromium = await startChromium();
    const context = await chromium.newContext({ locale: 'en-GB', timezoneId: 'UTC' });
    page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== world().server.adminUrl) problems.push(request.url());
    });
    page.on('dialog', (dialog) => dialog.accept());
  }, HOOK_TIMEOUT);
  afterAll(() => chromium.close());

  it('/docs/api sends a call with the typed token, and shows the answer as text', async () => {
    await page.goto(`${world().server.adminUrl}/docs/api#api0-whoAmI`);
    await page.getByLabel('Access token').fill(world().connection.token);
    const method = page.locator('#api0-whoAmI');
    await method.getByText('Try it').click();
    await method.getByRole('button', { name: 'Send' }).click();
    await method.locator('output', { hasText: /^200/ }).waitFor();
    expect(await method.locator('output').innerText()).toContain(
      '"credential": "adminToken"'.replace(': ', ':'),
    );
  });

  it('/docs/api sends a call that changes data after a confirmation, and shows markup in the answer as text', async () => {
    await page.goto(`${world().server.adminUrl}/docs/api#api0-createPublisher`);
    await page.getByLabel('Access token').fill(world().connection.token);
    const method = page.locator('#api0-createPublisher');
    await method.getByText('Try it').click();
    await method.getByLabel('Body').fill('{"displayName": "<img src=x onerror=alert(1)>"}');
    await method.getByRole('button', { name: 'Send' }).click();
    await method.locator('output', { hasText: /^200/ }).waitFor();
    expect(await method.locator('output').innerText()).toContain('<img src=x');
    expect(await method.locator('img').count()).toBe(0);
  });

  it('/docs/api violates no rule of its content security policy, and sends no request to another server', () => {
    expect(problems).toEqual([]);
  });
});
