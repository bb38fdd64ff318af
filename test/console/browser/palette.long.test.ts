import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { axeFindings } from './support/axe.ts';
import { useBothConsoles } from './support/both-consoles.ts';
import { option, palette, search } from './support/palette.ts';
import { LICENSED } from './support/story.ts';

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
      await page.getByRole('dialog', { name: `Revoke ${NAME}’s licence?` }).waitFor();
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

    it('is found by its words and those of a name that was shown, with no more requests than by the name', async () => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      const requestsFor = async (text: string, choice: RegExp) => {
        await page.goto(`${stage().urls.operators}/console/holders/${HOLDER}`);
        await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
        await page.waitForLoadState('networkidle');
        asked.length = 0;
        await search(page, text);
        await option(page, choice).waitFor();
        await page.waitForLoadState('networkidle');
        return asked.filter((url) => url.includes('/console/api/')).length;
      };
      const [family = ''] = NAME.split(' ').slice(-1);
      const byName = await requestsFor(family, new RegExp(`^${NAME}’s licence`));
      const byBoth = await requestsFor(
        `revoke ${family}`,
        new RegExp(`^Revoke a credential: ${NAME}’s licence`),
      );
      expect(byBoth).toBeLessThanOrEqual(byName);
      // The person is listed already.
      expect(await option(page, /^Find a person with the name/).count()).toBe(0);
      await option(page, `Revoke a holder: ${NAME}`).click();
      await page.getByRole('dialog', { name: `Revoke ${NAME}?` }).waitFor();
    });

    it('and a name that was not shown since the page was loaded leads to the search for that name', async () => {
      await page.reload();
      // Keys work once the page is there.
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      const [given = ''] = NAME.split(' ');
      await search(page, `revoke ${given}`);
      await option(page, new RegExp(`^Find a person with the name ${given} `)).waitFor();
      await search(page, `revoke ${NAME} ${birth_date}`);
      await option(page, `Find ${NAME} ${birth_date}`).first().click();
      await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
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
  await page.getByRole('dialog', { name: /^Erase / }).waitFor();
  await page.unroute(/\/holders\/applicant-10$/);
  await callAdmin(stage().server.operator, 'liftHold', { id });
});

const CODE = '**/assets/palette-*.js';

it('says each time that the search could not be loaded, until the page is loaded again', async () => {
  const { page } = visit();
  let asked = 0;
  await page.route(CODE, (route) => {
    asked += 1;
    return route.abort();
  });
  await at('operators');
  await expect.poll(() => asked).toBe(1);
  const told = page.getByRole('status').getByText('The search could not be loaded. Reload the page.');
  expect(await told.count()).toBe(0);
  for (const times of [1, 2]) {
    await page.keyboard.press('Control+k');
    await expect.poll(() => told.count()).toBe(times);
    expect(await page.getByRole('dialog').count()).toBe(0);
  }
  await page.unroute(CODE);
  await at('operators');
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').waitFor();
});

it('what is typed before the search is loaded is searched for', async () => {
  const { page } = visit();
  const loaded = Promise.withResolvers<void>();
  await page.route(CODE, async (route) => {
    await loaded.promise;
    return route.continue();
  });
  await at('operators');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('issue a c');
  expect(await axeFindings(page)).toEqual([]);
  loaded.resolve();
  await palette(page).getByRole('combobox').waitFor();
  await page.keyboard.type('ode');
  expect(await palette(page).getByRole('combobox').inputValue()).toBe('issue a code');
  await option(page, 'Issue a pre-authorization code').waitFor();
  await page.unroute(CODE);
});
