import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailName } from '../../../src/admin/contract/audit-log/email-name.ts';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { consoleUser } from '../../../src/demo/consoles/people.ts';
import { type ConsoleName, type ConsoleStage, openStage, type Visit } from './support/stage.ts';
import { signIn, signOut, type User } from './support/visit.ts';

let stage: ConsoleStage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const admin = () => stage.server.operator;

async function signedInAs(user: User, console: ConsoleName): Promise<Visit> {
  const visit = await stage.visit(console);
  await signIn(visit.page, user);
  return visit;
}

/** The waiting proofing that the test may use. */
async function waiting(index: number): Promise<string> {
  const holderId = `applicant-${String(index).padStart(2, '0')}`;
  const { proofings } = await callAdmin(admin(), 'listProofings', { holderId, state: 'pending' });
  return proofings[0]!.id;
}

const open = (page: Page, id: string) => page.goto(`${stage.urls.operators}/console/reviews/${id}`);

async function typeRejection(page: Page, note: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Reject/ })
    .first()
    .click();
  await page.getByLabel('Evidence does not match the record').check();
  await page.getByLabel('Note for the audit log').fill(note);
}

const send = (page: Page) =>
  page
    .locator('form')
    .getByRole('button', { name: /^Reject/ })
    .click();

/** A page renews its claim when it is looked at again, and every two minutes. */
const renewClaim = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

describe('While an operator decides', () => {
  it('if the session ends while an operator decides, the typed text stays and is sent after a new sign-in', async () => {
    const { context, page, faults } = await stage.signedIn('operators');
    const { email, password } = stage.users.operators;
    const id = await waiting(2);
    await open(page, id);
    await typeRejection(page, 'typed before the end');
    await callAdmin(admin(), 'signOutUser', { user: email });
    await send(page);
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText(': rejected.').first().waitFor();
    const stateNow = async () => (await callAdmin(admin(), 'getProofing', { id })).state;
    await expect.poll(stateNow, { timeout: 10_000 }).toBe('rejected');
    const { events } = await callAdmin(admin(), 'listEvents', { subject: 'proofing', subjectId: id });
    expect(events.at(-1)).toMatchObject({ event: 'reject', note: 'typed before the end' });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('if another operator decides first, the page says who and when, and keeps the typed reason', async () => {
    const { context, page } = await stage.signedIn('operators');
    const id = await waiting(3);
    await open(page, id);
    await typeRejection(page, 'lost the race');
    await callAdmin(admin(), 'acceptProofing', { id });
    await send(page);
    await page.getByText('Already decided: accepted').waitFor();
    await page.getByText('lost the race').waitFor();
    expect((await callAdmin(admin(), 'getProofing', { id })).state).toBe('accepted');
    await context.close();
  });

  it.each([
    [1280, 6],
    [375, 7],
  ])(
    'what was decided elsewhere is no longer claimed, and has its new state: %i pixels',
    async (width, index) => {
      const { context, page } = await stage.signedIn('operators', { width });
      const id = await waiting(index);
      await open(page, id);
      const badge = page.locator('.lead-facts .badge');
      await badge.filter({ hasText: 'waits for a decision' }).waitFor();
      await callAdmin(admin(), 'rejectProofing', { id, detail: { evidenceMismatch: {} } });
      await renewClaim(page);
      await badge.filter({ hasText: 'rejected' }).waitFor();
      await page.getByText('Already decided: rejected').waitFor();
      const claims: string[] = [];
      page.on('request', (request) => {
        if (/:claim$/.test(request.url())) claims.push(request.url());
      });
      await renewClaim(page);
      await page.getByRole('link', { name: 'All reviews' }).click();
      await page.getByRole('heading', { level: 1, name: 'Reviews' }).waitFor();
      expect(claims).toEqual([]);
      expect(await page.locator(`a[href$="${id}"]`).count()).toBe(0);
      await context.close();
    },
  );

  it('a proofing that another operator has open can be taken over, and both operators are told', async () => {
    const first = await stage.signedIn('operators');
    const id = await waiting(4);
    await open(first.page, id);
    await typeRejection(first.page, 'typed before it was taken');
    const eve = await consoleUser(stage.server, 'eve', { role: 'approver', publishers: [] });
    const second = await signedInAs(eve, 'operators');
    await open(second.page, id);
    await second.page.getByText('Grace has this open').waitFor();
    for (const decision of ['Accept', 'Reject', 'Challenge']) {
      const button = second.page.getByRole('button', { name: new RegExp(`^${decision}`) });
      await expect.poll(() => button.isDisabled()).toBe(true);
    }
    await second.page.keyboard.press('a');
    expect(await second.page.locator('.decision-panel').count()).toBe(0);
    await second.page.getByRole('button', { name: 'Take over' }).click();
    await second.page.getByText('You took the proofing over.').waitFor();
    const { claim } = await callAdmin(admin(), 'getProofing', { id });
    expect(claim?.operatorId).toBe(eve.userId);

    await first.page.bringToFront();
    await renewClaim(first.page);
    await first.page.getByText('Eve took this over').waitFor();
    expect(await first.page.getByLabel('Note for the audit log').inputValue()).toBe(
      'typed before it was taken',
    );
    await first.page.getByText('Take it over to decide', { exact: true }).waitFor();
    expect(await first.page.locator('form button[type=submit]').isDisabled()).toBe(true);
    for (const { context } of [first, second]) await context.close();
  });

  it('signing out releases the claim on the open proofing, and sends no request that is refused', async () => {
    const { context, page } = await stage.signedIn('operators');
    const id = await waiting(9);
    const claimant = async () => (await callAdmin(admin(), 'getProofing', { id })).claim?.operatorId;
    await open(page, id);
    await expect.poll(claimant).toBe(stage.users.operators.userId);
    const answers: number[] = [];
    page.on('response', (answer) => {
      if (answer.url().endsWith(':release')) answers.push(answer.status());
    });
    await signOut(page);
    await expect.poll(claimant).toBeUndefined();
    await expect.poll(() => answers).toEqual([200]);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(answers).toEqual([200]);
    await context.close();
  });

  it('closing a form gives the focus back to the button that opened it', async () => {
    const { context, page } = await stage.signedIn('operators');
    await open(page, await waiting(9));
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-decision'));
    await page.getByRole('button', { name: /^Reject/ }).click();
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe('reject');
    await page.keyboard.press('c');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(focused).toBe('challenge');
    await context.close();
  });

  it('on a phone the portrait that the form asks for comes into view, above the form', async () => {
    const { context, page } = await stage.signedIn('operators', { width: 375 });
    await open(page, await waiting(8));
    await page.getByRole('button', { name: /^Accept/ }).click();
    await page.locator('.decision-panel').getByRole('button', { name: 'Show portrait' }).click();
    const portrait = page.locator('.review-person .portrait img').first();
    await portrait.waitFor();
    const above = async () => {
      const [image, form] = [
        await portrait.boundingBox(),
        await page.locator('.review-decision').boundingBox(),
      ];
      return image !== null && form !== null && image.y >= 0 && image.y + image.height <= form.y + 1;
    };
    await expect.poll(above).toBe(true);
    await context.close();
  });

  it('the decision of an operator who lost the role is refused, and the page says why', async () => {
    const eve = await consoleUser(stage.server, 'eve', { role: 'approver', publishers: [] });
    const { context, page } = await signedInAs(eve, 'operators');
    const id = await waiting(5);
    await open(page, id);
    await typeRejection(page, 'without a role');
    await callAdmin(admin(), 'setUserRole', { user: eve.userId, role: 'viewer' });
    await send(page);
    await page
      .getByText(/does not allow this|role approver/)
      .first()
      .waitFor();
    expect((await callAdmin(admin(), 'getProofing', { id })).state).toBe('pending');
    await context.close();
  });
});

const GROUP = 'After a race, Android';
const cpmOf = (page: Page, line: string) => page.getByLabel(`CPM of ${line} in US dollars`);
const preview = (page: Page) => page.getByRole('button', { name: /^Preview and save/ }).click();

async function save(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'What will change' });
  await dialog.getByRole('button', { name: /^Save/ }).click();
  await page.getByText('Saved.').waitFor();
}

