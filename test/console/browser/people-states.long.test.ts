import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { axeFindings } from './support/axe.ts';
import { type ConsoleStage, openStage, type Visit } from './support/stage.ts';
import { LICENSED } from './support/story.ts';

let stage: ConsoleStage;
let visit: Visit;
let phone: Page;
let rejected: string;
let licensed: string;
let erasureId: string;

beforeAll(async () => {
  stage = await openStage();
  const { operator } = stage.server;
  const { proofings } = await callAdmin(operator, 'listProofings', { state: 'pending' });
  const [first, second] = proofings.map(({ id, holderId = '' }) => ({ id, holderId }));
  rejected = first!.holderId;
  await callAdmin(operator, 'rejectProofing', { id: first!.id, detail: { evidenceMismatch: {} } });
  const { credentials } = await callAdmin(operator, 'listCredentials', { state: 'active' });
  licensed = credentials.find(({ holderId }) => holderId !== LICENSED.id)!.holderId!;
  await callAdmin(operator, 'revokeHolder', { id: LICENSED.id, reason: 'fraud' });
  ({ erasureId } = await callAdmin(operator, 'eraseHolder', { id: second!.holderId }));
  await fetch(`${stage.urls.mediation}/v1/vdc/proofUser`, { method: 'POST', body: '{}' });
  visit = await stage.signedIn('operators');
  phone = (await stage.signedIn('operators', { width: 375 })).page;
});
afterAll(() => stage?.close());

const open = (page: Page, path: string) => page.goto(`${stage.urls.operators}/console${path}`);

describe('What happened to a person is said where the person is shown', () => {
  it('a rejected proofing has its reason among the proofings of the person', async () => {
    const { page } = visit;
    await open(page, `/holders/${rejected}?tab=proofings`);
    const row = page.getByRole('row').filter({ hasText: 'rejected' });
    await row.getByText('Evidence does not match the record').waitFor();
  });

  it('a decided proofing says that the person was revoked later', async () => {
    const { page } = visit;
    const { proofings } = await callAdmin(stage.server.operator, 'listProofings', { holderId: LICENSED.id });
    await open(page, `/reviews/${proofings[0]!.id}`);
    await page.getByText('This holder is revoked').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('what prevents acceptance is said once, with what to do', async () => {
    const { operator } = stage.server;
    const { proofings } = await callAdmin(operator, 'listProofings', { state: 'pending' });
    const { id, holderId = '' } = proofings.at(-1)!;
    await callAdmin(operator, 'revokeHolder', { id: holderId, reason: 'fraud' });
    for (const page of [visit.page, phone]) {
      await open(page, `/reviews/${id}`);
      const finding = page.locator('.finding');
      await finding.filter({ hasText: /^.\sPrevents acceptance.*The record was revoked/ }).waitFor();
      expect((await finding.allInnerTexts()).join(' ').match(/reject/g)).toHaveLength(1);
      expect(await axeFindings(page)).toEqual([]);
    }
  });

  it('an address of the issuer is in no message, and the form says where the wallet has it from', async () => {
    const { operator } = stage.server;
    const { proofings } = await callAdmin(operator, 'listProofings', { state: 'pending' });
    for (const page of [visit.page, phone]) {
      await open(page, `/reviews/${proofings[0]!.id}`);
      await page
        .getByRole('button', { name: /^Challenge/ })
        .first()
        .click();
      await page.getByLabel('Complete a task on the issuer’s site').check();
      await page.getByText('The message has no address: the wallet opens the one that you gave').waitFor();
      await page.getByLabel('Wait, because the review takes longer').check();
      expect(await page.getByText('The message has no address').count()).toBe(0);
      await page.getByRole('button', { name: 'Cancel' }).click();
      expect(await axeFindings(page)).toEqual([]);
    }
  });

  it('the list of holders has a state only beside the names of those who may get no document', async () => {
    for (const page of [visit.page, phone]) {
      await open(page, '/holders');
      const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: LICENSED.name }) });
      await row.locator('td:first-child .badge', { hasText: 'revoked' }).waitFor();
      expect(new Set(await page.locator('td .badge').allTextContents())).toEqual(new Set(['■ Revoked']));
      expect(await axeFindings(page)).toEqual([]);
    }
    const heads = await visit.page.getByRole('columnheader').allTextContents();
    expect(heads).toEqual(['Holder', 'Document type', 'Imported']);
  });

  it.each([
    ['without a licence', () => rejected, 'may get documents', 'on no device'],
    ['whose licence is revoked', () => LICENSED.id, 'revoked', 'on no device'],
    ['with a licence', () => licensed, 'may get documents', 'on a device'],
  ])('the page of a person %s says the state of each', async (_, id, person, licence) => {
    for (const page of [visit.page, phone]) {
      await open(page, `/holders/${id()}`);
      const facts = page.getByRole('complementary', { name: 'Holder', exact: true }).locator('.facts');
      await facts.locator('.badge', { hasText: person }).waitFor();
      await facts.locator('.badge', { hasText: new RegExp(`^.\\s${licence}$`, 'i') }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
    }
  });

  it('the page of an erasure says that the person was erased, and when', async () => {
    const { page } = visit;
    await open(page, `/holders/${erasureId}`);
    await page.getByRole('heading', { name: 'The holder is erased' }).waitFor();
    await page.locator('.state time').waitFor();
    expect(await page.getByText('Nothing was found with this id').count()).toBe(0);
  });

  it('the page of an id without entries does not show an empty audit log', async () => {
    const { page } = visit;
    await open(page, '/holders/applicant-99');
    await page.getByText('If a holder with this id was erased').waitFor();
    expect(await page.getByText('Nothing was recorded').count()).toBe(0);
  });
});

describe('On a phone', () => {
  it.each(['/reviews', '/holders', '/credentials'])(
    'in the list %s the name and the id of a person are one line, and what follows has small labels beside it',
    async (path) => {
      await open(phone, path);
      const cell = phone.locator('td:has(.person-of a)').first();
      // Until the name is known, the link is the id.
      await cell.locator('.small .id').waitFor();
      const [name, id] = await Promise.all(
        ['a', '.small .id'].map((part) => cell.locator(part).first().boundingBox()),
      );
      expect(id!.y).toBeLessThan(name!.y + name!.height);
      expect(await phone.locator('tbody tr').first().boundingBox()).toMatchObject({
        height: expect.toSatisfy((height: number) => height < 200),
      });
      expect(await axeFindings(phone)).toEqual([]);
    },
  );

  it('no reason covers a cell of the refusals', async () => {
    await open(phone, '/');
    const frame = phone.getByRole('region', { name: 'Refusals by reason' }).locator('table');
    const cell = frame.locator('tbody td a').first();
    await expect
      .poll(async () => {
        await phone.reload();
        await phone
          .getByText(/Refus(ed requests:|als by reason)/)
          .first()
          .waitFor();
        return cell.count();
      })
      .toBeGreaterThan(0);
    const reason = await phone.locator('.heat tbody th > *').first().boundingBox();
    expect(reason!.y + reason!.height).toBeLessThanOrEqual((await cell.boundingBox())!.y + 1);
  });
});
