import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../../src/accounts/permissions.ts';
import { emailName } from '../../../src/admin/contract/audit-log/email-name.ts';
import { startChromium } from '../../support/chromium.ts';
import { freePort } from '../../support/free-port.ts';
import { newUser } from '../../support/operator.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { startWorld, WITH_CONSOLES, type World } from '../../support/world.ts';
import { consolePage, reasonOf } from '../support/console-http.ts';
import { PASSWORD } from '../support/people.ts';
import { openVisit, signIn, signOut, type Visit } from './support/visit.ts';

let world: World;
let strict: World;
let browser: Browser;

const started = async (settings: Readonly<Record<string, unknown>>) => {
  const port = await freePort();
  return startWorld({
    settings: { ...WITH_CONSOLES, port, 'oauth.issuerUrl': `http://localhost:${port}`, ...settings },
  });
};

beforeAll(async () => {
  browser = await startChromium();
  world = await started({});
  strict = await started({ 'users.passkeys': 'required', 'users.deviceBoundAdministrators': true });
}, HOOK_TIMEOUT);
afterAll(async () => {
  await browser?.close();
  await world?.close();
  await strict?.close();
});

const originOf = ({ server }: World) => `http://localhost:${new URL(server.adminUrl).port}`;

interface Key {
  readonly cdp: CDPSession;
  readonly authenticatorId: string;
}

/** A security key in the browser of this page; a synced one stands for the passkeys of a phone. */
async function insertKey({ context, page }: Visit, isSynced = false): Promise<Key> {
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: isSynced ? 'internal' : 'usb',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: isSynced,
      defaultBackupState: isSynced,
    },
  });
  return { cdp, authenticatorId };
}

async function signedIn(at: World, name: string, role: Role = 'viewer'): Promise<Visit & { email: string }> {
  const email = `${name}@example.com`;
  await newUser(at, email, role);
  const visit = await openVisit(browser, `${originOf(at)}/console/holders`, { now: at.now() });
  await signIn(visit.page, { email, password: PASSWORD });
  return { ...visit, email };
}

/** Fills in email and password, also where a passkey must follow. */
async function givePassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function register(page: Page, name: string): Promise<void> {
  await page.locator('.person-button').click();
  await press(page, 'My passkeys');
  await press(page, 'Register a passkey');
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(name);
  await press(page, 'Register a passkey');
  await page.getByRole('dialog').getByText(name, { exact: true }).waitFor();
}

async function leave(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await signOut(page);
  await page.getByLabel('Email').waitFor();
}

const isIn = (page: Page) => page.locator('#content').waitFor();

/** The address of a page on which a person allows a program access. */
async function authorizationPage(at: World): Promise<string> {
  const { client } = await at.admin('createOAuthClient', {
    name: 'Desk',
    redirectUris: ['http://127.0.0.1/done'],
  });
  const address = new URL('/oauth/auth', `http://localhost:${new URL(at.url).port}`);
  address.search = `${new URLSearchParams({
    client_id: client.id,
    redirect_uri: 'http://127.0.0.1/done',
    response_type: 'code',
    scope: 'openid email',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })}`;
  return address.href;
}

