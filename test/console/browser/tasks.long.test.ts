import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { people } from '../../../src/demo/consoles/applicants.ts';
import { type ConsoleName, type ConsoleStage, openStage, type Visit } from './support/stage.ts';

// What people do every day, from the first screen on, with the most clicks that it may take. Choosing from a list counts as a
// click; what is typed does not, and no id is typed.

const HOLDER = 'applicant-11';
const {
  given_name: GIVEN,
  family_name: FAMILY,
  birth_date: BIRTH,
} = people().find(({ id }) => id === HOLDER)!;
const NAME = `${GIVEN} ${FAMILY}`;

/** Milliseconds: what people look for is on the screen. */
const PATIENCE = 10_000;

let stage: ConsoleStage;
const visits = new Map<ConsoleName, Visit>();
beforeAll(async () => {
  stage = await openStage();
  for (const name of ['operators', 'mediation'] as const) {
    const visit = await stage.signedIn(name);
    visit.page.setDefaultTimeout(PATIENCE);
    visits.set(name, visit);
  }
});
afterAll(() => stage?.close());

let clicks = 0;
const count = () => {
  clicks += 1;
};

async function click(target: Locator): Promise<void> {
  count();
  await target.click();
}

async function choose(target: Locator, label: string): Promise<void> {
  count();
  await target.selectOption({ label });
}

const FIRST = { operators: 'Today', mediation: 'Home' } as const;

/** A person begins on the first screen. */
async function begin(name: ConsoleName): Promise<Page> {
  const { page } = visits.get(name)!;
  await page.goto(`${stage.urls[name]}/console/`);
  await page.getByRole('heading', { name: FIRST[name], exact: true }).waitFor();
  clicks = 0;
  return page;
}

const main = (page: Page) => page.locator('main');
const place = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name }).first();

describe('The clicks of an operator', () => {
  let page: Page;
  beforeEach(async () => {
    page = await begin('operators');
  });

  const decided = async (state: string) => {
    const { proofings } = await callAdmin(stage.server.operator, 'listProofings', {
      state: state as 'accepted',
    });
    return proofings.length;
  };

  it('accept the next proofing: 3', async () => {
    const before = await decided('accepted');
    await click(main(page).getByRole('button', { name: /^Open next/ }));
    await click(main(page).getByRole('button', { name: /^Accept/ }));
    await click(page.locator('form').getByRole('button', { name: /^Accept/ }));
    await page.getByText(': accepted.').first().waitFor();
    expect(clicks).toBe(3);
    await expect.poll(() => decided('accepted'), { timeout: 10_000 }).toBe(before + 1);
  });

  it('reject the next proofing, with a reason: 4', async () => {
    const before = await decided('rejected');
    await click(main(page).getByRole('button', { name: /^Open next/ }));
    await click(main(page).getByRole('button', { name: /^Reject/ }));
    await click(page.getByLabel('Evidence does not match the record'));
    await click(page.locator('form').getByRole('button', { name: /^Reject/ }));
    await page.getByText(': rejected.').first().waitFor();
    expect(clicks).toBe(4);
    await expect.poll(() => decided('rejected'), { timeout: 10_000 }).toBe(before + 1);
  });

  it('find a person by name: 2 and the fields', async () => {
    await click(place(page, 'Holders'));
    await page.getByLabel('Family name').fill(FAMILY);
    await page.getByLabel('Given name').fill(GIVEN);
    await page.getByLabel('Birth date').fill(BIRTH);
    await click(main(page).getByRole('button', { name: /^Search/ }));
    await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
    expect(clicks).toBe(2);
  });

  it('what happened to a person, who did it and why: 1 for the newest of all people', async () => {
    await click(place(page, 'Audit log'));
    const log = main(page).getByRole('listitem');
    await log
      .filter({ hasText: /grace.* rejected .*evidence does not match the record/i })
      .first()
      .waitFor();
    expect(clicks).toBe(1);
  });

  it('the message and the note of a decision: 1 more', async () => {
    await click(place(page, 'Audit log'));
    const entry = main(page)
      .getByRole('listitem')
      .filter({ hasText: / rejected / })
      .first();
    await click(entry.getByRole('button', { name: 'Details' }));
    await page.getByRole('dialog').getByText('Evidence does not match the record').first().waitFor();
    expect(clicks).toBe(2);
  });

  it('issue a code for a person whose name is on the screen: 4', async () => {
    await click(place(page, 'Holders'));
    await click(main(page).getByRole('table').getByRole('link').first());
    await click(main(page).getByRole('button', { name: 'Issue code' }));
    await click(page.getByRole('dialog').getByRole('button', { name: /^Issue/ }));
    await page.getByRole('dialog').locator('.id.whole').first().waitFor();
    expect(clicks).toBeLessThanOrEqual(4);
  });

  it('revoke the credential of a person, with a reason and without an id: 5', async () => {
    await click(place(page, 'Credentials'));
    const row = main(page).getByRole('row').filter({ hasText: NAME }).first();
    await click(row.getByRole('link', { name: NAME, exact: true }));
    await page.getByRole('heading', { level: 1, name: new RegExp(`^${NAME}’s`) }).waitFor();
    await click(main(page).getByRole('button', { name: 'Revoke', exact: true }));
    const dialog = page.getByRole('dialog', { name: /^Revoke .*licence\?$/ });
    await choose(dialog.getByRole('combobox'), 'Device stolen');
    const last = (await dialog.getByText(/to confirm$/).textContent())!.split(' ')[1]!;
    expect(last).toHaveLength(4);
    await dialog.getByLabel(/to confirm$/).fill(last);
    await click(dialog.getByRole('button', { name: 'Revoke', exact: true }));
    await page.getByText('Revoked.').waitFor();
    expect(clicks).toBe(5);
  });

  it('why an application was refused: 2', async () => {
    expect((await fetch(`${stage.urls.mediation}/v1beta/accounts`)).status).toBe(401);
    await click(place(page, 'Explain'));
    await click(main(page).getByRole('link', { name: 'Explain', exact: true }).first());
    await main(page).getByText('What to do').first().waitFor();
    expect(clicks).toBe(2);
  });

  it('rotate a key, and see what follows and when: 4', async () => {
    await click(place(page, 'Keys'));
    await click(main(page).getByRole('button', { name: 'Rotate a key' }));
    const dialog = page.getByRole('dialog');
    await choose(dialog.getByRole('combobox'), 'Identity');
    await click(dialog.getByRole('button', { name: 'Start rotation' }));
    const box = main(page).getByRole('region', { name: 'Rotation under way: Identity' });
    await box.getByRole('button', { name: 'Finish rotation' }).waitFor();
    await box.getByRole('listitem').filter({ hasText: 'Wait 14 days' }).locator('time').waitFor();
    expect(clicks).toBe(4);
  });

  it('invite somebody: 4', async () => {
    await click(place(page, 'Users'));
    await click(main(page).getByRole('button', { name: 'Invite', exact: true }));
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill('new.person@example.com');
    count();
    await dialog.getByLabel('Role').selectOption('operator');
    await click(dialog.getByRole('button', { name: 'Invite', exact: true }));
    await page.getByRole('dialog', { name: /^Invitation for / }).waitFor();
    expect(clicks).toBe(4);
  });
});

