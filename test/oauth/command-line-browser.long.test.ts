import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BIN } from '../support/bin.ts';
import { startChromium } from '../support/chromium.ts';
import { EMAIL, PASSWORD, PUBLISHERS, useOAuthWorld } from '../support/oauth-world.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const world = useOAuthWorld();
const [ACME_NAME] = Object.values(PUBLISHERS);

let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser.close());

const file = join(temporaryFolder('browser-login'), 'contexts.json');

interface Started {
  readonly child: ChildProcess;
  /** What the command printed so far. */
  readonly told: () => string;
  readonly ended: Promise<number>;
}

/** Starts the command line as a user does. */
function diptych(args: readonly string[], input = ''): Started {
  const child = spawn(process.execPath, [BIN, ...args], { env: { ...process.env, DIPTYCH_SIGN_IN: file } });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += String(part)));
  child.stdin.end(input);
  const ended = new Promise<number>((resolve) => child.on('close', (status) => resolve(status ?? -1)));
  return { child, told: () => text, ended };
}

/** A page with the address that the command printed. */
async function opened({ told }: Started): Promise<Page> {
  await expect.poll(told).toMatch(/https?:\/\/\S+\n/);
  const [address = ''] = /https?:\/\/\S+/.exec(told()) ?? [];
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

describe('A sign-in of the command line in a browser', () => {
  it('at the mediation interface ends on a page of the command; later commands act as the user', async () => {
    const login = diptych(['mediation', 'login', '--context', 'ads', '--base-url', world().url]);
    const page = await opened(login);
    await signIn(page, EMAIL, PASSWORD);
    await page.getByLabel(ACME_NAME ?? '').check();
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByRole('heading', { name: 'Signed in' }).waitFor();
    expect(new URL(page.url()).hostname).toBe('127.0.0.1');
    expect(new URL(page.url()).port).not.toBe(new URL(world().url).port);
    expect(await login.ended, login.told()).toBe(0);
    expect(login.told()).toContain(`as ${EMAIL} until you sign out`);
    const accounts = diptych(['mediation', 'accounts']);
    expect([await accounts.ended, accounts.told()]).toEqual([
      0,
      expect.stringContaining('pub-1111111111111111'),
    ]);
    await page.context().close();
  });

  it('that the user refuses ends with 1 and says so in the browser and in the terminal', async () => {
    const login = diptych(['mediation', 'login', '--context', 'ads', '--base-url', world().url]);
    const page = await opened(login);
    await signIn(page, EMAIL, PASSWORD);
    await page.getByRole('button', { name: 'Do not allow' }).click();
    await page.getByRole('heading', { name: 'Not signed in' }).waitFor();
    expect(await login.ended).toBe(1);
    expect(login.told()).toContain('not signed in');
    await page.context().close();
  });

  it('of an operator keeps the sign-in as a context', async () => {
    await world().admin('setUserRole', { user: EMAIL, role: 'viewer' });
    const login = diptych(['login', '--context', 'office', '--admin-url', world().connection.url]);
    const page = await opened(login);
    await signIn(page, EMAIL, PASSWORD);
    await page.getByRole('heading', { name: 'Signed in' }).waitFor();
    expect(await login.ended, login.told()).toBe(0);
    const whoami = diptych(['whoami']);
    expect([await whoami.ended, whoami.told()]).toEqual([0, expect.stringContaining(EMAIL)]);
    await page.context().close();
  });

  it('that is broken off with Ctrl-C leaves the contexts as they were', async () => {
    const login = diptych(['mediation', 'login', '--context', 'never', '--base-url', world().url]);
    await expect.poll(login.told).toMatch(/https?:\/\//);
    login.child.kill('SIGINT');
    await login.ended;
    const list = diptych(['contexts', 'list', '--names']);
    expect([await list.ended, list.told()]).toEqual([0, expect.not.stringContaining('never')]);
    expect(existsSync(`${file}.lock`)).toBe(false);
  });
});

describe('A token on the standard input', () => {
  it('--token - reads it from a pipe, for both interfaces, and prints it nowhere', async () => {
    const client = await world().client();
    const { access_token: token } = await world().tokens(client);
    const accounts = diptych(
      ['mediation', 'accounts', '--base-url', world().url, '--token', '-'],
      `${token}\n`,
    );
    expect([await accounts.ended, accounts.told()]).toEqual([
      0,
      expect.stringContaining('pub-1111111111111111'),
    ]);
    const { url, token: admin } = world().connection;
    const users = diptych(['users', 'list', '--admin-url', url, '--token', '-'], admin);
    expect([await users.ended, users.told()]).toEqual([0, expect.stringContaining(EMAIL)]);
    const wrong = diptych(['users', 'list', '--admin-url', url, '--token', '-'], 'wrong-secret');
    expect(await wrong.ended).toBe(1);
    for (const { told } of [accounts, users, wrong]) {
      expect(told()).not.toContain(token);
      expect(told()).not.toContain(admin);
      expect(told()).not.toContain('wrong-secret');
    }
  });

  it('with a context it replaces the sign-in of the context, and is sent to its server', async () => {
    const path = join(temporaryFolder('token'), 'contexts.json');
    const contexts = { office: { admin: { url: world().connection.url } } };
    writeFileSync(path, JSON.stringify({ version: 1, contexts }), { mode: 0o600 });
    const env = { ...process.env, DIPTYCH_SIGN_IN: path };
    const child = spawn(process.execPath, [BIN, 'whoami', '--context', 'office', '--token', '-'], { env });
    let out = '';
    child.stdout.on('data', (part) => (out += String(part)));
    child.stdin.end(world().connection.token);
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
    expect(out).toMatch(/^context +office$/m);
  });
});
