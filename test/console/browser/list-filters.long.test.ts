import { describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { ERROR_REASONS } from '../../../src/issuer/contract/index.ts';
import { adminRefusal } from '../../support/refusal.ts';
import { axeFindings } from './support/axe.ts';
import { useBothConsoles } from './support/both-consoles.ts';
import { LICENSED } from './support/story.ts';

const { id: HOLDER, name: NAME } = LICENSED;

const { stage, at } = useBothConsoles();

/** Opens a list with the filters of its address. */
async function open(name: 'operators' | 'mediation', place: string) {
  const page = await at(name);
  const publisher = name === 'mediation' ? `${new URL(page.url()).pathname.split('/')[2]}/` : '';
  await page.goto(`${stage().urls[name]}/console/${publisher}${place}`);
  return page;
}

describe('Filters that leave no rows', () => {
  it.each([
    ['operators', 'reviews?state=rejected&claim=own', ['State: Rejected', 'Open by: Me']],
    [
      'operators',
      `credentials?state=deleted&holderId=${HOLDER}`,
      [`Person: ${NAME}`, 'State: Deleted from the device'],
    ],
    ['operators', 'devices?holderId=other', ['Person: other']],
    ['operators', 'approvals?state=refused', ['State: Refused']],
    ['operators', 'notifications?state=failed&subject=credential', ['State: Failed', 'About: Credential']],
    ['operators', 'explain?device=none&reason=overload', ['Device: none', 'Reason: Server was busy']],
    [
      'operators',
      'explain?operatorId=user-1&clientId=client-1&publisherId=pub-1',
      ['Caller: user-1', 'Client: client-1', 'Publisher: pub-1'],
    ],
    ['operators', `audit-log?holderId=${HOLDER}&to=2020-02-01`, [`Person: ${NAME}`, 'Until: 1 Feb 2020']],
    ['operators', 'settings?text=none&changed=yes', ['Name contains: none', 'Only changed settings']],
    ['mediation', 'groups?name=none&region=AQ', ['Name: none', 'Region: AQ']],
    ['mediation', 'changes?method=none&until=2020-02-01', ['What: none', 'Until: 1 Feb 2020']],
    ['mediation', 'ad-sources?title=none', ['Search by title: none']],
    ['mediation', 'lint?level=ERROR&group=1', ['Only group 1', 'Level: Error']],
  ] as const)('in the %s’ console, %s: are named, and each can be dropped', async (name, place, filters) => {
    const page = await open(name, place);
    await page
      .getByRole('heading', { name: /^Nothing matches (this filter|all of these filters)$/ })
      .waitFor();
    const drops = page.getByRole('button', { name: /^Drop / });
    const texts = (await drops.allTextContents()).map((text) => text.replace(/\s/g, ' '));
    expect(texts.toSorted()).toEqual(filters.map((one) => `Drop ${one}`).toSorted());
    expect(await axeFindings(page)).toEqual([]);
    const all = page.getByRole('button', { name: 'Clear all filters' });
    expect(await all.count()).toBe(filters.length > 1 ? 1 : 0);
    await drops.first().press('Enter');
    await page.getByRole('button', { name: `Drop ${filters[0]}` }).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('filters');
  });
});

describe('The values of filters', () => {
  it.each([
    ['operators', 'reviews'],
    ['operators', 'credentials'],
    ['operators', 'devices'],
    ['operators', 'approvals'],
    ['operators', 'notifications'],
    ['operators', 'explain'],
    ['mediation', 'groups'],
    ['mediation', 'changes'],
    ['mediation', 'lint'],
    ['mediation', 'mappings'],
  ] as const)(
    'in the %s’ console, %s: each offers Any first, and words with a capital letter',
    async (name, place) => {
      const page = await open(name, place);
      const lists = page.locator('.filters select');
      await lists.first().waitFor();
      const texts = await lists.evaluateAll((all) =>
        (all as HTMLSelectElement[]).map((one) => [...one.options].map(({ text }) => text)),
      );
      for (const [first, ...others] of texts) {
        // An order leaves no rows out, so it has no Any.
        if (first !== 'Newest first') expect(first).toBe('Any');
        // Names stay as they are.
        expect(others).not.toContain('IOS');
        for (const text of others) expect(text).toMatch(/^(?:[^a-z]|iOS$|i-mobile$|ironSource |maio$)/);
      }
    },
  );

  it('refused requests are filtered by every reason of the issuer interface', async () => {
    const page = await at('operators');
    await page.goto(`${stage().urls.operators}/console/explain`);
    const choices = page.getByRole('combobox', { name: 'Reason' }).locator('option');
    const values = () => choices.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    await expect.poll(values).toEqual(expect.arrayContaining(Object.keys(ERROR_REASONS)));
  });

  it('refused requests are filtered by who sent them and for which publisher, by the names in the rows', async () => {
    const { urls, server } = stage();
    const { publishers } = await callAdmin(server.operator, 'listPublishers', {});
    const access = { publishers: publishers.map(({ id }) => id), scopes: ['readonly' as const] };
    const { accessToken } = await callAdmin(server.operator, 'issueToken', access);
    const [publisher] = publishers;
    await fetch(`${urls.mediation}/v1beta/accounts/${publisher!.id}/mediationGroups?fields=none`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    await adminRefusal(callAdmin(server.operator, 'acceptProofing', { id: 'none' }), 'NOT_FOUND');
    const page = await at('operators');
    await page.goto(`${urls.operators}/console/explain`);
    const count = () => page.locator('tbody tr').count();
    const choose = (label: string, option: string) =>
      page.getByRole('combobox', { name: label, exact: true }).selectOption({ label: option });
    await choose('Caller', 'someone with the admin token');
    await expect.poll(count).toBe(2);
    await choose('Publisher', publisher!.displayName);
    await expect.poll(count).toBe(1);
    await page.getByText(`someone with the admin token · ${publisher!.displayName}`).waitFor();
    expect(page.url()).toMatch(/\?operatorId=operator&publisherId=pub-\d+$/);
    await choose('Client', 'Northwind ad desk');
    await page.getByRole('button', { name: 'Drop Client: Northwind ad desk' }).click();
    await expect.poll(count).toBe(1);
  });

  it('a search is added to filters that are set, and all are cleared at once', async () => {
    const page = await at('operators');
    await page.goto(`${stage().urls.operators}/console/audit-log?holderId=${HOLDER}`);
    await page.locator('.log-row').first().waitFor();
    await page.getByRole('combobox', { name: 'Search' }).fill('lost passport');
    await page.getByRole('option', { name: 'Entries with the words “lost passport”' }).click();
    await page.getByRole('button', { name: `Drop Person: ${NAME}` }).waitFor();
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await page.locator('.log-row').first().waitFor();
    expect(await page.getByRole('button', { name: /^Remove the filter/ }).count()).toBe(0);
  });
});
