import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { consoleUser } from '../../../src/demo/consoles/people.ts';
import { axeFindings } from './support/axe.ts';
import { useBothConsoles } from './support/both-consoles.ts';
import { option, palette, search } from './support/palette.ts';
import { LICENSED } from './support/story.ts';
import { signIn } from './support/visit.ts';

const { id: HOLDER, name: NAME, birth_date } = LICENSED;

const { stage, visit, at } = useBothConsoles();
let credentialId: string;
beforeAll(async () => {
  const { credentials } = await callAdmin(stage().server.operator, 'listCredentials', { holderId: HOLDER });
  credentialId = credentials[0]!.id;
  await callAdmin(stage().server.operator, 'createOAuthClient', { name: 'Reporter' });
});

describe.each([1280, 375])(
  'By keys, on a screen %i wide, an action that needs a person or a thing',
  (width) => {
    let page: Page;
    beforeEach(async () => {
      await visit().page.setViewportSize({ width, height: 800 });
      page = await at('operators');
    });
    afterAll(() => visit().page.setViewportSize({ width: 1280, height: 800 }));

    const question = (name: string) => page.getByRole('dialog', { name });
    const answer = (name: string | RegExp) => page.getByRole('dialog').getByRole('option', { name });
    const type = (text: string) => page.keyboard.type(text);
    const press = (key: string) => page.keyboard.press(key);

    it('asks for it, finds the person by name and date of birth, and opens the dialog', async () => {
      await press('Control+k');
      await type('issue code');
      await press('Enter');
      await question('Issue a pre-authorization code: which holder?').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await type(`${NAME} ${birth_date}`);
      await answer(`Find ${NAME} ${birth_date}`).waitFor();
      await press('Enter');
      await answer(new RegExp(`^${NAME}`)).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await press('Enter');
      await page.getByRole('dialog', { name: 'Issue a pre-authorization code', exact: true }).waitFor();
      expect(page.url()).toContain(`/holders/${HOLDER}`);
    });

    it('is taken by its whole name before others with the words, and goes on to a credential of the person', async () => {
      await press('Control+k');
      await type('revoke a credential');
      await press('Enter');
      await question('Revoke a credential: which credential?').waitFor();
      await type(`${NAME} ${birth_date}`);
      await answer(/^Find /).waitFor();
      await press('Enter');
      await answer(new RegExp(`^${NAME}’s licence`)).waitFor();
      expect(await answer(new RegExp(`^${NAME} `)).count()).toBe(0);
      await press('Enter');
      await page.getByRole('dialog', { name: 'Revoke the credential' }).waitFor();
      expect(page.url()).toContain(`/credentials/${credentialId}`);
    });

    it('asks which of several people, and then for what this person has', async () => {
      await page.goto(`${stage().urls.operators}/console/holders`);
      await page.getByRole('link', { name: NAME, exact: true }).waitFor();
      await press('Control+k');
      await type('revoke a credential');
      await press('Enter');
      await question('Revoke a credential: which credential?').waitFor();
      // Elena Brandt and Priya Vandenberg.
      await type('and');
      await answer(/Vandenberg/).waitFor();
      await answer(new RegExp(`^${NAME}`)).click();
      await answer(new RegExp(`^${NAME}’s licence`)).waitFor();
      expect(await page.getByRole('dialog').getByText('A name alone finds').count()).toBe(0);
      await press('Escape');
      await page.getByRole('dialog').getByText('A name alone finds').waitFor();
    });

    it('does not offer people with whom it cannot be done, also of several', async () => {
      const of = { holderId: HOLDER, reason: 'litigation', reviewTime: '2099-02-02T00:00:00Z' } as const;
      const { id } = await callAdmin(stage().server.operator, 'placeHold', of);
      await page.goto(`${stage().urls.operators}/console/holders`);
      await page.getByRole('link', { name: NAME, exact: true }).waitFor();
      const shown = async (action: string) => {
        await press('Control+k');
        await type(action);
        await press('Enter');
        await answer('All holders').waitFor();
        await type('and');
        await answer(/Vandenberg/).waitFor();
        const count = await answer(NAME).count();
        await press('Escape');
        await press('Escape');
        return count;
      };
      expect(await shown('issue code')).toBe(1);
      expect(await shown('erase')).toBe(0);
      await callAdmin(stage().server.operator, 'liftHold', { id });
    });

    it('says that nothing was found', async () => {
      await press('Control+k');
      await type('erase');
      await press('Enter');
      await question('Erase a holder: which holder?').waitFor();
      await answer('All holders').waitFor();
      const none = page.getByRole('dialog').getByText('Nothing was found.');
      expect(await none.count()).toBe(0);
      await type('Unknown Person 1990-01-31');
      await answer(/^Find /).waitFor();
      await press('Enter');
      await none.waitFor();
    });

    it('offers only things that it can act on', async () => {
      await press('Control+k');
      await type('accept a proofing');
      await press('Enter');
      await question('Accept a proofing: which proofing?').waitFor();
      const { proofings } = await callAdmin(stage().server.operator, 'listProofings', {});
      const one = (wanted: string) => proofings.find(({ state }) => state === wanted)!.id;
      await type(one('accepted'));
      await answer('All proofings').waitFor();
      expect(await answer(/’s proofing/).count()).toBe(0);
      await press('Control+a');
      await type(one('pending'));
      await answer(/’s proofing/).waitFor();
    });

    it('on a user asks for the email', async () => {
      await press('Control+k');
      await type('change the role');
      await press('Enter');
      await question('Change the role of a user: which user?').waitFor();
      await type('grace');
      await answer(/^grace/).waitFor();
      await press('Enter');
      await page.getByRole('dialog', { name: /role/i }).waitFor();
    });

    it('on a client asks for the name', async () => {
      await press('Control+k');
      await type('delete a client');
      await press('Enter');
      await question('Delete a client: which client?').waitFor();
      await type('reporter');
      await answer(/^Reporter/).waitFor();
      await press('Enter');
      await page.getByRole('dialog', { name: /delete/i }).waitFor();
      expect(page.url()).toMatch(/\/clients\/[\w-]+$/);
    });

    it('leads back by Escape, and to the list', async () => {
      await press('Control+k');
      await type('erase');
      await press('Enter');
      await question('Erase a holder: which holder?').waitFor();
      await press('Escape');
      await palette(page).getByRole('combobox').waitFor();
      await press('Escape');
      await palette(page).waitFor({ state: 'detached' });
      await press('Control+k');
      await type('erase');
      await press('Enter');
      await answer('All holders').waitFor();
      await press('Enter');
      await page.waitForURL((url) => url.pathname === '/console/holders');
    });
  },
);

