import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { startChromium } from '../../../support/chromium.ts';
import { auth, type OAuth2Client } from '../../../support/google-client.ts';
import { EMAIL, type OAuthWorld, PASSWORD, SCOPE } from '../../../support/oauth-world.ts';

export type LibraryClient = OAuth2Client;

export interface Consented {
  readonly oauth: LibraryClient;
  /** How often the application was called back. */
  consents(): number;
}

/** The user signs in and consents in a browser. Returns the code that the application receives. */
async function allowIn(chromium: Browser, address: string, called: readonly URL[]): Promise<string> {
  const context = await chromium.newContext();
  const page = await context.newPage();
  await page.goto(address);
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByText('You may close this window').waitFor();
  await context.close();
  const back = called.at(-1) as URL;
  expect(back.searchParams.get('state')).toBe('as-it-was');
  return back.searchParams.get('code') as string;
}

/**
 * The library's OAuth client after one consent. Like an installed application, it opens a real browser and listens on
 * a port of its own for the redirect.
 */
export function useConsent(world: () => OAuthWorld): () => Consented {
  let chromium: Browser;
  let application: Server;
  let oauth: LibraryClient;
  const called: URL[] = [];

  beforeAll(async () => {
    chromium = await startChromium();
    application = createServer((request, response) => {
      called.push(new URL(request.url ?? '', 'http://127.0.0.1'));
      response.end('You may close this window');
    });
    await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
    const redirectUri = `http://127.0.0.1:${(application.address() as AddressInfo).port}`;
    const { id, secret, file } = await world().client();
    oauth = new auth.OAuth2({
      client_id: id,
      client_secret: secret ?? '',
      redirectUri,
      endpoints: {
        oauth2AuthBaseUrl: file.installed?.auth_uri as string,
        oauth2TokenUrl: file.installed?.token_uri as string,
      },
    });
    const address = oauth.generateAuthUrl({
      access_type: 'offline',
      scope: [SCOPE.monetization, SCOPE.readonly],
      state: 'as-it-was',
    });
    oauth.setCredentials((await oauth.getToken(await allowIn(chromium, address, called))).tokens);
  }, 120_000);
  afterAll(async () => {
    await chromium?.close();
    application?.close();
  });
  return () => ({ oauth, consents: () => called.length });
}
