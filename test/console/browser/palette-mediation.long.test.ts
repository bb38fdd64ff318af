import { describe, expect, it } from 'vitest';
import { shownId } from '../../../console/src/kit/shown-id.ts';
import { axeFindings } from './support/axe.ts';
import { useBothConsoles } from './support/both-consoles.ts';
import { option, palette, search } from './support/palette.ts';

const { stage, visit, at } = useBothConsoles();

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
    await option(
      page,
      new RegExp(`^Request ${shownId(id)}: ask an operator, or run .* explain ${id}$`),
    ).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(` explain ${id}$`));
    // A shell would run the second word.
    await search(page, `${id};reboot`);
    await palette(page).getByText('Nothing was found.').waitFor();
    expect(await option(page, /^Request/).count()).toBe(0);
    await context.close();
  });

  it('finds nothing for an id that neither a request nor anything of the publisher has', async () => {
    const { page, context } = await stage().signedIn('mediation');
    await search(page, 'abc123');
    await palette(page).getByText('Nothing was found.').waitFor();
    await context.close();
  });

  it.each([
    ['ironsource ads', 'Ad sources', 'ironSource Ads', 'ironSource Ads'],
    ['northwind', 'Apps', 'Northwind Rally', 'Northwind Rally'],
    ['double coins rally', 'Ad units', 'Double the coins', 'Double the coins'],
    ['applovin double', 'Mappings', 'AppLovin – Double the coins', 'AppLovin – Double the coins'],
  ])('finds by “%s” among the %s “%s”, and opens the page where it is', async (typed, kind, name, shown) => {
    const page = await at('mediation');
    await search(page, typed);
    await palette(page)
      .getByRole('group', { name: kind, exact: true })
      .getByRole('option', { name })
      .first()
      .click();
    await page
      .getByRole('heading', { level: 1, name: ['Apps', 'Ad units'].includes(kind) ? 'Inventory' : kind })
      .waitFor();
    const rows = page.locator('main').locator('tr[aria-current], tbody tr, section.inventory');
    await rows.filter({ hasText: shown }).first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('reads what it searches once, whatever is typed', async () => {
    const page = await at('mediation');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    for (const text of ['northwind', 'applovin', 'ironsource', 'rally']) {
      await page.keyboard.press('Control+k');
      await palette(page).getByRole('combobox').fill(text);
      await palette(page)
        .getByRole('group', { name: /^Ad units|^Mappings/ })
        .first()
        .waitFor();
      await page.keyboard.press('Escape');
    }
    const reads = asked.filter((path) => /catalogue$|apps$|adUnits$|adUnitMappings$/.test(path));
    expect(reads.toSorted()).toEqual([...new Set(reads)].toSorted());
  });

  it('a person who may use both consoles is led to the explanation of a request', async () => {
    const { headers } = await fetch(`${stage().urls.mediation}/v1beta/accounts`);
    const id = headers.get('x-request-id')!;
    const page = await at('mediation');
    await search(page, id);
    await option(page, `Explain the request ${shownId(id)} in the operators’ console`).click();
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

  it.each([
    ['archive rewarded', 'Archive a group: Double the coins, Android'],
    [
      'stop ironSource price',
      'Stop an experiment and keep a variant: A higher price for ironSourceDouble the coins, Android',
    ],
    ['price applovin race', 'Change the price (CPM) of a line: AppLovinAfter a race, Android'],
    ['rename main', 'Rename a group: Main menu, Android'],
  ])('finds for “%s” the action on what the other words name', async (typed, choice) => {
    const page = await at('mediation');
    await search(page, typed);
    const both = palette(page).getByRole('group', { name: 'Actions on what you named' }).getByRole('option');
    await expect.poll(() => both.allTextContents()).toEqual([choice]);
    expect(await axeFindings(page)).toEqual([]);
    await both.click();
    await page.getByRole('dialog', { name: /^Archive|^Stop|^Edit line|^Rename/ }).waitFor();
  });

  it.each([
    ['regions', 'Groups'],
    ['priority', 'Groups'],
    ['IDFA', 'Groups'],
    ['price', 'Groups'],
    ['ad units', 'Inventory'],
    ['experiment', 'Home'],
    ['revenue', 'Reports'],
  ])('finds for “%s” the page “%s”', async (typed, name) => {
    const page = await at('mediation');
    await search(page, typed);
    const pages = palette(page).getByRole('group', { name: 'Pages', exact: true });
    await pages.getByRole('option', { name: new RegExp(`^${name}`) }).waitFor();
  });

  it('finds the lines of a group whose field is typed with the name of the group alone', async () => {
    const page = await at('mediation');
    await search(page, 'main menu cpm');
    const both = palette(page).getByRole('group', { name: 'Actions on what you named' }).getByRole('option');
    const priced = ['AppLovin', 'ironSource'];
    const texts = priced.map((line) => `Change the price (CPM) of a line: ${line}Main menu, Android`);
    await expect.poll(async () => (await both.allTextContents()).toSorted()).toEqual(texts);
    await both.first().click();
    await page.getByRole('dialog', { name: 'Edit line' }).waitFor();
    // The name of a group alone finds the group, not all its lines.
    await at('mediation');
    await search(page, 'main menu');
    await option(page, 'Main menu, Android').waitFor();
    expect(await palette(page).getByRole('group', { name: 'Lines', exact: true }).count()).toBe(0);
  });

  it('leads to the regions of a group', async () => {
    const page = await at('mediation');
    await search(page, 'regions race');
    await option(page, 'Change regions, ad units or priority of a group: After a race, Android').click();
    await page.getByRole('heading', { level: 1, name: 'After a race, Android' }).waitFor();
    await page.getByLabel('Only in these regions').waitFor();
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
        .toEqual(
          ['ironSource (variant A)', 'ironSource (variant B)'].map(
            (name) => `${name}Double the coins, Android`,
          ),
        );
    }
  });
});