describe('While an ad-ops engineer edits a group', () => {
  it('if another person saved the group meanwhile, three columns show all versions of the values to choose from', async () => {
    const first = await stage.signedIn('mediation');
    const { publishers } = await callAdmin(admin(), 'listPublishers', {});
    const cy = await consoleUser(stage.server, 'cy', { publishers: [publishers[0]!.id] });
    const second = await signedInAs(cy, 'mediation');
    for (const { page } of [first, second]) await page.getByRole('link', { name: GROUP }).click();
    await cpmOf(first.page, 'AppLovin').fill('3.60');

    await cpmOf(second.page, 'AppLovin').fill('3.90');
    await cpmOf(second.page, 'ironSource').fill('2.90');
    await preview(second.page);
    await save(second.page);

    await preview(first.page);
    const dialog = first.page.getByRole('dialog', { name: 'Someone else changed this group' });
    await dialog.getByText(`${emailName(cy.email)} saved a change`).waitFor();
    const cells = async (field: string) =>
      (await dialog.getByRole('row').filter({ hasText: field }).getByRole('cell').allInnerTexts()).slice(-3);
    expect(await cells('AppLovin')).toEqual(['$3.40', '$3.90', '$3.60']);
    expect(await cells('ironSource')).toEqual(['$2.75', '$2.90', '$2.75']);
    const goOn = dialog.getByRole('button', { name: 'Keep these and continue' });
    // Both people changed the price of AppLovin. Nothing is selected until the person chooses.
    expect(await goOn.isDisabled()).toBe(true);
    await dialog.getByLabel('$3.60').check();
    await goOn.click();
    await save(first.page);
    expect(await cpmOf(first.page, 'AppLovin').inputValue()).toBe('3.60');
    expect(await cpmOf(first.page, 'ironSource').inputValue()).toBe('2.90');
    expect([...first.faults, ...second.faults]).toEqual([]);
    for (const { context } of [first, second]) await context.close();
  });
});

describe('Signing out', () => {
  it('signing out ends the session in all tabs of the browser', async () => {
    const { context, page } = await stage.signedIn('operators');
    const other = await context.newPage();
    await other.goto(`${stage.urls.operators}/console/reviews`);
    await other.locator('#content').waitFor();
    await signOut(page);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    await context.close();
  });
});