it('an action on another person than the one that is shown is offered by what allows it, although the page takes long', async () => {
  const of = { holderId: HOLDER, reason: 'litigation', reviewTime: '2099-02-02T00:00:00Z' } as const;
  const { id } = await callAdmin(stage().server.operator, 'placeHold', of);
  const page = await at('operators');
  await page.goto(`${stage().urls.operators}/console/holders/${HOLDER}`);
  await page.getByText('legal hold').first().waitFor();
  await page.route(/\/holders\/applicant-10$/, async (route) => {
    await page.waitForTimeout(500);
    await route.continue();
  });
  await search(page, 'erase');
  await option(page, 'Erase a holder').first().waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('applicant-10');
  const question = page.getByRole('dialog', { name: 'Erase a holder: which holder?' });
  await expect.poll(() => question.getByRole('option').first().textContent()).toContain('applicant-10');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Erase the holder' }).waitFor();
  await page.unroute(/\/holders\/applicant-10$/);
  await callAdmin(stage().server.operator, 'liftHold', { id });
});

describe('The search in the operators’ console, for who may use the mediation console', () => {
  it('finds groups and lines, and opens them there', async () => {
    const page = await at('operators');
    const asked = page.waitForRequest((request) => request.url().includes('mediationGroups?'));
    await search(page, 'Main menu');
    await palette(page).getByRole('group', { name: 'Mediation groups' }).waitFor();
    expect(new URL((await asked).url()).searchParams.get('fields')).toMatch(
      /\(displayName,experimentVariant\)/,
    );
    expect(await axeFindings(page)).toEqual([]);
    await option(page, 'Main menu, Android').click();
    await page.waitForURL((url) => url.origin === new URL(stage().urls.mediation).origin);
    await page.getByRole('heading', { level: 1, name: 'Main menu, Android' }).waitFor();
    await at('operators');
    await search(page, 'AppLovin');
    await palette(page).getByRole('group', { name: 'Lines of mediation groups' }).waitFor();
    await option(page, /^AppLovin.*Main menu, Android/)
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'Main menu, Android' }).waitFor();
    expect(page.url()).toContain('line=');
  });

  it('asks for no groups if the person has no publisher', async () => {
    const visit = await stage().visit('operators');
    const urls: string[] = [];
    visit.page.on('request', (request) => urls.push(request.url()));
    const withoutPublishers = { role: 'administrator', publishers: [] } as const;
    await signIn(visit.page, await consoleUser(stage().server, 'una', withoutPublishers));
    await visit.page.getByRole('heading', { name: 'Today', exact: true }).waitFor();
    await search(visit.page, 'Main menu');
    await option(visit.page, /Find a person/).waitFor();
    expect(await palette(visit.page).getByRole('group', { name: 'Mediation groups' }).count()).toBe(0);
    expect(urls.filter((url) => url.includes('/v1beta/'))).toEqual([]);
    await visit.context.close();
  });
});

