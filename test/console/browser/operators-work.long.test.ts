import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvText } from '../../../console/src/kit/csv.ts';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { MDL_NAMESPACE, mdl } from '../../support/records.ts';
import { type ConsoleStage, openStage, type Visit } from './support/stage.ts';
import { signOut } from './support/visit.ts';

let stage: ConsoleStage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const admin = () => stage.server.operator;
const isThere = (id: string) =>
  callAdmin(admin(), 'getHolder', { id }).then(
    () => true,
    () => false,
  );

interface File {
  readonly name: string;
  readonly text: string;
}

async function choose(page: Page, { name, text }: File): Promise<void> {
  const file = { name, mimeType: 'text/plain', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
}

async function importPage(look = {}): Promise<Visit> {
  const visit = await stage.signedIn('operators', look);
  await visit.page.goto(`${stage.urls.operators}/console/holders/import`);
  return visit;
}

const record = (id: string, replaced = {}) => ({ id, elements: mdl(replaced) });
const ids = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
const jsonLines = (name: string, records: readonly object[]): File => ({
  name,
  text: records.map((one) => JSON.stringify(one)).join('\n'),
});

function csv(records: readonly ReturnType<typeof record>[]): File {
  const members = Object.keys(mdl()[MDL_NAMESPACE] ?? {});
  const cell = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  const rows = records.map(({ id, elements }) => [
    id,
    ...members.map((member) => cell(elements[MDL_NAMESPACE]?.[member])),
  ]);
  return { name: 'holders.csv', text: csvText(['id', ...members], rows) };
}

/** Holds back the import before its request with this number; `go` releases it. */
async function held(page: Page, number: number) {
  const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let sent = 0;
  await page.route('**/holders:import', async (route) => {
    sent += 1;
    if (sent === number) {
      reached.resolve();
      await go.promise;
    }
    await route.continue();
  });
  return { reached: reached.promise, go: go.resolve, sent: () => sent };
}

const start = (page: Page, count: number) =>
  page.getByRole('button', { name: `Import ${count} records`, exact: true }).click();

describe('The import of holders', () => {
  it('an import of CSV names row and column of each error and stores nothing; after the correction it shows the differences', async () => {
    const { page, context, faults } = await importPage();
    await choose(page, csv([record('csv-0'), record('csv-1', { birth_date: 'long ago' })]));
    await page.getByText('1 record would fail.').waitFor();
    await page.getByRole('row', { name: /^3 birth_date csv-1 Fault/ }).waitFor();
    expect(await page.getByRole('button', { name: /^Import/ }).count()).toBe(0);
    expect(await isThere('csv-0')).toBe(false);

    await callAdmin(admin(), 'importHolders', { holders: [record('csv-1')] });
    await page.getByRole('button', { name: 'Another file' }).click();
    await choose(page, csv([record('csv-0'), record('csv-1', { given_name: 'Eva' })]));
    await page.getByRole('row', { name: /^3 Erika Mustermann csv-1 .*given_name/ }).waitFor();
    expect((await callAdmin(admin(), 'getHolder', { id: 'csv-1' })).recordVersion).toBe(1);
    await start(page, 2);
    await page.getByText('2 records imported.').waitFor();
    expect((await callAdmin(admin(), 'getHolder', { id: 'csv-1' })).recordVersion).toBe(2);
    expect(await isThere('csv-0')).toBe(true);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('an import of JSON Lines shows its progress, and can be found again while it runs', async () => {
    const { page, context, faults } = await importPage({ width: 375, scheme: 'dark' });
    const hold = await held(page, 3);
    const records = ids('lines', 230).map((id) => record(id));
    await choose(page, jsonLines('holders.jsonl', records));
    await page.getByText('Checked; nothing is stored yet').waitFor();
    await start(page, 230);
    await hold.reached;
    await page.getByText('Importing 200 of 230').waitFor();
    await page.getByRole('link', { name: 'All holders' }).click();
    await page.getByText('Importing: 200 of 230').waitFor();
    await page.getByRole('link', { name: 'See the import' }).click();
    await page.getByText('Importing 200 of 230').waitFor();
    hold.go();
    await page.getByText('230 records imported.').waitFor();
    expect(await isThere('lines-229')).toBe(true);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('an import refuses a record with a repeated member, and names line and member', async () => {
    const { page, context } = await importPage();
    const twice = JSON.stringify(record('twice-1')).replace('"given_name"', '"family_name":"x","given_name"');
    await choose(page, { name: 'holders.jsonl', text: `${JSON.stringify(record('twice-0'))}\n${twice}\n` });
    await page.getByText('has the member family_name twice in one object, on line 2').waitFor();
    await page.getByText('1 record would fail.').waitFor();
    await context.close();
  });

  it('an import stops when its operator signs out', async () => {
    const { page, context } = await importPage();
    const hold = await held(page, 2);
    await choose(
      page,
      jsonLines(
        'out.jsonl',
        ids('out', 230).map((id) => record(id)),
      ),
    );
    await start(page, 230);
    await hold.reached;
    await signOut(page);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    hold.go();
    await stage.signIn({ page }, 'operators');
    await page.getByText('Stopped, because you signed out').first().waitFor();
    await page.getByText('At least 100 records are stored.').waitFor();
    expect([hold.sent(), await isThere('out-229')]).toEqual([2, false]);
    await context.close();
  });

  it('an import pauses when the session ends, and continues after a new sign-in', async () => {
    const { page, context } = await importPage();
    const hold = await held(page, 2);
    await choose(
      page,
      jsonLines(
        'on.jsonl',
        ids('on', 150).map((id) => record(id)),
      ),
    );
    await start(page, 150);
    await hold.reached;
    const { email, password } = stage.users.operators;
    await callAdmin(admin(), 'signOutUser', { user: email });
    hold.go();
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Continue with 50 records' }).click();
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    expect(await isThere('on-149')).toBe(false);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('150 records imported.').waitFor();
    await context.close();
  });
});

describe('An action on several items', () => {
  it('an action on several items shows a result for each, and the failed items stay selected', async () => {
    const { page, context, faults } = await stage.signedIn('operators');
    const { credentials } = await callAdmin(admin(), 'listCredentials', { state: 'active' });
    const id = credentials[0]!.id;
    /** The list of credentials, of which one has a required action and is chosen. */
    const choose = async () => {
      const deadlineTimeMillis = String(Date.now() + 3_600_000);
      await callAdmin(admin(), 'requireAction', { id, action: { deadlineTimeMillis } });
      await page.goto(`${stage.urls.operators}/console/credentials`);
      await page.getByRole('checkbox', { name: new RegExp(id) }).check();
    };
    const clear = async () => {
      const sent = page.waitForRequest('**/credentials:clearActions');
      await page.getByRole('button', { name: 'Clear the action' }).click();
      await page.getByRole('button', { name: 'Clear 1 action' }).click();
      await sent;
    };
    await choose();
    await clear();
    await page.getByText('1 of 1 done.').waitFor();
    await page.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('1 chosen').waitFor({ state: 'detached' });
    expect((await callAdmin(admin(), 'getCredential', { id })).userActionRequired).toBeUndefined();

    // Without an action there is none to clear.
    await page.getByRole('checkbox', { name: new RegExp(id) }).check();
    await page.getByText('1 chosen').waitFor();
    expect(await page.getByRole('button', { name: 'Clear the action' }).count()).toBe(0);

    await choose();
    await callAdmin(admin(), 'revokeCredential', { id });
    await clear();
    await page.getByText('0 of 1 done.').waitFor();
    await page.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('1 chosen').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});
