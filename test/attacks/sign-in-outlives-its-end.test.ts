import { describe, expect, it } from 'vitest';
import { type Browser, browser, formOf, type Page } from '../support/browser.ts';
import { PASSWORD, useOAuthWorld } from '../support/oauth-world.ts';

/** Eve knows Ada's password. She sends it, and follows the redirect only after Ada's sessions have ended. */
const world = useOAuthWorld();
const NEXT = 'another password that is long';

/** Sends the password. Returns the address of the redirect, which Eve does not follow yet. */
async function sendPassword(eve: Browser, page: Page, email: string): Promise<string> {
  const { action, fields } = formOf(page, '/sign-in');
  const csrf = fields.find(([name]) => name === 'csrf')?.[1] ?? '';
  const body = new URLSearchParams({ csrf, email, password: PASSWORD });
  const cookie = [...eve.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
  const init = { method: 'POST', body, headers: { cookie }, redirect: 'manual' } as const;
  const { status, headers } = await fetch(new URL(action, page.url), init);
  expect(status).toBe(303);
  return headers.get('location') ?? '';
}

async function changePassword(email: string): Promise<void> {
  const { server } = world().server.context.accounts;
  const credentials = { email, password: PASSWORD, address: '127.0.0.1' };
  expect((await server.changePassword(credentials, NEXT)).outcome).toBe('signedIn');
}

const ENDS: readonly (readonly [string, (email: string) => Promise<unknown>])[] = [
  ['the person changed the password', changePassword],
  ['an administrator signed the person out', (user) => world().admin('signOutUser', { user })],
  [
    'the person was disabled, and enabled again',
    async (user) => {
      await world().admin('disableUser', { user });
      await world().admin('enableUser', { user });
    },
  ],
];

describe('A sign-in that its browser did not finish', () => {
  it.each(ENDS)('gives no access after %s', async (_, end) => {
    const email = await world().newPerson();
    const eve = browser(world().url);
    const page = await eve.open(world().authorization(await world().client()));
    const next = await sendPassword(eve, page, email);
    await end(email);
    const later = await eve.open(next);
    expect([later.status, later.text]).toEqual([400, expect.stringContaining('Start again')]);
  });

  it('gives no access if the password was changed while it was checked', async () => {
    const email = await world().newPerson();
    const eve = browser(world().url);
    const page = await eve.open(world().authorization(await world().client()));
    const { store } = world().server.context.accounts;
    const { read } = store;
    let isOvertaken = false;
    const overtaken: typeof read = async (use) => {
      const result = await read(use);
      if (isOvertaken || (result as { email?: string } | undefined)?.email !== email) return result;
      isOvertaken = true;
      await changePassword(email);
      return result;
    };
    Object.assign(store, { read: overtaken });
    const { status, text } = await eve
      .submit(page, '/sign-in', { email, password: PASSWORD })
      .finally(() => Object.assign(store, { read }));
    expect([isOvertaken, status, text]).toEqual([true, 400, expect.stringContaining('Start again')]);
  });

  it('goes on if nothing ended it', async () => {
    const email = await world().newPerson();
    const eve = browser(world().url);
    const page = await eve.open(world().authorization(await world().client()));
    const later = await eve.open(await sendPassword(eve, page, email));
    expect(later.text).toContain('Allow access');
  });
});
