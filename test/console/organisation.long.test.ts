import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../src/conventions/time.ts';
import { browser } from '../support/browser.ts';
import type { Person } from '../support/organisation.ts';
import { KINDS, personOf, useOrganisations } from '../support/organisations.ts';
import { type ConsoleAnswer, consolePage, reasonOf } from './support/console-http.ts';

const { world, providers, wait, entries } = useOrganisations();

type Name = keyof typeof KINDS;

/** A browser of a person, with a page of the operators' console and cookies of the provider. */
const visitor = (name: Name) => ({
  name,
  page: consolePage(world().connection.url),
  theirs: browser(providers[name].issuer),
});
type Visitor = ReturnType<typeof visitor>;

async function leave({ page, name }: Visitor): Promise<string> {
  const { body } = await page.post('/session:startByOrganisation', { organisation: name });
  return body.address;
}

/** The address of this server to which the provider sends the browser. */
async function callback({ theirs }: Visitor, address: string): Promise<URL> {
  let back = await theirs.open(address);
  while (back.url.origin !== world().url) back = await theirs.open(back.url.href);
  return back.url;
}

const redirect = async (address: string | URL) => {
  const answer = await fetch(address, { redirect: 'manual' });
  return { status: answer.status, location: answer.headers.get('location') };
};

/** What the page of the console finds in its address. */
async function queryOf(by: Visitor, address: string): Promise<string> {
  const { location } = await redirect(await callback(by, address));
  const [page, fragment] = (location ?? '').split('#');
  expect(page).toBe(`${world().connection.url}/console/`);
  return new URLSearchParams(fragment).get('organisation') ?? '';
}

const finish = ({ page }: Visitor, query: string) => page.post('/session:finishByOrganisation', { query });

/** Signs in as the page does; follows a request for strong authentication. */
async function attempt(by: Visitor, person: Person): Promise<ConsoleAnswer> {
  providers[by.name].person = person;
  const answer = await finish(by, await queryOf(by, await leave(by)));
  return answer.body?.address === undefined
    ? answer
    : finish(by, await queryOf(by, answer.body.address as string));
}

async function signedIn(name: Name, person: Person): Promise<Visitor> {
  const by = visitor(name);
  const { status, text } = await attempt(by, person);
  expect([status, text]).toEqual([200, expect.any(String)]);
  return by;
}

const view = async ({ page }: Visitor) => {
  const answer = await page.get('/session');
  return answer.status === 200 ? answer.body.person.role : reasonOf(answer);
};

const final = async ({ page }: Visitor) => reasonOf(await page.post('/admin/v1/users/nobody:disable'));

async function useFor(by: Visitor, time: number): Promise<void> {
  for (let passed = 0; passed < time; passed += 10 * MINUTE) {
    wait(10 * MINUTE);
    await view(by);
  }
}

describe("Sign-in to the operators' console by the provider of an organisation", () => {
  it('the page offers the organisations, on the mediation console none', async () => {
    const { body } = await visitor('okta').page.get('/organisations');
    expect(body.organisations).toContainEqual({ id: 'okta', name: 'Agency of okta' });
    const mediation = consolePage(world().url);
    expect((await mediation.get('/organisations')).body).toEqual({ organisations: [] });
    const started = await mediation.post('/session:startByOrganisation', { organisation: 'okta' });
    expect(reasonOf(started)).toBe('REQUEST_INVALID');
  });

  it.each([
    ['entra', 'viewer'],
    ['entra', 'administrator'],
    ['okta', 'approver'],
    ['keycloak', 'administrator'],
  ] as const)('%s: a person with the group of %s has that role', async (name, role) => {
    expect(await view(await signedIn(name, personOf(name, role)))).toBe(role);
  });

  it.each([
    ['entra', { tid: 'tenant-2', roles: ['diptych-viewer'] }, 'tenantNotAllowed'],
    ['okta', { groups: ['Everyone'] }, 'roleMissing'],
  ] as const)('%s: a person with %j is refused: %s', async (name, claims, reason) => {
    const by = visitor(name);
    const answer = await attempt(by, { sub: 'olga', claims });
    expect([answer.status, reasonOf(answer)]).toEqual([403, 'ORGANISATION_REFUSED']);
    expect((await entries())[0]).toMatchObject({ event: 'refuse', reason });
    expect(await view(by)).toBe('SESSION_MISSING');
  });

  it('an approver whose provider does not confirm strong authentication is refused', async () => {
    providers.keycloak.tamper = ({ acr: _, ...claims }) => claims;
    const answer = await attempt(visitor('keycloak'), personOf('keycloak', 'approver'));
    expect(reasonOf(answer)).toBe('ORGANISATION_REFUSED');
    expect((await entries())[0]).toMatchObject({ event: 'refuse', reason: 'strongSignInMissing' });
  });

  it('a new sign-in in the same browser ends the previous session', async () => {
    const by = await signedIn('okta', personOf('okta', 'viewer'));
    const before = consolePage(world().connection.url);
    for (const [name, value] of by.page.jar) before.jar.set(name, value);
    await attempt(by, personOf('okta', 'operator'));
    expect(await view({ ...by, page: before })).toBe('SESSION_ENDED');
    expect(await view(by)).toBe('operator');
  });

  it('a person of an organisation registers no passkey', async () => {
    const by = await signedIn('okta', personOf('okta', 'administrator'));
    expect(reasonOf(await by.page.post('/passkeys:challenge'))).toBe('USER_OF_ORGANISATION');
  });
});