describe('The search in the mediation console', () => {
  it('finds an experiment by its name and by its id', async () => {
    const page = await at('mediation');
    const experiments = page.getByRole('region', { name: 'Experiments' }).getByRole('link');
    const address = new URL((await experiments.first().getAttribute('href'))!, page.url());
    await experiments.first().click();
    await page.waitForURL(/tab=experiment/);
    const name = (await page.locator('section.box h2').first().textContent())!;
    const id = (await page.locator('section.box .id').first().getAttribute('title'))!;
    await at('mediation');
    for (const text of [name, id]) {
      await search(page, text);
      const choices = palette(page).getByRole('group', { name: 'Experiments' }).getByRole('option');
      await choices.first().waitFor();
      // The choice of the experiment does the same.
      expect(await option(page, 'See an experiment').count()).toBe(0);
      await choices.first().click();
      await page.waitForURL(/tab=experiment/);
      expect(page.url()).toContain(address.pathname);
    }
  });

  it('says for the id of a request who can explain it, and copies the command', async () => {
    const { page, context } = await stage().signedIn('mediation');
    const { headers } = await fetch(`${stage().urls.mediation}/v1beta/accounts`);
    const id = headers.get('x-request-id')!;
    await search(page, id);
    await option(page, new RegExp(`^Request ${id}: ask an operator, or run .* explain ${id}$`)).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(` explain ${id}$`));
    // A shell would run the second word.
    await search(page, `${id};reboot`);
    await option(page, /^No group/).waitFor();
    expect(await option(page, /^Request/).count()).toBe(0);
    await context.close();
  });

  it('leads with another id, which no request has, to apps and ad units', async () => {
    const { page, context } = await stage().signedIn('mediation');
    await search(page, 'abc123');
    await option(page, 'No group, line or experiment has the id abc123: look at apps and ad units').click();
    await page.getByRole('heading', { level: 1, name: 'Inventory' }).waitFor();
    await context.close();
  });

  it('a person who may use both consoles is led to the explanation of a request', async () => {
    const { headers } = await fetch(`${stage().urls.mediation}/v1beta/accounts`);
    const id = headers.get('x-request-id')!;
    const page = await at('mediation');
    await search(page, id);
    await option(page, `Explain the request ${id} in the operators’ console`).click();
    await page.getByRole('heading', { level: 1, name: 'Explain' }).waitFor();
    await page.locator('main').getByText('What to do').first().waitFor();
  });

  it.each([1280, 375])('asks for the group of an action, by keys, on a screen %i wide', async (width) => {
    await visit().page.setViewportSize({ width, height: 800 });
    const page = await at('mediation');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('add line');
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Add a line to a group: which group?' });
    await question
      .getByRole('option', { name: /, Android/ })
      .first()
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.type('main android');
    await expect.poll(() => question.getByRole('option').first().textContent()).toBe('Main menu, Android');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Main menu, Android' }).waitFor();
    await page.getByRole('dialog', { name: /line/i }).waitFor();
    await visit().page.setViewportSize({ width: 1280, height: 800 });
  });

  it.each([
    ['stop', 'Stop an experiment and keep a variant'],
    ['decide', 'Stop an experiment and keep a variant'],
    ['disable group', 'Pause a group'],
    ['disable line', 'Disable a line'],
    ['delete group', 'Archive a group'],
    ['edit cpm', 'Change the price (CPM) of a line'],
    ['upload', 'Import ad unit mappings from CSV'],
    ['create group', 'New mediation group'],
  ])('finds for “%s” the action “%s”', async (typed, action) => {
    const page = await at('mediation');
    await search(page, typed);
    const actions = palette(page).getByRole('group', { name: 'Actions', exact: true });
    await expect.poll(() => actions.getByRole('option').first().textContent()).toBe(action);
  });

  it('asks for the experiment to stop, and shows what the experiment found beside the choice', async () => {
    const page = await at('mediation');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('stop');
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', {
      name: 'Stop an experiment and keep a variant: which experiment?',
    });
    await question.getByRole('option', { name: 'A higher price for ironSource' }).waitFor();
    // It is decided.
    expect(await question.getByRole('option', { name: 'A higher price for AppLovin' }).count()).toBe(0);
    await page.keyboard.press('Enter');
    const stop = page.getByRole('dialog', { name: 'Stop the experiment' });
    await stop.getByText('revenue for each user with variant B').waitFor();
    expect(await stop.getByRole('button', { name: 'Stop the experiment' }).isDisabled()).toBe(true);
  });

  it('asks for the line to disable, and opens it where its state is', async () => {
    const page = await at('mediation');
    await search(page, 'disable line');
    await option(page, 'Disable a line').waitFor();
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Disable a line: which line?' });
    await question.getByRole('option').nth(1).waitFor();
    await page.keyboard.type('ironsource main');
    await expect
      .poll(() => question.getByRole('option').first().textContent())
      .toBe('ironSourceMain menu, Android');
    await page.keyboard.press('Enter');
    const line = page.getByRole('dialog', { name: 'Edit line' });
    await line.getByLabel('State').selectOption('Disabled');
    await line.getByRole('button', { name: 'Done' }).click();
    await page.getByText('There are unsaved changes.').waitFor();
    expect(await page.getByLabel('State of ironSource', { exact: true }).inputValue()).toBe('DISABLED');
  });

  it('opens the line of another group than the one that is shown, although its page takes long', async () => {
    const page = await at('mediation');
    await page.getByRole('link', { name: 'Double the coins, Android' }).first().click();
    await page.getByRole('button', { name: 'Add line' }).waitFor();
    await page.route(/mediationGroups\/\d+$/, async (route) => {
      await page.waitForTimeout(500);
      await route.continue();
    });
    await search(page, 'change the price');
    await option(page, 'Change the price (CPM) of a line').waitFor();
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: /which line\?$/ });
    await question.getByRole('option').nth(1).waitFor();
    await page.keyboard.type('ironsource main');
    await expect.poll(() => question.getByRole('option').first().textContent()).toContain('Main menu');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Edit line' }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Main menu, Android', includeHidden: true }).waitFor();
    await page.unroute(/mediationGroups\/\d+$/);
  });

  it('tells the lines of variant B from those of variant A', async () => {
    for (const console of ['mediation', 'operators'] as const) {
      const page = await at(console);
      await search(page, 'ironSource double');
      const lines = palette(page)
        .getByRole('group', { name: /^Lines/ })
        .getByRole('option');
      await expect
        .poll(() => lines.allTextContents())
        .toEqual(['ironSource', 'ironSource (variant B)'].map((name) => `${name}Double the coins, Android`));
    }
  });
});

