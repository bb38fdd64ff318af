import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { consoleUser } from '../../../src/cli/demo/consoles/people.ts';
import { type ConsoleStage, openStage } from './support/stage.ts';

let stage: ConsoleStage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const admin = () => stage.server.operator;

/** The waiting proofing that the test may use up. */
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
  await page.getByLabel('Reason').selectOption({ index: 1 });
  await page.getByLabel('Note for the audit log').fill(note);
}

const send = (page: Page) =>
  page
    .locator('form')
    .getByRole('button', { name: /^Reject/ })
    .click();

describe('While an operator decides', () => {
  it('the session ends: what was typed stays, and is sent after signing in on top of it', async () => {
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
    await page.getByText('Rejected.').waitFor();
    const { state } = await callAdmin(admin(), 'getProofing', { id });
    expect(state).toBe('rejected');
    const { events } = await callAdmin(admin(), 'listEvents', { subject: 'proofing', subjectId: id });
    expect(events.at(-1)).toMatchObject({ event: 'reject', note: 'typed before the end' });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('another operator decides: the page says who and when, and keeps the reason that was typed', async () => {
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

  it('another operator has it open: the page says who, and the proofing can be taken over', async () => {
    const first = await stage.signedIn('operators');
    const id = await waiting(4);
    await open(first.page, id);
    await first.page
      .getByRole('button', { name: /^Accept/ })
      .first()
      .waitFor();
    const eve = await consoleUser(stage.server, 'eve', { role: 'approver', publishers: [] });
    const second = await stage.visit('operators');
    await second.page.getByLabel('Email').fill(eve.email);
    await second.page.getByLabel('Password').fill(eve.password);
    await second.page.getByRole('button', { name: 'Sign in' }).click();
    await second.page.locator('#content').waitFor();
    await open(second.page, id);
    await second.page.getByText(`${stage.users.operators.email} has this open`).waitFor();
    await second.page.getByRole('button', { name: 'Take over' }).click();
    await second.page.getByText('You took it over.').waitFor();
    const { claim } = await callAdmin(admin(), 'getProofing', { id });
    expect(claim?.operatorId).toBe(eve.userId);
    for (const { context } of [first, second]) await context.close();
  });

  it('the role is lost: the decision is refused, and the page says that the role does not allow it', async () => {
    const eve = await consoleUser(stage.server, 'eve', { role: 'approver', publishers: [] });
    const { context, page } = await stage.visit('operators');
    await page.getByLabel('Email').fill(eve.email);
    await page.getByLabel('Password').fill(eve.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('#content').waitFor();
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

describe('Signing out', () => {
  it('ends the session in all tabs of the browser', async () => {
    const { context, page } = await stage.signedIn('operators');
    const other = await context.newPage();
    await other.goto(`${stage.urls.operators}/console/reviews`);
    await other.locator('#content').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    await context.close();
  });
});
