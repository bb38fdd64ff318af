import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { consoleUser } from '../../../src/demo/consoles/people.ts';
import { consolePage } from '../support/console-http.ts';
import { axeFindings } from './support/axe.ts';
import { chooseRare } from './support/more.ts';
import { type ConsoleStage, openStage, type Visit } from './support/stage.ts';
import { LICENSED } from './support/story.ts';
import type { User } from './support/visit.ts';

let stage: ConsoleStage;
let visit: Visit;
/** Another administrator. */
let zoe: User;
beforeAll(async () => {
  stage = await openStage();
  zoe = await consoleUser(stage.server, 'zoe', { role: 'administrator', publishers: [] });
  visit = await stage.signedIn('operators');
});
afterAll(() => stage?.close());

async function at(path: string) {
  const { page } = visit;
  await page.goto(`${stage.urls.operators}/console/${path}`);
  return page;
}

async function signedIn({ email, password }: User) {
  const page = consolePage(stage.urls.operators);
  await page.post('/session:signIn', { email, password });
  return page;
}

async function user(name: string) {
  const { users } = await callAdmin(stage.server.operator, 'listUsers', {});
  return users.find(({ email }) => email === `${name}@example.com`)!;
}

describe('The page of a user', () => {
  it('has the name as its title, and the email below', async () => {
    const page = await at(`users/${(await user('zoe')).id}`);
    await page.getByRole('heading', { level: 1, name: 'Zoe', exact: true }).waitFor();
    await page.locator('main').getByText(zoe.email, { exact: true }).waitFor();
  });

  it('shows the work, the sign-ins and the sign-outs of the user among the entries about the user', async () => {
    const own = await signedIn(zoe);
    await own.post('/admin/v1/holders:name', { ids: ['applicant-11'] });
    await own.post('/session:signOut');
    const { id } = await user('zoe');
    await signedIn(zoe);
    const { sessions } = await callAdmin(stage.server.operator, 'listConsoleSessions', { user: id });
    await callAdmin(stage.server.operator, 'endConsoleSession', { id: sessions[0]!.id });
    const page = await at(`users/${id}`);
    const log = page.locator('.log-row');
    await log.getByText('Zoe signed in to the operators’ console').first().waitFor();
    await log.getByText('Zoe ended a session').first().waitFor();
    await log.getByText(/Someone with the admin token ended Zoe.s session/).waitFor();
    await log.getByText('Zoe looked at the name of').first().waitFor();
    await log.getByText('created Zoe as administrator').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'sign-ins and mediation' }).click();
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    await log.getByText('Zoe signed in').first().waitFor();
    await page.getByText('By client or user Zoe', { exact: true }).waitFor();
  });
});

it('a legal hold is placed on the page of the person, without an id', async () => {
  const page = await at('holders/applicant-11');
  await chooseRare(page, 'Place a hold');
  const dialog = page.getByRole('dialog', { name: 'Place a legal hold' });
  await dialog.getByLabel('Day of review').fill('2099-02-02');
  expect(await dialog.getByRole('combobox', { name: 'Person or id' }).count()).toBe(0);
  await dialog.getByLabel('Reason').selectOption('Litigation');
  await dialog.getByRole('button', { name: 'Place a hold' }).click();
  await page.getByText('A legal hold forbids erasing this person').waitFor();
  const { holds } = await callAdmin(stage.server.operator, 'listHolds', {});
  expect(holds.filter(({ holderId }) => holderId === 'applicant-11')).toHaveLength(1);
});

describe('Devices and credentials are shown in words, with their ids small below', () => {
  it('the device of a rejected proofing, which may be that of another person', async () => {
    const { proofings } = await callAdmin(stage.server.operator, 'listProofings', { state: 'rejected' });
    const { holderId, deviceReferenceId } = proofings.find((one) => one.holderId !== undefined)!;
    const page = await at(`holders/${holderId}?tab=proofings`);
    const link = page.locator(`a[href$="/devices/${deviceReferenceId}"]`);
    await link.waitFor();
    expect(await link.textContent()).toBe('Device');
    await page.getByRole('button', { name: `Copy ${deviceReferenceId}` }).waitFor();
  });

  it('the credential of a person', async () => {
    const page = await at(`holders/${LICENSED.id}?tab=credentials`);
    await page.getByRole('link', { name: `${LICENSED.name}’s licence`, exact: true }).waitFor();
  });

  it('the devices of refused requests, by the name of the person, which is in no address', async () => {
    const urls: string[] = [];
    // The page before may still read what it shows.
    await visit.page.goto('about:blank');
    visit.page.on('request', (request) => urls.push(request.url()));
    const page = await at('explain');
    const devices = page.getByRole('row').locator('a[href*="/devices/"]');
    await devices
      .filter({ hasText: /’s device$/ })
      .first()
      .waitFor();
    const texts = await devices.allTextContents();
    expect(texts.filter((text) => !text.endsWith('’s device'))).toEqual([]);
    const names = texts.map((text) => text.replace('’s device', '').split(' ')[0]!);
    expect(urls.filter((url) => names.some((name) => url.includes(name)))).toEqual([]);
    expect(urls.filter((url) => url.includes('/admin/v1/devices/'))).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
  });
});

