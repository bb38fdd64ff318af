import { afterEach, describe, expect, it } from 'vitest';
import type { Browser, Page } from '../support/browser.ts';
import { EMAIL, PASSWORD, useOAuthWorld } from '../support/oauth-world.ts';

const OTHER_EMAIL = 'grace@example.com';

/** The address that the proxy reports. */
const FROM = 'X-From';
const world = useOAuthWorld({
  'oauth.addressHeader': FROM,
  'oauth.attemptsPerUser': 3,
  'oauth.attemptsPerUserInAll': 8,
  'oauth.attemptsPerAddress': 5,
});

afterEach(() => world().server.context.database.write((db) => db.deleteFrom('sign_in_attempt').execute()));

/** A browser at an address; `cookies`: the cookies that it already has. */
async function visitorAt(address: string, cookies: Browser['cookies'] = new Map()) {
  const visitor = world().browser({ [FROM]: address });
  for (const [name, cookie] of cookies) visitor.cookies.set(name, cookie);
  const page = await visitor.open(world().authorization(await world().client()));
  const attempt = (password: string, email = EMAIL): Promise<Page> =>
    visitor.submit(page, '/sign-in', { email, password });
  return { visitor, attempt };
}

async function wrongPasswords(address: string, count: number, email = EMAIL): Promise<readonly number[]> {
  const { attempt } = await visitorAt(address);
  const statuses: number[] = [];
  for (let one = 0; one < count; one += 1) statuses.push((await attempt(`wrong ${one}`, email)).status);
  return statuses;
}

/** The cookies that remain in the browser of a user after the session has ended. */
async function cookiesOf(email = EMAIL) {
  const { visitor, attempt } = await visitorAt('192.0.2.99');
  expect((await attempt(PASSWORD, email)).status).toBe(200);
  return new Map([...visitor.cookies].filter(([name]) => name.startsWith('diptych_device_')));
}

describe('An attacker who guesses passwords', () => {
  it('an attacker is locked out at one address, while the user can sign in from another', async () => {
    expect(await wrongPasswords('192.0.2.1', 5)).toEqual([400, 400, 400, 429, 429]);
    const { attempt } = await visitorAt('192.0.2.2');
    expect((await attempt(PASSWORD)).text).toContain('Allow access');
  });

  it('an attacker with many addresses is stopped, and does not lock out the browser in which the user signed in', async () => {
    const cookies = await cookiesOf();
    for (const last of [1, 2, 3]) await wrongPasswords(`192.0.2.${last}`, 3);
    expect((await (await visitorAt('192.0.2.4')).attempt(PASSWORD)).status).toBe(429);
    const { attempt } = await visitorAt('192.0.2.4', cookies);
    expect((await attempt(PASSWORD)).text).toContain('Allow access');
  });

  it("an attacker at the user's address does not lock out the browser in which the user signed in", async () => {
    const cookies = await cookiesOf();
    await wrongPasswords('192.0.2.1', 3);
    await wrongPasswords('192.0.2.1', 3, 'x@example.com');
    const { attempt } = await visitorAt('192.0.2.1', cookies);
    expect((await attempt(PASSWORD)).text).toContain('Allow access');
  });

  it('an attacker with a stolen browser cookie gets no more attempts from many addresses', async () => {
    const cookies = await cookiesOf();
    const statuses: number[] = [];
    for (const last of [1, 2, 3, 4, 5])
      statuses.push((await (await visitorAt(`192.0.2.${last}`, cookies)).attempt('wrong')).status);
    expect(statuses).toEqual([400, 400, 400, 429, 429]);
  });

  it('an attacker gets no extra attempts with the cookie of another user or a changed cookie', async () => {
    await world().newUser(OTHER_EMAIL, []);
    const theirs = await cookiesOf(OTHER_EMAIL);
    const [name, own] = [...(await cookiesOf())][0] ?? [];
    if (name === undefined || own === undefined) throw new Error('no cookie was given');
    const ofOther = [...theirs.values()][0]?.value ?? '';
    const [device, end, signature] = own.value.split('.');
    await wrongPasswords('192.0.2.1', 3);
    const forged = [
      ofOther,
      `${device}.${Number(end) + 1}.${signature}`,
      `${'A'.repeat(22)}.${end}.${signature}`,
      `${device}.${end}.${'A'.repeat(43)}`,
    ];
    for (const value of forged) {
      const { attempt } = await visitorAt('192.0.2.1', new Map([[name, { ...own, value }]]));
      expect((await attempt(PASSWORD)).status, value).toBe(429);
    }
  });
});