describe('The end of a session of the console that an organisation began', () => {
  it.each([
    ['viewer', 14, 'viewer'],
    ['viewer', 15, 'SESSION_ENDED'],
  ] as const)('unused, with the role %s after %i minutes: %s', async (role, minutes, expected) => {
    const by = await signedIn('okta', personOf('okta', role));
    wait(minutes * MINUTE);
    expect(await view(by)).toBe(expected);
  });

  it('signIn.absoluteHours ends it, although it is used', async () => {
    const by = await signedIn('okta', personOf('okta', 'viewer'));
    await useFor(by, 3 * HOUR + 50 * MINUTE);
    expect(await view(by)).toBe('viewer');
    wait(10 * MINUTE);
    expect(await view(by)).toBe('SESSION_ENDED');
  });

  it('the role is asked for within the hour, and a group that was taken away ends it', async () => {
    const person = personOf('keycloak', 'operator');
    const by = await signedIn('keycloak', person);
    providers.keycloak.person = { ...person, claims: KINDS.keycloak.claims('viewer') };
    await useFor(by, 40 * MINUTE);
    expect(await view(by)).toBe('operator');
    wait(10 * MINUTE);
    expect(await view(by)).toBe('viewer');
    providers.keycloak.person = { ...person, claims: {} };
    await useFor(by, 50 * MINUTE);
    expect(await view(by)).toBe('SESSION_ENDED');
    expect((await entries())[0]).toMatchObject({ event: 'end', reason: 'roleMissing' });
  });

  it('while the provider is away for an hour, it is not accepted, and the browser can sign in again later', async () => {
    const by = await signedIn('keycloak', personOf('keycloak', 'viewer'));
    providers.keycloak.isAway = true;
    await useFor(by, 60 * MINUTE);
    expect(await view(by)).toBe('SESSION_ENDED');
    providers.keycloak.isAway = false;
    wait(MINUTE);
    expect((await attempt(by, personOf('keycloak', 'operator'))).status).toBe(200);
    expect(await view(by)).toBe('operator');
  });

  it('while the provider is away, nobody leaves for it', async () => {
    providers.entra.isAway = true;
    wait(11 * MINUTE);
    const away = await visitor('entra').page.post('/session:startByOrganisation', { organisation: 'entra' });
    expect([away.status, reasonOf(away)]).toEqual([503, 'ORGANISATION_UNREACHABLE']);
  });

  it('signing out at the provider ends it by back-channel logout', async () => {
    const by = await signedIn('keycloak', personOf('keycloak', 'viewer'));
    const other = await signedIn('keycloak', personOf('keycloak', 'viewer'));
    await providers.keycloak.signOut(by.theirs);
    expect(await view(by)).toBe('SESSION_ENDED');
    expect((await entries())[0]).toMatchObject({ event: 'end', reason: 'backChannelLogout' });
    expect(await view(other)).toBe('viewer');
  });

  it('users disable ends it, and the person cannot sign in again', async () => {
    const person = personOf('okta', 'viewer');
    const by = await signedIn('okta', person);
    const { body } = await by.page.get('/session');
    await world().admin('disableUser', { user: body.person.id });
    expect(await view(by)).toBe('SESSION_ENDED');
    expect(reasonOf(await attempt(visitor('okta'), person))).toBe('ORGANISATION_REFUSED');
    expect((await entries())[0]).toMatchObject({ event: 'refuse', reason: 'userDisabled' });
  });

  it('signing out forgets the refresh token', async () => {
    const by = await signedIn('okta', personOf('okta', 'viewer'));
    const { body } = await by.page.get('/session');
    const user = { userId: body.person.id as string };
    const { store } = world().server.context.accounts;
    const kept = () => store.read((reader) => reader.organisationSignIns(user));
    expect(await kept()).toHaveLength(1);
    await by.page.post('/session:signOut');
    expect(await kept()).toEqual([]);
    expect(await view(by)).toBe('SESSION_MISSING');
  });
});

