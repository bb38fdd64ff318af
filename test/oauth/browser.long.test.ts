import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChromium } from '../support/chromium.ts';
import { EMAIL, NEWS, PASSWORD, SCOPE, useOAuthWorld, VERIFIER } from '../support/oauth-world.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const world = useOAuthWorld();

let chromium: Browser;
let application: Server;
let redirectUri: string;
/** The folder of the screenshots. DIPTYCH_SCREENSHOTS selects one that is kept. */
const pictures = process.env.DIPTYCH_SCREENSHOTS ?? temporaryFolder('pages');

beforeAll(async () => {
  chromium = await startChromium();
  application = createServer((_request, response) => response.end('<h1>Back in the application</h1>'));
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
  redirectUri = `http://127.0.0.1:${(application.address() as AddressInfo).port}`;
}, 60_000);
afterAll(async () => {
  await chromium?.close();
  application?.close();
});

describe('Sign-in in a real browser', () => {
  it.each(['[::1]', '127.0.0.1'])(
    'a browser follows the consent form to an application on %s',
    async (host) => {
      const client = await world().client({ redirectUris: [`http://${host}/done`] });
      const context = await chromium.newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      // No server listens on this port. The test only checks that the browser is sent there.
      const gone = page.waitForRequest(/\/done\?code=/);
      await page.goto(world().authorization(client, { redirect_uri: `http://${host}:9004/done` }));
      await page.getByLabel('Email').fill(EMAIL);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByLabel('Password').press('Enter');
      await page.getByRole('button', { name: 'Allow', exact: true }).click();
      expect((await gone).url()).toContain(`http://${host}:9004/done`);
      await context.close();
    },
  );

  it('a browser submits the form of form_post by itself', async () => {
    const client = await world().client();
    const context = await chromium.newContext();
    const page = await context.newPage();
    const parameters = { redirect_uri: redirectUri, response_mode: 'form_post' };
    await page.goto(world().authorization(client, parameters));
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByLabel('Password').press('Enter');
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByRole('heading', { name: 'Back in the application' }).waitFor();
    await context.close();
  });
});

const SCREENS = {
  phone: { viewport: { width: 360, height: 740 }, colorScheme: 'light' },
  desktop: { viewport: { width: 1200, height: 800 }, colorScheme: 'dark' },
} as const;

async function fits(page: Page): Promise<void> {
  const box = await page.locator('main').boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}

describe.each(Object.entries(SCREENS))(
  'Sign-in in a real browser without script, on a %s',
  (name, screen) => {
    it('a user signs in, reads the requested access, and allows it', async () => {
      const client = await world().client({ name: 'Mediation desk' });
      const context = await chromium.newContext({ ...screen, javaScriptEnabled: false });
      const page = await context.newPage();
      const refused: string[] = [];
      page.on('console', (message) => refused.push(message.text()));

      const scope = `openid email ${SCOPE.monetization} ${SCOPE.readonly}`;
      await page.goto(
        world().authorization(client, { redirect_uri: redirectUri, access_type: 'offline', scope }),
      );
      await page.getByLabel('Email').fill(EMAIL);
      await page.getByLabel('Password').fill('not the password');
      await page.getByRole('button', { name: 'Sign in' }).click();
      expect(await page.getByRole('alert').textContent()).toContain('wrong');
      await fits(page);
      await page.screenshot({ path: join(pictures, `sign-in-${name}.png`), fullPage: true });

      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByLabel('Password').press('Enter');
      await page.getByRole('heading', { name: 'Allow access for Mediation desk?' }).waitFor();
      await fits(page);
      await page.screenshot({ path: join(pictures, `consent-${name}.png`), fullPage: true });
      await page.getByLabel('Acme <News> & More').uncheck();
      await page.getByRole('button', { name: 'Allow', exact: true }).click();
      await page.getByRole('heading', { name: 'Back in the application' }).waitFor();

      const back = new URL(page.url());
      expect(back.origin).toBe(redirectUri);
      const { body } = await world().token({
        grant_type: 'authorization_code',
        code: back.searchParams.get('code') ?? '',
        redirect_uri: redirectUri,
        code_verifier: VERIFIER,
        client_id: client.id,
        client_secret: client.secret,
      });
      const caller = await world().server.context.accounts.bearer.verify(`Bearer ${body.access_token}`);
      expect(caller.publishers.has(NEWS)).toBe(false);
      expect(caller.publishers.size).toBe(1);

      await page.goto(`${world().url}/oauth/session/end`);
      await page.screenshot({ path: join(pictures, `sign-out-${name}.png`), fullPage: true });
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
      await page.goto(`${world().url}/oauth/auth?client_id=unknown&response_type=code`);
      await page.screenshot({ path: join(pictures, `error-${name}.png`), fullPage: true });
      expect(refused.filter((text) => /Content Security Policy/i.test(text))).toEqual([]);
      await context.close();
    });
  },
);