describe('The clicks of an ad-ops engineer', () => {
  let page: Page;
  beforeEach(async () => {
    page = await begin('mediation');
  });
  const group = (name: string) => page.getByRole('link', { name: `${name}, Android`, exact: true }).first();

  it('what was earned, and which variant wins by how much: none, and 1 for the analysis', async () => {
    await page
      .locator('.tile')
      .filter({ hasText: 'Revenue' })
      .getByText(/\$[\d,]{3}/)
      .waitFor();
    const experiments = page.getByRole('region', { name: 'Experiments' });
    await experiments
      .getByText(/\+[\d.]+% revenue for each user with variant B/)
      .first()
      .waitFor();
    await click(experiments.getByRole('link').first());
    await main(page)
      .getByText(/between/)
      .first()
      .waitFor();
    expect(clicks).toBe(1);
  });

  it('change the price of a line: 3 and the field', async () => {
    await click(group('Main menu'));
    await page.getByLabel('CPM of AppLovin in US dollars').fill('0.61');
    await click(page.getByRole('button', { name: /^Preview and save/ }));
    await click(page.getByRole('dialog').getByRole('button', { name: /^Save/ }));
    await page.getByText('Saved.').waitFor();
    expect(clicks).toBe(3);
  });

  it('who changed a group last, and what: 2', async () => {
    await click(place(page, 'Changes'));
    const newest = main(page).getByRole('listitem').first();
    await newest.getByText('You', { exact: true }).waitFor();
    await click(newest.getByRole('button', { name: /^Details/ }));
    await newest.getByRole('table').getByText('0.61').first().waitFor();
    expect(clicks).toBe(2);
  });

  it('the first report: 1', async () => {
    await click(place(page, 'Reports'));
    await main(page).getByRole('table').first().waitFor();
    expect(clicks).toBe(1);
  });
});