describe('Final actions of people of an organisation', () => {
  it('a proof to the provider of more than 15 minutes ago must be renewed by signing in again', async () => {
    const person = personOf('okta', 'administrator');
    const by = await signedIn('okta', person);
    expect(await final(by)).toBe('USER_NOT_FOUND');
    wait(10 * MINUTE);
    await view(by);
    wait(6 * MINUTE);
    expect(await final(by)).toBe('SIGN_IN_TOO_OLD');
    expect((await attempt(by, person)).status).toBe(200);
    expect(await final(by)).toBe('USER_NOT_FOUND');
  });

  it('the time of the proof is that of the provider, not that of the session', async () => {
    providers.okta.tamper = (claims) => ({ ...claims, auth_time: (claims.iat ?? 0) - 600 });
    const by = await signedIn('okta', personOf('okta', 'administrator'));
    expect(await final(by)).toBe('USER_NOT_FOUND');
    wait(6 * MINUTE);
    expect(await final(by)).toBe('SIGN_IN_TOO_OLD');
  });

  it('without a time of the proof, no final action is possible', async () => {
    const by = await signedIn('google', personOf('google', '', 'olga'));
    expect((await by.page.get('/session')).body.person.organisation).toEqual({
      ...{ id: 'google', name: 'Agency of google', provesTime: false },
    });
    expect(reasonOf(await by.page.post('/admin/v1/codes/code-1:revoke'))).toBe('SIGN_IN_TOO_OLD');
  });
});

describe('Attacks on the sign-in to the console by an organisation', () => {
  it('an answer works once, and only in the browser that asked', async () => {
    const by = visitor('keycloak');
    providers.keycloak.person = personOf('keycloak', 'viewer');
    const query = await queryOf(by, await leave(by));
    const victim = visitor('keycloak');
    expect(reasonOf(await finish(victim, query))).toBe('ORGANISATION_SIGN_IN_EXPIRED');
    await leave(victim);
    expect(reasonOf(await finish(victim, query))).toBe('ORGANISATION_SIGN_IN_EXPIRED');
    expect((await finish(by, query)).status).toBe(200);
    expect((await finish(by, query)).status).toBe(403);
  });

  it('a state works once, also with a second code', async () => {
    const by = visitor('keycloak');
    providers.keycloak.person = personOf('keycloak', 'viewer');
    const address = await leave(by);
    expect((await finish(by, await queryOf(by, address))).status).toBe(200);
    expect(reasonOf(await finish(by, await queryOf(by, address)))).toBe('ORGANISATION_SIGN_IN_EXPIRED');
  });

  it('a state that this server did not make, or made more than ten minutes ago, is refused', async () => {
    const by = visitor('keycloak');
    const query = new URLSearchParams(await queryOf(by, await leave(by)));
    const state = query.get('state') ?? '';
    const changed = `${state.slice(0, -2)}${state.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const other of [changed, 'console.', 'console.AAAA', `console.${'A'.repeat(3000)}`]) {
      const forged = new URLSearchParams(query);
      forged.set('state', other);
      expect(reasonOf(await finish(by, `${forged}`))).toBe('ORGANISATION_SIGN_IN_EXPIRED');
    }
    wait(10 * MINUTE);
    expect(reasonOf(await finish(by, `${query}`))).toBe('ORGANISATION_SIGN_IN_EXPIRED');
  });

  it('the redirect address leads only to the console that asked, and belongs to one provider', async () => {
    const by = visitor('keycloak');
    const back = await callback(by, await leave(by));
    expect((await redirect(back.href.replace('/keycloak/', '/okta/'))).location).toBeNull();
    const other = new URL(back);
    other.searchParams.set('state', 'console.https://evil.example');
    expect((await redirect(other)).location).toBeNull();
    const foreign = await by.page.post(
      '/session:startByOrganisation',
      { organisation: 'keycloak' },
      { origin: 'https://evil.example' },
    );
    expect(reasonOf(foreign)).toBe('NOT_FROM_CONSOLE');
    const without = { origin: undefined } as never;
    const unknown = await by.page.post('/session:startByOrganisation', { organisation: 'keycloak' }, without);
    expect(reasonOf(unknown)).toBe('NOT_FROM_CONSOLE');
  });

  it('an answer that names another provider is refused before the code is sent (mix-up)', async () => {
    const by = visitor('keycloak');
    const query = new URLSearchParams(await queryOf(by, await leave(by)));
    query.set('iss', providers.okta.issuer);
    const asked = providers.keycloak.tokenRequests();
    expect(reasonOf(await finish(by, `${query}`))).toBe('ORGANISATION_REFUSED');
    expect(providers.keycloak.tokenRequests()).toBe(asked);
  });

  it('an ID token with another nonce is refused', async () => {
    providers.keycloak.tamper = (claims) => ({ ...claims, nonce: 'another' });
    const answer = await attempt(visitor('keycloak'), personOf('keycloak', 'viewer'));
    expect(reasonOf(answer)).toBe('ORGANISATION_REFUSED');
  });

  it('codes, states and emails are in no log line', async () => {
    const by = visitor('okta');
    providers.okta.person = personOf('okta', 'viewer');
    const query = await queryOf(by, await leave(by));
    await finish(by, query);
    const log = world().log.join('');
    for (const secret of [new URLSearchParams(query).get('code') ?? 'none', 'console.', 'agency.example"'])
      expect(log).not.toContain(secret);
  });
});