describe.each([
  [
    'mediation',
    'operators',
    [
      ['audit log', 'Audit log', /\/console\/audit-log$/, { heading: 'Audit log' }],
      ['renew key', 'Rotate a key', /\/console\/keys$/, { dialog: 'Rotate a key' }],
      ['issue code', 'Issue a pre-authorization code', /\/console\/$/, { dialog: /code: which holder\?$/ }],
    ],
  ],
  [
    'operators',
    'mediation',
    [
      ['mappings', 'Mappings', /\/pub-\d+\/mappings$/, { heading: 'Mappings' }],
      ['lint', 'Findings', /\/pub-\d+\/lint$/, { heading: 'Findings' }],
      ['new app', 'New app', /\/pub-\d+\/inventory$/, { dialog: 'New app' }],
      ['add line', 'Add a line to a group', /\/pub-\d+\/home$/, { dialog: /^Add a line .* which group\?$/ }],
    ],
  ],
] as const)('For who may use both consoles, the search in %s', (console, other, rows) => {
  const name = other === 'operators' ? 'Operators’ console' : 'Mediation console';
  const ofOther = (page: Page) => palette(page).getByRole('group', { name });

  it.each(rows)(
    'finds for “%s” what the other console has, “%s”, and opens it there',
    async (typed, text, address, shown) => {
      const page = await at(console);
      await search(page, typed);
      const choice = ofOther(page).getByRole('option', { name: text, exact: true });
      await choice.waitFor();
      const all = await palette(page).getByRole('option').allTextContents();
      const person = all.findIndex((one) => one.startsWith('Find a person'));
      if (person >= 0) expect(all.indexOf(text)).toBeLessThan(person);
      await choice.click();
      await page.waitForURL(
        (url) => url.origin === new URL(stage().urls[other]).origin && address.test(url.pathname),
      );
      if ('heading' in shown) await page.getByRole('heading', { level: 1, name: shown.heading }).waitFor();
      else await page.getByRole('dialog', { name: shown.dialog }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      // It is opened once.
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
    },
  );
});

describe('The search of a person who may use one console', () => {
  it('has nothing of the other one', async () => {
    const { page, context } = await stage().signedIn('mediation');
    await search(page, 'audit log');
    await palette(page).getByText('Nothing was found.').waitFor();
    expect(await palette(page).getByRole('option').count()).toBe(0);
    await context.close();
  });
});

describe.each(['operators', 'mediation'] as const)('The search in the console %s', (console) => {
  it.each(['utc', 'time zone', 'preferences', 'dark'])('finds the preferences by “%s”', async (typed) => {
    const page = await at(console);
    await search(page, typed);
    await option(page, 'Preferences').click();
    await page.getByRole('dialog', { name: 'Preferences' }).waitFor();
  });

  it('an address with #open=own+Sign+out, which any website can link to, does not sign the user out', async () => {
    const page = await at(console);
    await page.goto('about:blank');
    await page.goto(`${stage().urls[console]}/console/#open=own+Sign+out`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Find anything' }).click();
    await option(page, 'Sign out').waitFor();
  });
});
