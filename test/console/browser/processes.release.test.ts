import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { fetchTransport, simulatedDevice } from '../../../src/wallet/index.ts';
import { startChromium } from '../../support/chromium.ts';
import { newUser } from '../../support/operator.ts';
import { mdl } from '../../support/records.ts';
import { type ServerProcess, startBeside, startProcess } from '../../support/server-process.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { ISSUER_ID } from '../../support/world.ts';
import { PASSWORD } from '../support/people.ts';
import { openVisit, signIn, signOut } from './support/visit.ts';

const ADA = { email: 'ada@example.com', password: PASSWORD };

/** Two processes on one database, which is PostgreSQL if the suite runs on it. */
const folder = mkdtempSync(join(tmpdir(), 'diptych-console-processes-'));
let first: ServerProcess;
let second: ServerProcess;
let browser: Browser;
beforeAll(async () => {
  const settings = { DIPTYCH_ISSUER_DECISIONS: 'manual' };
  first = await startProcess(folder, settings);
  second = await startBeside(folder, settings);
  browser = await startChromium();
  await newUser(first, ADA.email, 'administrator');
}, HOOK_TIMEOUT);
afterAll(async () => {
  await browser?.close();
  for (const server of [first, second]) await server?.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** A phone that requests its document from the first server and waits. */
async function waiting(holderId: string): Promise<string> {
  const { connection, url } = first;
  await callAdmin(connection, 'importHolders', { holders: [{ id: holderId, elements: mdl() }] });
  const { code } = await callAdmin(connection, 'issueCode', { holderId });
  const issuer = { baseUrl: url, issuerId: ISSUER_ID, transport: fetchTransport() };
  const device = simulatedDevice({ issuer });
  await device.register();
  return device.proof(code);
}

describe('With two server processes on one database', () => {
  it('an operator signs in at one process, decides at another process, and signs out of both', async () => {
    const id = await waiting('h-1');
    const { context, page, faults } = await openVisit(browser, `${first.connection.url}/console/reviews`);
    await signIn(page, ADA);
    await page.getByRole('row').nth(1).waitFor();

    // Cookies ignore ports, so the other process gets the cookie of the first, as behind a load balancer.
    const other = await context.newPage();
    await other.goto(`${second.connection.url}/console/reviews/${id}`);
    const accept = () => other.locator('main').getByRole('button', { name: /^Accept/ });
    await accept().first().click();
    await other
      .locator('form')
      .getByRole('button', { name: /^Accept/ })
      .click();
    await other.getByText(': accepted.').first().waitFor();
    const stateNow = async () => (await callAdmin(first.connection, 'getProofing', { id })).state;
    await expect.poll(stateNow, { timeout: 10_000 }).toBe('accepted');

    await page.goto(`${first.connection.url}/console/reviews/${id}`);
    await page.locator('main').getByText('accepted').first().waitFor();

    await other.goto(`${second.connection.url}/console/holders`);
    await other.getByRole('heading', { name: 'Holders', exact: true }).waitFor();
    await signOut(page);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await other.getByRole('link', { name: 'Keys', exact: true }).click();
    await other.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await other.reload();
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});