describe('A status list on a narrow window', () => {
  it('shows its state, and all else when it is opened', async () => {
    const page = await at('status-lists');
    await page.setViewportSize({ width: 375, height: 800 });
    const row = page.locator('tbody tr').first();
    await row.locator('.badge', { hasText: 'published' }).waitFor();
    const more = row.getByText('Next publication');
    await expect.poll(() => more.first().isVisible()).toBe(false);
    await row.getByText('Details').click();
    await more.filter({ visible: true }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(() => row.getByText('Details').isVisible()).toBe(false);
  });
});

describe('The dates of a review', () => {
  it('say what ends: the deadline, the code and the document', async () => {
    const { proofings } = await callAdmin(stage.server.operator, 'listProofings', { state: 'pending' });
    const page = await at(`reviews/${proofings[0]!.id}`);
    await page.locator('.lead-facts').getByText('Deadline', { exact: false }).waitFor();
    await page.locator('dt', { hasText: /^Code issued$/ }).waitFor();
    await page.locator('dt', { hasText: /^Code expire[ds]$/ }).waitFor();
    await page.locator('dt', { hasText: /^Valid until$/ }).waitFor();
    expect(await page.locator('dt', { hasText: /^(Expires|Issued|Expiry date)$/ }).count()).toBe(0);
  });
});

describe('Accepting while the portrait is hidden', () => {
  it('offers to show it, and then Enter accepts', async () => {
    // Not all applicants can be accepted.
    const applicant = { holderId: 'applicant-01', state: 'pending' } as const;
    const { proofings } = await callAdmin(stage.server.operator, 'listProofings', applicant);
    const page = await at(`reviews/${proofings[0]!.id}`);
    await page.getByRole('button', { name: /^Accept/ }).click();
    const form = page.locator('.decision-panel');
    await form.getByText('The portrait is not shown.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await form.getByRole('button', { name: 'Show portrait' }).click();
    await page.getByRole('img', { name: 'Portrait in the record' }).waitFor();
    expect(await form.getByText('The portrait is not shown.').count()).toBe(0);
    expect(await page.locator(':focus').innerText()).toContain('Accept');
    await page.keyboard.press('Escape');
  });
});

describe('The dates of a record', () => {
  it('stand on one line in the narrow column of a review, also long ones', async () => {
    const { proofings } = await callAdmin(stage.server.operator, 'listProofings', { state: 'pending' });
    const page = await at(`reviews/${proofings[0]!.id}`);
    const value = page.locator('.review-person dt:text-is("Birth date") + dd');
    await value.waitFor();
    const [lines, overflow] = await value.evaluate((cell) => {
      const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode()!;
      text.textContent = '30\u00a0Sept\u00a01975';
      const range = document.createRange();
      range.selectNodeContents(cell);
      const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
      const box = cell.closest('.box')!;
      return [new Set(tops).size, box.scrollWidth - box.clientWidth];
    });
    expect([lines, overflow]).toEqual([1, 0]);
  });
});

describe('A rotation that waits for its end', () => {
  it('is named by Today, with the day from which it can be finished', async () => {
    const answer = await (await signedIn(zoe)).post('/admin/v1/keys:rotate', { role: 'identity' });
    expect(answer.status).toBe(200);
    const page = await at('');
    const card = page.locator('.need', { hasText: 'The rotation of the identity key is under way' });
    await card.getByText(/^It can be finished from \d+\s\w+\s20\d\d/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await card.getByRole('link', { name: 'See keys' }).click();
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
  });
});
