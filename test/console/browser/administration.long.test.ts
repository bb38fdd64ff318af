import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { nextDrillTime } from '../../../src/client/drills.ts';
import { countCompromised } from '../../../src/issuer/compromise/count-msos.ts';
import { recordDrill } from '../../../src/server/files/last-drill.ts';
import { activeKey } from '../../keys/support/keys.ts';
import { startChromium } from '../../support/chromium.ts';
import { activePhone } from '../../support/devices.ts';
import { newUser } from '../../support/operator.ts';
import { HOOK_TIMEOUT, useWorld } from '../../support/use-world.ts';
import { WITH_CONSOLES } from '../../support/world.ts';
import { PASSWORD } from '../support/people.ts';
import { axeFindings } from './support/axe.ts';
import { openVisit, signIn, type Visit } from './support/visit.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ADA = { email: 'ada@example.com', password: PASSWORD };
const NEW = { email: 'new.person@example.com', given: 'the first password', own: 'a password of their own' };

// Browsers use the time of the machine.
const world = useWorld({ startAt: Date.now(), settings: WITH_CONSOLES });
let browser: Browser;
let visit: Visit;
beforeAll(async () => {
  browser = await startChromium();
  await newUser(world(), ADA.email, 'administrator');
  visit = await openVisit(browser, `${world().server.adminUrl}/console/`);
  await signIn(visit.page, ADA);
}, HOOK_TIMEOUT);
afterAll(() => browser?.close());

const place = (name: string) => visit.page.getByRole('link', { name, exact: true }).click();
/** A dialog whose title begins so; some go on with the name of what they act on. */
const dialog = (name: string) => visit.page.getByRole('dialog', { name: new RegExp(`^${name}`) });

/** The action with the same name as its dialog. */
async function act(name: string, fill: () => Promise<unknown> = async () => {}): Promise<void> {
  const { page } = visit;
  await page.locator('main').getByRole('button', { name, exact: true }).click();
  await fill();
  await dialog(name).getByRole('button', { name, exact: true }).click();
  await dialog(name).waitFor({ state: 'detached' });
}

const person = () => callAdmin(world().connection, 'getUser', { user: NEW.email });

