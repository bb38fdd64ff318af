import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { fetchTransport, simulatedDevice } from '../../../src/wallet/index.ts';
import { mdl } from '../../support/records.ts';
import { createMapping } from './support/create-mapping.ts';
import { type ConsoleStage, openStage, type Visit } from './support/stage.ts';

const IMAGE = '<img src=x onerror="globalThis.wasRun=1">';
const SCRIPT = '"><script>globalThis.wasRun=1</script>';
const LINK = '<a href="javascript:globalThis.wasRun=1">press</a>';
const FORMULA = '=HYPERLINK("https://evil.example","press")';
const HOLDER = 'hostile-1';

let stage: ConsoleStage;
let proofingId: string;
let operators: Visit;
let mediation: Visit;
beforeAll(async () => {
  stage = await openStage();
  const { server, operator, issuerId } = stage.server;
  const elements = mdl({ given_name: IMAGE, family_name: SCRIPT, resident_address: LINK });
  await callAdmin(operator, 'importHolders', { holders: [{ id: HOLDER, elements }] });
  const { code } = await callAdmin(operator, 'issueCode', { holderId: HOLDER });
  const device = simulatedDevice({ issuer: { baseUrl: server.url, issuerId, transport: fetchTransport() } });
  await device.register();
  proofingId = await device.proof(code);
  await callAdmin(operator, 'challengeProofing', { id: proofingId, note: LINK });
  await callAdmin(operator, 'resumeProofing', { id: proofingId, note: IMAGE });
  operators = await stage.signedIn('operators');
  mediation = await stage.signedIn('mediation');
});
afterAll(() => stage?.close());

/** The text is shown as text. No part of it became an element or ran. */
async function isText(page: Page, ...texts: readonly string[]): Promise<void> {
  for (const text of texts)
    await page.locator('main').getByText(text).filter({ visible: true }).first().waitFor();
  const became = page.locator('img[src="x"], a[href^="javascript"], main script');
  expect(await became.count()).toBe(0);
  expect(await page.evaluate('globalThis.wasRun')).toBeUndefined();
}

const goTo = ({ page }: Visit, path: string) => {
  const console = page === operators.page ? 'operators' : 'mediation';
  return page.goto(`${stage.urls[console]}/console${path}`);
};

describe('Markup and scripts in a record and in notes', () => {
  it('markup and scripts are shown as text where a proofing is decided', async () => {
    const { page } = operators;
    await goTo(operators, `/reviews/${proofingId}`);
    await isText(page, IMAGE, SCRIPT, LINK);
    await page
      .locator('main')
      .getByRole('button', { name: /^Accept/ })
      .first()
      .click();
    await page.locator('form').getByText(SCRIPT).first().waitFor();
    await isText(page, IMAGE);
    expect(operators.faults).toEqual([]);
  });

  it('markup and scripts are shown as text in the list and the page of holders', async () => {
    const { page } = operators;
    await goTo(operators, '/holders');
    await page.getByLabel('Search by').selectOption('name');
    await page.getByLabel('Family name').fill(SCRIPT);
    await page.getByLabel('Birth date').fill('1984-02-29');
    await page.getByRole('button', { name: /^Search/ }).click();
    await page.getByRole('tab', { name: 'Record' }).click();
    await page.getByRole('button', { name: 'Show the record' }).click();
    await isText(page, IMAGE, SCRIPT, LINK);
    expect(operators.faults).toEqual([]);
  });

  it('markup and scripts are shown as text in the audit log', async () => {
    await goTo(operators, `/audit-log?subject=proofing&subjectId=${proofingId}`);
    await isText(operators.page, IMAGE, LINK);
    expect(operators.faults).toEqual([]);
  });

  it('markup and scripts in an address of the console are shown as text', async () => {
    await goTo(operators, `/holders/${encodeURIComponent(IMAGE)}`);
    await isText(operators.page, IMAGE);
    await goTo(operators, `/${encodeURIComponent(SCRIPT)}?state=${encodeURIComponent(IMAGE)}`);
    await operators.page.getByText('There is no such page').waitFor();
    await isText(operators.page);
    expect(operators.faults).toEqual([]);
  });

  it('markup and scripts in names of groups and lines are shown as text', async () => {
    const { page, faults } = mediation;
    await page.getByRole('link', { name: 'Main menu, Android' }).click();
    await page.getByRole('link', { name: 'Duplicate' }).click();
    await page.getByLabel('Name', { exact: true }).fill(IMAGE);
    await page.getByRole('button', { name: 'Preview and create' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click();
    await isText(page, IMAGE);
    await page.getByRole('link', { name: 'Groups', exact: true }).click();
    await isText(page, IMAGE);
    await page.getByRole('link', { name: 'Changes', exact: true }).click();
    await page
      .getByRole('button', { name: /^Details/ })
      .first()
      .click();
    await isText(page, IMAGE);
    expect(faults).toEqual([]);
  });
});

/** The file that a button saves. None of its cells begins like a formula. */
async function saved(page: Page, button: string | RegExp): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).first().click(),
  ]);
  const text = await readFile((await download.path())!, 'utf8');
  expect(text).not.toMatch(/(?:^|,|\n)"?[=+\-@\t]/);
  return text;
}

describe('A cell of a CSV file that begins as a formula', () => {
  it('a cell that begins as a formula is made harmless in the CSV export of holders', async () => {
    await callAdmin(stage.server.operator, 'importHolders', { holders: [{ id: '-1-1', elements: mdl() }] });
    await goTo(operators, '/holders');
    expect(await saved(operators.page, 'Export CSV')).toContain("'-1-1");
    expect(operators.faults).toEqual([]);
  });

  it('a cell that begins as a formula is made harmless in the CSV export of mappings', async () => {
    const { page } = mediation;
    await createMapping(page, { displayName: FORMULA });
    await page.reload();
    await page.getByRole('link', { name: 'Mappings', exact: true }).click();
    expect(await saved(page, 'Export CSV')).toContain("'=HYPERLINK");
  });
});
