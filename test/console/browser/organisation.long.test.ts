import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '../../../src/conventions/time.ts';
import { startChromium } from '../../support/chromium.ts';
import { newUser } from '../../support/operator.ts';
import { personOf, useOrganisations } from '../../support/organisations.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { openVisit } from './support/visit.ts';

const { world, providers, wait } = useOrganisations();

let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
}, HOOK_TIMEOUT);
afterAll(() => browser?.close());

const press = (page: Page) => page.getByRole('button', { name: 'Sign in with Agency of okta' }).click();

/** With another host name than the provider, so that the browser treats it as another site. */
async function signedIn(path: string): Promise<Page> {
  const origin = `http://localhost:${new URL(world().connection.url).port}`;
  providers.okta.person = personOf('okta', 'administrator');
  const { page } = await openVisit(browser, `${origin}/console${path}`);
  await press(page);
  await page.waitForURL(`${origin}/console${path}`);
  return page;
}

describe("The operators' console in a browser, with the sign-in by an organisation", () => {
  it('a person comes back to the page that they opened, and no answer stays in the history', async () => {
    const page = await signedIn('/users');
    await page.getByRole('heading', { name: 'Users', exact: true }).waitFor();
    expect(page.url()).not.toContain('#');
    await page.goBack();
    await page.goForward();
    expect(page.url()).not.toContain('#');
    await page.getByRole('heading', { name: 'Users', exact: true }).waitFor();
    await page.context().close();
  });

  it('a final action asks for a sign-in in a new tab, and then goes on', async () => {
    const user = await newUser(world(), 'bo@example.com', 'viewer');
    const page = await signedIn(`/users/${user}`);
    await page.getByRole('heading', { name: 'Bo', exact: true }).waitFor();
    wait(10 * MINUTE);
    await page.reload();
    await page.getByRole('heading', { name: 'Bo', exact: true }).waitFor();
    wait(6 * MINUTE);
    await page.getByRole('button', { name: 'Disable', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    const opened = page.context().waitForEvent('page');
    await question.waitFor();
    // The dialog gave the focus to its action.
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Enable', exact: true }).waitFor();
    expect((await opened).url()).not.toContain('#');
    expect(await world().admin('getUser', { user })).toMatchObject({ state: 'disabled' });
    await page.context().close();
  });

  it('a sign-in page that cannot ask for the organisations says so, and asks again', async () => {
    const { page } = await openVisit(browser, 'about:blank');
    await page.route('**/console/api/organisations', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto(`${world().connection.url}/console/`);
    await page.getByRole('alert').waitFor();
    await page.unroute('**/console/api/organisations');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Sign in with Agency of okta' }).waitFor();
    await page.context().close();
  });
});