describe('An administrator', () => {
  beforeEach(async () => {
    const known = await callAdmin(world().connection, 'listUsers', {});
    await place('Users');
    const { page } = visit;
    if (known.users.some(({ email }) => email === NEW.email))
      await page.getByRole('link', { name: 'New Person' }).click();
  });

  it('an administrator invites a user with a role, and the user chooses a password at the address', async () => {
    const { page } = visit;
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const form = dialog('Invite a person');
    // Why the button is disabled.
    await form.getByText('Still missing: email').waitFor();
    await form.getByLabel('Email').fill(NEW.email);
    await form.getByText('Still missing: role').waitFor();
    await form.getByLabel('Role', { exact: true }).selectOption('none');
    await form
      .getByText('Without a role and a publisher account, the user can sign in, but sees no data.')
      .waitFor();
    expect(await form.getByText('Still missing').count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await form.getByLabel('Role', { exact: true }).selectOption('viewer');
    await form.getByText('sees no data in the mediation console').waitFor();
    await form.getByRole('button', { name: 'Invite', exact: true }).click();
    const shown = dialog(`Invitation for ${NEW.email}`);
    const address = (await shown.locator('.token .mono').textContent()) ?? '';
    const mail = await shown.getByRole('link', { name: 'Send it by email' }).getAttribute('href');
    expect(decodeURIComponent(mail ?? '')).toContain(address);
    await shown.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('row').filter({ hasText: NEW.email }).getByText('invited').waitFor();
    await page.getByRole('link', { name: 'New Person' }).click();
    // What is left to do for a person who has not accepted is the main action of the page.
    await page.locator('.page-top .button.main', { hasText: 'Invite again' }).waitFor();
    expect(await page.getByRole('button', { name: 'Invite again' }).count()).toBe(1);
    // There is no password yet that would end.
    await page.getByRole('button', { name: 'Invite again' }).click();
    await dialog('Invite again').getByText('The earlier one no longer works.').waitFor();
    expect(await dialog('Invite again').getByText('password no longer works').count()).toBe(0);
    await page.keyboard.press('Escape');

    const first = await openVisit(browser, address);
    await first.page.getByLabel('New password, 12 characters or more').fill(NEW.own);
    await first.page.getByLabel('New password again').fill(NEW.own);
    expect(first.page.url()).not.toContain('invitation=');
    await first.page.getByRole('button', { name: 'Choose password and sign in' }).click();
    await first.page.locator('#content').waitFor();
    expect(await first.page.getByRole('link', { name: 'Users', exact: true }).count()).toBe(0);
    await first.page.goto(`${world().server.adminUrl}/console/nothing`);
    await first.page.goto(address);
    await first.page.getByText('This invitation no longer works').waitFor();
    await first.page.getByText('users invite-again').waitFor();
    expect(first.faults.filter((fault) => !fault.includes('401'))).toEqual([]);
    await first.context.close();
  });

  it('an administrator gives a user another role', async () => {
    await act('Change role', () =>
      dialog('Change role').getByLabel('Role', { exact: true }).selectOption('approver'),
    );
    await visit.page.locator('main dl').getByText('approver').waitFor();
    expect((await person()).role).toBe('approver');
  });

  it('an administrator disables a user, and enables the user again with Undo in the message', async () => {
    await act('Disable');
    expect((await person()).state).toBe('disabled');
    await visit.page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await visit.page.getByText('Enabled again.').waitFor();
    expect((await person()).state).toBe('active');
  });

  it('the page of a user does not offer what would change nothing', async () => {
    const main = visit.page.locator('main');
    await main.getByText('The user has no passkey').waitFor();
    await main.getByRole('button', { name: 'Make a new sign-in link' }).waitFor();
    for (const name of ['Remove passkeys', 'Enable'])
      expect(await main.getByRole('button', { name, exact: true }).count(), name).toBe(0);
  });

  it('the own page offers neither to disable nor to delete the account', async () => {
    const main = visit.page.locator('main');
    await place('Users');
    await visit.page.getByRole('link', { name: 'Ada', exact: true }).click();
    await main.getByRole('button', { name: 'Change role' }).waitFor();
    for (const name of ['Disable', 'Delete'])
      expect(await main.getByRole('button', { name, exact: true }).count(), name).toBe(0);
  });

  it('an administrator invites a user again, whose password then no longer works', async () => {
    const { page } = visit;
    await act('Make a new sign-in link');
    await dialog(`Invitation for ${NEW.email}`).getByRole('button', { name: 'Close' }).last().click();
    await page.locator('main .badge', { hasText: 'Invited' }).first().waitFor();
    expect((await person()).mustChangePassword).toBe(true);
  });

  it('an administrator must type the end of the name of a user to delete the user', async () => {
    const { page } = visit;
    await page.locator('main').getByRole('button', { name: 'Delete', exact: true }).click();
    const remove = dialog('Delete New Person').getByRole('button', { name: 'Delete', exact: true });
    expect(await remove.isDisabled()).toBe(true);
    await dialog('Delete New Person').getByText('Still missing: the confirmation').waitFor();
    await dialog('Delete New Person').getByLabel('Type rson to confirm').fill('rson');
    await remove.click();
    await page.getByRole('heading', { name: 'Users', exact: true }).waitFor();
    await expect(person()).rejects.toThrow();
  });

  it('the page of one’s own user marks this session, and offers to end only others', async () => {
    const { page } = visit;
    await page.getByRole('link', { name: 'Ada', exact: true }).click();
    await page.locator('main').getByText('this session').waitFor();
    expect(await page.locator('main').getByRole('button', { name: 'End session' }).count()).toBe(0);
  });

  it('an administrator chooses the columns of a list, and the browser remembers the choice', async () => {
    const { page, faults } = visit;
    await place('Users');
    const head = page.getByRole('columnheader', { name: 'Role', exact: true });
    const box = page.getByLabel('Role', { exact: true });
    await head.waitFor();
    const columns = page.getByText('Columns', { exact: true }).first();
    expect((await columns.boundingBox())!.y).toBeLessThan((await page.getByRole('table').boundingBox())!.y);
    await columns.click();
    await box.uncheck();
    await head.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('columnheader').first().waitFor();
    expect(await head.count()).toBe(0);
    await page.getByText('Columns', { exact: true }).first().click();
    await box.check();
    await head.waitFor();
    expect(faults).toEqual([]);
  });

  it('an administrator reads the findings with their remedies, and the source of each setting', async () => {
    const { page, faults } = visit;
    await place('Policy and settings');
    const { findings } = await callAdmin(world().connection, 'getFindings', {});
    const told = findings.find(({ level, remedy }) => level !== 'ok' && remedy !== undefined);
    // The console links no pages of the documentation.
    const remedy = told!.remedy!.replace(/; see docs\S+$/, '');
    await page.locator('main').getByText(remedy).first().waitFor();
    await page.getByLabel('Name contains').fill('issuer.decisions');
    const row = page.getByRole('row').filter({ hasText: 'issuer.decisions' });
    await row.waitFor();
    expect(await row.getByRole('cell').last().innerText()).toMatch(/Default/);
    expect(faults).toEqual([]);
  });

  it('an administrator makes the key of a status signer, and downloads its certification request', async () => {
    await place('Keys');
    const { page, faults } = visit;
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('button', { name: 'Request a certificate' }).click();
    const form = dialog('Request a certificate');
    await form.getByLabel('Key').selectOption('statusSigner');
    await form.getByRole('button', { name: 'Create key and request' }).click();
    await form.getByText('-----BEGIN CERTIFICATE REQUEST-----').waitFor();
    const saved = page.waitForEvent('download');
    await form.getByRole('button', { name: 'Download PEM' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^[0-9A-F]+\.csr$/);
    await form.getByRole('button', { name: 'Close' }).click();
    const { certificationRequests } = await callAdmin(world().connection, 'listKeys', {});
    expect(certificationRequests.map(({ role }) => role)).toEqual(['statusSigner']);
    expect(faults).toEqual([]);
  });

  it('an administrator sees when a compromise was practised, what follows and when, with the commands', async () => {
    await place('Keys');
    const { page, faults } = visit;
    const box = page.getByRole('region', { name: 'Practise a compromise' });
    await box.getByText('no drill has run on this data folder yet').waitFor();
    const drill = box.getByRole('button', { name: 'Copy the command for a drill' });
    expect(await drill.getAttribute('title')).toMatch(/ keys drill documentSigner --out drill\.json$/);
    const time = new Date(world().now() - 2 * HOUR).toISOString();
    recordDrill(world().server.context.folder, { time, role: 'documentSigner' });
    await page.reload();
    const steps = box.getByRole('listitem');
    await steps.filter({ hasText: 'Practised: Document signer' }).waitFor();
    expect(await steps.filter({ hasText: 'Check the report' }).getAttribute('aria-current')).toBe('step');
    const next = await steps.filter({ hasText: 'Practise again' }).locator('time').getAttribute('datetime');
    expect(next).toBe(nextDrillTime(time));
    expect(faults).toEqual([]);
  });

  it('an administrator sees how many documents of a compromised key are not replaced, until when forgeries last, and what to do', async () => {
    await activePhone(world(), 3);
    const { id } = await activeKey(world(), 'documentSigner');
    const sinceTime = new Date(world().now() - HOUR).toISOString();
    const { key } = await callAdmin(world().connection, 'compromiseKey', { id, sinceTime });
    await place('Keys');
    const { page, faults } = visit;
    await page.reload();
    const box = page.getByRole('region', { name: 'Compromised key: Document signer' });
    await box.getByText('being counted').waitFor();
    world().advance(2 * MINUTE);
    await countCompromised(world().server.context.store, world().now());
    await page.reload();
    await box.getByText('3 of 3 valid signed documents (100%)').waitFor();
    const forged = box.getByRole('listitem').filter({ hasText: 'Forged documents possible until' });
    expect(await forged.locator('time').getAttribute('datetime')).toBe(key.notAfterTime);
    await box.getByText('Tell the relying parties').waitFor();
    const notices = box.getByRole('button', { name: 'Copy the command for these files' });
    expect(await notices.getAttribute('title')).toContain(`keys compromise ${id} --progress --out notices`);
    expect(await axeFindings(page)).toEqual([]);
    await page.locator('summary', { hasText: '1 past key' }).click();
    await page
      .getByRole('row')
      .getByText(/Compromised$/)
      .waitFor();
    expect(faults).toEqual([]);
  });
});
