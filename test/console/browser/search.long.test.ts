import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shownId } from '../../../console/src/kit/shown-id.ts';
import { emailName } from '../../../src/admin/contract/audit-log/email-name.ts';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { people } from '../../../src/demo/consoles/applicants.ts';
import { consoleUser } from '../../../src/demo/consoles/people.ts';
import { mdl } from '../../support/records.ts';
import { axeFindings } from './support/axe.ts';
import { useBothConsoles } from './support/both-consoles.ts';
import { option, palette, search } from './support/palette.ts';
import { LICENSED } from './support/story.ts';
import { signIn } from './support/visit.ts';

const { id: HOLDER, name: NAME, given_name, family_name, birth_date } = LICENSED;

const { stage, at } = useBothConsoles();
let credentialId: string;
beforeAll(async () => {
  const { credentials } = await callAdmin(stage().server.operator, 'listCredentials', { holderId: HOLDER });
  credentialId = credentials[0]!.id;
  // The first seal makes the key that an action changes.
  await stage().server.server.context.sealLog();
});

describe('An action of the operators’ console, from everywhere', () => {
  let page: Page;
  beforeEach(async () => {
    page = await at('operators');
  });

  it.each([
    ['invite user', 'Invite a user', 'Invite a person'],
    ['rotate a key', 'Rotate a key', /Rotate a key/],
    ['certificate', 'Request a certificate for a key', /certificate/],
    ['export audit log', 'Export the audit log', 'Export'],
    ['verify', 'Verify the audit log', 'Verify the audit log'],
    ['legal hold', 'Place a legal hold', 'Place a legal hold'],
    ['create client', 'New client', 'New client'],
    ['rotate audit', 'Rotate the key of the audit log', 'Change the key'],
  ] as const)('“%s” opens its dialog', async (text, name, dialog) => {
    await search(page, text);
    await palette(page).getByRole('option', { name, exact: true }).click();
    await page.getByRole('dialog', { name: dialog }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    // Neither another visit nor a step back opens it again.
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it.each([
    ['import holders', 'Import holders', '/holders/import'],
    ['record a compromise', 'Record a compromise of a key', '/keys'],
    ['drill', 'Practise a compromise of a key (drill)', '/keys'],
  ])('“%s” opens the page that has it', async (text, name, path) => {
    await search(page, text);
    await option(page, name).first().click();
    await page.waitForURL((url) => url.pathname === `/console${path}`);
  });

  it('pages and actions with the text in their names come before people whose ids begin with it', async () => {
    await search(page, 'hold');
    await option(page, 'Margit Halvorsen').waitFor();
    const groups = palette(page).getByRole('group');
    const names = await groups.evaluateAll((all) =>
      all.map((one) => document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent),
    );
    expect(names.slice(0, 3)).toEqual(['Pages', 'Actions', 'Holders']);
    await option(page, 'Place a legal hold').waitFor();
    await palette(page).getByRole('combobox').fill('margit');
    await expect
      .poll(() => palette(page).getByRole('option').first().innerText())
      .toMatch(/^Margit Halvorsen/);
  });

  it('a role that may not do it is not offered it', async () => {
    const visit = await stage().visit('operators');
    await signIn(visit.page, await consoleUser(stage().server, 'vic', { role: 'viewer', publishers: [] }));
    await visit.page.getByRole('heading', { name: 'Today', exact: true }).waitFor();
    await search(visit.page, 'audit log');
    await option(visit.page, 'Export the audit log').waitFor();
    expect(await option(visit.page, 'Rotate the key of the audit log').count()).toBe(0);
    await visit.context.close();
  });
});

describe('A dialog that the page of a user is asked for', () => {
  let page: Page;
  beforeEach(async () => {
    page = await at('operators');
    const { users } = await callAdmin(stage().server.operator, 'listUsers', {});
    const { id, email } = users.find((user) => user.email === stage().users.operators.email)!;
    await page.goto(`${stage().urls.operators}/console/users/${id}`);
    await page.getByRole('heading', { level: 1, name: emailName(email) }).waitFor();
    await page.getByRole('button', { name: 'Disable' }).first().waitFor();
  });

  /** As the search asks; the router hears of each change of the history. */
  async function ask(dialog: string): Promise<void> {
    await page.evaluate((name) => history.replaceState({ ...history.state, dialog: name }, ''), dialog);
    await page.waitForFunction(() => history.state.dialog === undefined);
  }

  it('opens if the page offers it', async () => {
    await ask('disableUser');
    await page.getByRole('dialog').waitFor();
  });

  it('does not open if the page does not: there are no passkeys to remove', async () => {
    await ask('resetUserPasskeys');
    await ask('disableUser');
    await page.getByRole('dialog', { name: /disable/i }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
  });
});

describe('A thing that was found', () => {
  let page: Page;
  beforeEach(async () => {
    page = await at('operators');
  });

  it('a credential and a device have the name of the person and what they are', async () => {
    await search(page, credentialId);
    await option(page, new RegExp(`^${NAME}’s licence`)).waitFor();
    const { deviceReferenceId } = (
      await callAdmin(stage().server.operator, 'listCredentials', { holderId: HOLDER })
    ).credentials[0]!;
    await palette(page).getByRole('combobox').fill(deviceReferenceId);
    await option(page, new RegExp(`^${NAME}’s device`)).waitFor();
  });

  it('a thing is found by the first four characters of its id, also if they could be a number or a word', async () => {
    const { operator } = stage().server;
    const { credentials } = await callAdmin(operator, 'listCredentials', {});
    const { proofings } = await callAdmin(operator, 'listProofings', {});
    const ids = [...credentials, ...proofings].map(({ id }) => id);
    const plain = ids.filter((id) => !/\d[a-f]/.test(id.slice(0, 4)));
    expect(plain).not.toEqual([]);
    for (const id of plain.slice(0, 3)) {
      await search(page, id.slice(0, 4));
      await option(page, new RegExp(shownId(id))).waitFor();
      await page.keyboard.press('Escape');
    }
  });

  it('a holder whose id has only digits is found by it', async () => {
    const elements = mdl({ given_name: 'Nora', family_name: 'Ziffer' });
    await callAdmin(stage().server.operator, 'importHolders', { holders: [{ id: '100234', elements }] });
    await search(page, '1002');
    await option(page, /Nora Ziffer.*100234/).waitFor();
  });

  it('a device without a credential has the name of the person too, and is found by it', async () => {
    const { proofings } = await callAdmin(stage().server.operator, 'listProofings', { state: 'pending' });
    const { holderId, deviceReferenceId } = proofings[0]!;
    const { given_name: given, family_name: family } = people().find(({ id }) => id === holderId)!;
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    await page.goto(`${stage().urls.operators}/console/holders/${holderId}`);
    await page.getByRole('heading', { level: 1, name: `${given} ${family}` }).waitFor();
    urls.length = 0;
    await search(page, family);
    await option(page, new RegExp(`^${given} ${family}’s device.*${shownId(deviceReferenceId)}`)).waitFor();
    // A list of credentials and one of proofings, however many they are.
    expect(urls.filter((url) => url.includes('pageSize=4'))).toHaveLength(2);
    expect(urls.filter((url) => url.includes('/devices/'))).toEqual([]);
  });

  it('names and numbers of documents are in no address of a request', async () => {
    const typed = ['Brandt', family_name, 'D-123456', 'D1234567', '01795441918376'];
    const urls: string[] = [];
    const bodies: (string | null)[] = [];
    page.on('request', (request) => {
      urls.push(decodeURIComponent(request.url()));
      bodies.push(request.postData());
    });
    for (const text of [...typed, HOLDER, credentialId.slice(0, 4)]) {
      await search(page, text);
      await option(
        page,
        text === family_name || text === 'Brandt' ? /Find a person/ : /with document number|’s licence/,
      )
        .first()
        .waitFor();
      await page.keyboard.press('Escape');
    }
    await search(page, 'D-123456');
    await option(page, /with document number/).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'No holder found' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/holders');
    expect([page.url(), ...urls].filter((url) => typed.some((text) => url.includes(text)))).toEqual([]);
    // Also the start of an id: the page does not have to tell it from a name.
    expect(urls.filter((url) => url.includes('idPrefix'))).toEqual([]);
    expect(bodies).toContain(JSON.stringify({ idPrefix: HOLDER }));
  });

  it('the thing with an id comes before a document with this number', async () => {
    await search(page, HOLDER);
    await option(page, new RegExp(`^${NAME}`)).waitFor();
    const first = palette(page).getByRole('option').first();
    expect(await first.textContent()).toContain(NAME);
    await option(page, /with document number/).waitFor();
  });

  it('a name with a part of the date of birth is a name: the search says what it asks for', async () => {
    const typed = `${given_name} ${birth_date.slice(0, 4)}`;
    await search(page, typed);
    await option(
      page,
      new RegExp(`^Find a person with the name ${given_name} – asks for the family name`),
    ).waitFor();
    expect(await option(page, /document number/).count()).toBe(0);
    await page.goto(`${stage().urls.operators}/console/holders/${HOLDER}`);
    await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
    await search(page, typed);
    await option(page, new RegExp(`^${NAME}`))
      .first()
      .waitFor();
    await palette(page).getByRole('combobox').fill(`${given_name} 1801-01-01`);
    await option(page, `Find ${given_name} 1801-01-01`).waitFor();
    expect(await option(page, new RegExp(`^${NAME}`)).count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  it('a person whose name was shown is found by it, with credentials, and the actions open', async () => {
    await page.goto(`${stage().urls.operators}/console/holders/${HOLDER}`);
    await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    await search(page, family_name);
    await option(page, new RegExp(`^${NAME}’s licence`)).waitFor();
    expect(urls.filter((url) => url.endsWith(`/holders/${HOLDER}`))).toHaveLength(1);
    expect(await axeFindings(page)).toEqual([]);
    await option(page, `Revoke ${NAME}’s licence`).click();
    await page.getByRole('dialog', { name: `Revoke ${NAME}’s licence?` }).waitFor();
    expect(page.url()).toContain(`/credentials/${credentialId}`);
    await page.keyboard.press('Escape');
    await search(page, HOLDER);
    const actions = palette(page).getByRole('group', { name: `Actions on ${NAME}`, exact: true });
    const erase = actions.getByRole('option', { name: `Erase ${NAME} and all data` });
    await erase.waitFor();
    const offered = await actions.getByRole('option').allInnerTexts();
    const final = [`Revoke ${NAME} and all credentials`, `Erase ${NAME} and all data`];
    expect(offered.slice(-4)).toEqual([`Audit log about ${NAME}`, 'Revoke a code', ...final]);
    // As in menus: a code is revoked on the page that opens.
    expect(await actions.locator('.danger').allInnerTexts()).toEqual(final);
    expect(await axeFindings(page)).toEqual([]);
    expect(await option(page, /^Explain the request|^Audit log about applicant/).count()).toBe(0);
    await erase.click();
    await page.getByRole('dialog', { name: `Erase ${NAME}?` }).waitFor();
    await page.keyboard.press('Escape');
    await search(page, family_name);
    await option(page, `Audit log about ${NAME}`).click();
    await page.getByRole('button', { name: `Remove the filter Person: ${NAME}` }).waitFor();
  });

  it('an erasure that a legal hold forbids is not offered', async () => {
    const { operator } = stage().server;
    const of = { holderId: HOLDER, reason: 'litigation', reviewTime: '2099-02-02T00:00:00Z' } as const;
    const { id } = await callAdmin(operator, 'placeHold', of);
    await search(page, HOLDER);
    const actions = palette(page).getByRole('group', { name: /^Actions on / });
    await actions.getByRole('option', { name: `Revoke ${NAME}` }).waitFor();
    expect(await actions.getByRole('option', { name: `Erase ${NAME}` }).count()).toBe(0);
    await callAdmin(operator, 'liftHold', { id });
  });
});

describe('The search in the mediation console', () => {
  it('finds actions, and those on a group that was found', async () => {
    const page = await at('mediation');
    await search(page, 'report');
    await option(page, 'Make a report').click();
    await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
    await search(page, 'lint');
    await option(page, 'Findings').click();
    await page.getByRole('heading', { level: 1, name: 'Findings' }).waitFor();
    await search(page, 'new ad unit');
    await option(page, 'New ad unit').last().waitFor();
    await palette(page).getByRole('combobox').fill('Main menu, Android');
    // The heading above it names the group.
    await option(page, 'Add a line').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await option(page, 'Add a line').click();
    await page.getByRole('heading', { level: 1, name: 'Main menu, Android' }).waitFor();
    await page.getByRole('dialog', { name: /line/i }).waitFor();
    await page.keyboard.press('Escape');
    await search(page, 'Main menu, Android');
    await option(page, /experiment/i)
      .first()
      .click();
    await page.waitForURL(/tab=experiment/);
  });

  it('is offered in the operators’ console, which gives it no text, because that may be a name', async () => {
    const page = await at('operators');
    const urls: string[] = [];
    page.on('framenavigated', (frame) => urls.push(frame.url()));
    await search(page, family_name);
    await option(page, /^Search in the Mediation console/).click();
    await page.waitForURL((url) => url.origin === new URL(stage().urls.mediation).origin);
    await palette(page).getByRole('combobox').waitFor();
    expect(await palette(page).getByRole('combobox').inputValue()).toBe('');
    expect(urls.join(' ')).not.toContain(family_name);
  });

  it('gives its text to the operators’ console, which asks for nothing until a person does', async () => {
    const page = await at('mediation');
    await search(page, HOLDER);
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    await option(page, `Search “${HOLDER}” in the Operators’ console`).click();
    await option(page, `Search “${HOLDER}”`).waitFor();
    await page.waitForTimeout(1000);
    expect(page.url()).not.toContain(HOLDER);
    expect(urls.filter((url) => url.includes(`idPrefix=${HOLDER}`))).toEqual([]);
    await page.keyboard.press('Enter');
    await option(page, new RegExp(`^${NAME}`))
      .first()
      .waitFor();
  });

  it.each([
    ['a name', NAME],
    ['a date of birth', `${NAME} ${birth_date}`],
  ])('%s is not taken over', async (_, text) => {
    const page = await at('mediation');
    await search(page, text);
    const urls: string[] = [];
    page.on('framenavigated', (frame) => urls.push(frame.url()));
    await option(page, /^Search in the Operators’ console/).click();
    await palette(page).getByRole('combobox').waitFor();
    expect(urls.join(' ')).not.toContain(family_name);
  });
});
