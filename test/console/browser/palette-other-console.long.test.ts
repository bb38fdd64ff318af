import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { consoleUser } from '../../../src/demo/consoles/people.ts';
import { axeFindings } from './support/axe.ts';
import { useBothConsoles } from './support/both-consoles.ts';
import { option, palette, search } from './support/palette.ts';
import type { ConsoleName } from './support/stage.ts';
import { signIn } from './support/visit.ts';

const { stage, at } = useBothConsoles();

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

  it('finds a publisher by its name, and opens its first page there', async () => {
    const page = await at('operators');
    await search(page, 'northwind games');
    await option(page, /^Northwind Games/).click();
    await page.waitForURL((url) => /\/pub-\d+\/home$/.test(url.pathname));
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  it('asks for no groups if the person has no publisher', async () => {
    const visit = await stage().visit('operators');
    const urls: string[] = [];
    visit.page.on('request', (request) => urls.push(request.url()));
    const withoutPublishers = { role: 'administrator' as const, publishers: [] };
    await signIn(visit.page, await consoleUser(stage().server, 'una', withoutPublishers));
    await visit.page.getByRole('heading', { name: 'Today', exact: true }).waitFor();
    await search(visit.page, 'Main menu');
    await option(visit.page, /Find a person/).waitFor();
    expect(await palette(visit.page).getByRole('group', { name: 'Mediation groups' }).count()).toBe(0);
    expect(urls.filter((url) => url.includes('/v1beta/'))).toEqual([]);
    await visit.context.close();
  });
});
/** What is typed, the choice that opens, the path of its page, and what that page shows. */
type Row = readonly [
  string,
  string,
  RegExp,
  { readonly heading: string } | { readonly dialog: string | RegExp },
];

const ROWS: readonly [ConsoleName, ConsoleName, readonly Row[]][] = [
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
];

describe.each(ROWS)('For who may use both consoles, the search in %s', (console, other, rows) => {
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