describe('A passkey in a browser', () => {
  it('a person registers a passkey and signs in by it, alone and after the password', async () => {
    const visit = await signedIn(world, 'ada');
    const { page, email } = visit;
    await insertKey(visit);
    await register(page, 'Key at home');
    await page.getByText('Register a second one').waitFor();
    await leave(page);
    await press(page, 'Use a passkey');
    await isIn(page);
    await leave(page);
    await givePassword(page, email);
    await press(page, 'Use your passkey');
    await isIn(page);
    expect(visit.faults).toEqual([]);
    await visit.context.close();
  });

  it('says where passkeys work before anyone tries, with a link to the same page there', async () => {
    const email = 'at-an-address@example.com';
    await newUser(world, email, 'viewer');
    const { page, context, faults } = await openVisit(browser, `${world.server.adminUrl}/console/devices`, {
      now: world.now(),
    });
    await signIn(page, { email, password: PASSWORD });
    await page.getByRole('button', { name: emailName(email) }).click();
    await press(page, 'My passkeys');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Passkeys work only at addresses of localhost.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Register a passkey' }).count()).toBe(0);
    const link = dialog.getByRole('link', { name: originOf(world) });
    expect(await link.getAttribute('href')).toBe(`${originOf(world)}/console/devices`);
    await link.click();
    await signIn(page, { email, password: PASSWORD });
    await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor();
    expect(faults.filter((fault) => !fault.startsWith('a request to'))).toEqual([]);
    await context.close();
  });

  it('a copied key whose counter went back, and a key that checks nobody, do not sign in', async () => {
    const visit = await signedIn(world, 'bo');
    const { page } = visit;
    const { cdp, authenticatorId } = await insertKey(visit);
    await register(page, 'Key');
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
    const [copied] = credentials;
    if (!copied) throw new Error('the key has no passkey');
    await leave(page);
    await press(page, 'Use a passkey');
    await isIn(page);
    await leave(page);
    await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
    await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: { ...copied, signCount: 0 } });
    await press(page, 'Use a passkey');
    await page.getByText('The passkey was not accepted.').waitFor();
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await press(page, 'Use a passkey');
    await page.getByText('No passkey was used. Try again.').waitFor();
    const { events } = await world.admin('listEvents', { subject: 'passkey', event: 'refuse' });
    expect(events).toMatchObject([{ reason: 'counterWentBack' }]);
    await visit.context.close();
  });

  it('what a page of another origin gets from a key is refused', async () => {
    const visit = await signedIn(world, 'cy');
    const { page } = visit;
    await insertKey(visit);
    await register(page, 'Key');
    const foreign: Server = createServer((_, response) => response.end('<!doctype html><p>'));
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
    const own = consolePage(originOf(world));
    const { publicKey } = (await own.post('/session:challenge')).body;
    await page.goto(`http://localhost:${(foreign.address() as AddressInfo).port}/`);
    const passkey = await page.evaluate(async (options) => {
      const given = await navigator.credentials.get({
        publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
      });
      return (given as PublicKeyCredential).toJSON();
    }, publicKey);
    foreign.close();
    const { status, ...answer } = await own.post('/session:signInByPasskey', { passkey });
    expect([status, reasonOf({ status, ...answer })]).toEqual([403, 'PASSKEY_REFUSED']);
    await visit.context.close();
  });

  it('a final action asks for the passkey', async () => {
    const visit = await signedIn(world, 'di', 'administrator');
    const { page } = visit;
    await insertKey(visit);
    world.advance(10 * 60_000);
    await register(page, 'Key');
    world.advance(6 * 60_000);
    await press(page, 'Remove Key');
    await page
      .getByRole('dialog', { name: 'Remove the passkey' })
      .getByRole('button', { name: 'Remove' })
      .click();
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await question.getByRole('button', { name: 'Use your passkey' }).click();
    await page.getByText('You have no passkey.').waitFor();
    await visit.context.close();
  });

  it('the page of the authorization server asks for the passkey after the password, and takes it alone', async () => {
    const visit = await signedIn(world, 'eve');
    const { page, email } = visit;
    await insertKey(visit);
    await register(page, 'Key');
    await page.goto(await authorizationPage(world));
    await givePassword(page, email);
    await press(page, 'Use your passkey');
    await page.getByRole('heading', { name: 'Allow access for Desk' }).waitFor();
    await press(page, 'Use another account');
    await press(page, 'Use a passkey');
    await page.getByRole('heading', { name: 'Allow access for Desk' }).waitFor();
    expect(visit.faults.filter((fault) => !fault.startsWith('a request to'))).toEqual([]);
    await visit.context.close();
  });
});

describe('A server that requires passkeys, in a browser', () => {
  it('an administrator must register a passkey that stays on one device', async () => {
    await newUser(strict, 'ada@example.com', 'administrator');
    const visit = await openVisit(browser, `${originOf(strict)}/console/holders`, { now: strict.now() });
    const { page } = visit;
    const phone = await insertKey(visit, true);
    await givePassword(page, 'ada@example.com');
    await page.getByLabel('Name').fill('Phone');
    await press(page, 'Register a passkey');
    await page.getByText('Administrators need a passkey that stays on one device').waitFor();
    await phone.cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: phone.authenticatorId });
    await insertKey(visit);
    await press(page, 'Register a passkey');
    await isIn(page);
    expect(visit.faults).toEqual([]);
    await visit.context.close();
  });

  it('who knows the password registers no passkey beside that of its owner', async () => {
    const email = 'bo@example.com';
    await newUser(strict, email, 'viewer');
    const thief = await openVisit(browser, await authorizationPage(strict), { now: strict.now() });
    await insertKey(thief);
    await givePassword(thief.page, email);
    await thief.page.getByLabel('Name').fill('Thief');
    const owner = await openVisit(browser, `${originOf(strict)}/console/holders`, { now: strict.now() });
    await insertKey(owner);
    await givePassword(owner.page, email);
    await owner.page.getByLabel('Name').fill('Owner');
    await press(owner.page, 'Register a passkey');
    await isIn(owner.page);
    await press(thief.page, 'Register a passkey');
    await thief.page.getByText('You have registered a passkey meanwhile').waitFor();
    await thief.context.close();
    await owner.context.close();
  });
});
