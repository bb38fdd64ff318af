import type { RequestListener } from 'node:http';
import { type JWTPayload, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import type { Connection } from '../../src/cli/admin/connection.ts';
import { signIn } from '../../src/cli/sign-in/authorize.ts';
import { HOUR, MINUTE, SECOND } from '../../src/conventions/time.ts';
import { loadSettings } from '../../src/server/config/load-settings.ts';
import { organisations as checkOrganisations } from '../../src/server/doctor/organisations.ts';
import { CLIENT, twoBrowsers } from '../support/organisation.ts';
import { KINDS, personOf, useOrganisations, whoAmI } from '../support/organisations.ts';
import { refusal } from '../support/refusal.ts';

const { world, providers, wait, organisations, follow, linkOf, attempt, signedIn, entries } =
  useOrganisations();

const WRONG_ANSWERS: Readonly<Record<string, RequestListener>> = {
  fails: (_, response) => response.writeHead(503).end(),
  'answers a page': (_, response) => response.end('<!doctype html><p>Back soon'),
  'answers 10 MB': (_, response) => response.end(Buffer.alloc(10_000_000, ' ')),
  redirects: (_, response) => response.writeHead(302, { location: world().url }).end(),
  'never ends its answer': (_, response) => response.write('{'),
};

describe('Sign-in by the provider of an organisation', () => {
  it.each([
    ['entra', 'viewer', 'viewer'],
    ['entra', 'administrator', 'administrator'],
    ['okta', 'operator', 'operator'],
    ['okta', 'approver', 'approver'],
    ['keycloak', 'viewer', 'viewer'],
    ['keycloak', 'administrator', 'administrator'],
  ] as const)('%s: a person with the group of %s has the role %s', async (name, group, role) => {
    expect(await whoAmI(await signedIn(name, personOf(name, group)))).toMatchObject({ role });
    expect((await entries())[0]).toMatchObject({ event: 'signIn' });
  });

  it('google: a person has the role that the list of people gives', async () => {
    const caller = await whoAmI(await signedIn('google', personOf('google', '', 'olga')));
    expect(caller).toMatchObject({ role: 'operator' });
  });

  it('diptych login signs in, without a password', async () => {
    providers.okta.person = personOf('okta', 'viewer');
    const browsers = twoBrowsers(world().url, providers.okta);
    const visit = async (address: string) => {
      const link = await linkOf(browsers.own, 'okta', address);
      const last = await follow(browsers, 'okta', await browsers.own.open(link));
      await fetch(last.url);
    };
    const { accessToken } = await signIn(world().connection.url, (address) => void visit(address));
    expect(await whoAmI({ ...world().connection, token: accessToken })).toMatchObject({ role: 'viewer' });
  });

  it('a person is issuer and subject: neither email nor subject alone make two people one', async () => {
    const person = { sub: 'same', claims: { ...KINDS.okta.claims('viewer'), email: 'ada@example.com' } };
    const other = { ...personOf('keycloak', 'viewer'), sub: 'same' };
    const [one, again, elsewhere] = [
      await whoAmI(await signedIn('okta', person)),
      await whoAmI(await signedIn('okta', { ...person, claims: KINDS.okta.claims('operator') })),
      await whoAmI(await signedIn('keycloak', other)),
    ];
    expect(one).toMatchObject({ email: 'ada@example.com' });
    expect(again).toMatchObject({ id: one.id, role: 'operator' });
    expect(elsewhere.id).not.toBe(one.id);
    expect((await world().admin('findUser', { email: 'ada@example.com' })).id).not.toBe(one.id);
  });

  it.each([
    ['entra', { tid: 'tenant-2', roles: ['diptych-viewer'] }, 'tenantNotAllowed'],
    ['google', { hd: 'other.example' }, 'tenantNotAllowed'],
    ['google', {}, 'tenantNotAllowed'],
    ['entra', { tid: 'tenant-1', _claim_names: { groups: 'src1' } }, 'groupsLeftOut'],
    ['okta', { groups: ['Everyone'] }, 'roleMissing'],
  ] as const)('%s: a person with %j is refused: %s', async (name, claims, reason) => {
    const page = await attempt(name, { sub: 'olga', claims });
    expect(page.status).toBe(403);
    expect((await entries())[0]).toMatchObject({ event: 'refuse', subjectId: name, reason });
    if (reason === 'groupsLeftOut') expect(page.text).toContain('app roles');
  });

  it('an approver whose provider does not confirm strong authentication is refused', async () => {
    providers.keycloak.tamper = ({ acr: _, ...claims }) => claims;
    expect((await attempt('keycloak', personOf('keycloak', 'approver'))).status).toBe(403);
    expect((await entries())[0]).toMatchObject({ event: 'refuse', reason: 'strongSignInMissing' });
  });

  it('a disabled user stays disabled, and the administration sets neither role nor password', async () => {
    const person = personOf('okta', 'viewer');
    const connection = await signedIn('okta', person);
    const { id: user } = await whoAmI(connection);
    const password = 'a password that is long enough';
    expect(await refusal(world().admin('setUserRole', { user, role: 'administrator' }))).toBe(
      'USER_OF_ORGANISATION',
    );
    expect(await refusal(world().admin('setUserPassword', { user, password }))).toBe('USER_OF_ORGANISATION');
    await world().admin('disableUser', { user });
    expect(await refusal(whoAmI(connection))).toBe('TOKEN_INVALID');
    expect((await attempt('okta', person)).status).toBe(403);
    expect((await entries())[0]).toMatchObject({ event: 'refuse', reason: 'userDisabled' });
  });

  it('while the provider is away, the page says so and nothing else breaks', async () => {
    const connection = await signedIn('keycloak', personOf('keycloak', 'viewer'));
    providers.keycloak.isAway = true;
    wait(11 * MINUTE);
    const page = await attempt('keycloak', personOf('keycloak', 'viewer'));
    expect([page.status, page.text]).toEqual([503, expect.stringContaining('does not answer')]);
    expect(await whoAmI(connection)).toMatchObject({ role: 'viewer' });
  });
});

describe('diptych doctor', () => {
  const found = async () => {
    const settings = loadSettings({
      environment: {},
      options: { 'signIn.organisations': organisations() },
    });
    return checkOrganisations({ settings, folder: world().server.context.folder, now: Date.now() });
  };

  it('names the organisations by which nobody can sign in', async () => {
    providers.okta.isAway = true;
    expect((await found()).map(({ level }) => level)).toEqual(['ok', 'failure', 'ok', 'ok']);
  });

  it('a description whose ways to authenticate are no list is refused, and nobody leaves for the provider', async () => {
    const { okta } = providers;
    const path = '/.well-known/openid-configuration';
    const endpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'];
    const description = {
      issuer: okta.issuer,
      ...Object.fromEntries(endpoints.map((name) => [name, `${okta.issuer}/${name}`])),
      token_endpoint_auth_methods_supported: 7,
    };
    okta.hostile = { [path]: (_request, response) => void response.end(JSON.stringify(description)) };
    expect((await found())[1]?.text).toContain('is no description of a provider');
    wait(11 * MINUTE);
    const page = await attempt('okta', personOf('okta', 'viewer'));
    expect([page.status, page.text]).toEqual([503, expect.stringContaining('does not answer')]);
  });
});

describe('The end of a sign-in', () => {
  /** Uses the sign-in every ten minutes. */
  async function useFor(connection: Connection, time: number): Promise<void> {
    for (let passed = 0; passed < time; passed += 10 * MINUTE) {
      wait(10 * MINUTE);
      await whoAmI(connection);
    }
  }

  it('the role is asked for within the hour, and a group that was taken away ends the sign-in', async () => {
    const person = personOf('keycloak', 'operator');
    const connection = await signedIn('keycloak', person);
    providers.keycloak.person = { ...person, claims: KINDS.keycloak.claims('viewer') };
    await useFor(connection, 40 * MINUTE);
    expect(await whoAmI(connection)).toMatchObject({ role: 'operator' });
    const asked = providers.keycloak.tokenRequests();
    wait(10 * MINUTE);
    const together = await Promise.all([1, 2, 3].map(() => whoAmI(connection)));
    expect(together.map(({ role }) => role)).toEqual(['viewer', 'viewer', 'viewer']);
    expect(providers.keycloak.tokenRequests()).toBe(asked + 1);
    providers.keycloak.person = { ...person, claims: {} };
    await useFor(connection, 40 * MINUTE);
    wait(10 * MINUTE);
    expect(await refusal(whoAmI(connection))).toBe('TOKEN_INVALID');
    expect((await entries())[0]).toMatchObject({ event: 'end', reason: 'roleMissing' });
  });

  it('while the provider is away, a sign-in goes on until its hour is over', async () => {
    const connection = await signedIn('keycloak', personOf('keycloak', 'viewer'));
    await useFor(connection, 40 * MINUTE);
    providers.keycloak.isAway = true;
    await useFor(connection, 10 * MINUTE);
    wait(11 * MINUTE);
    expect(await refusal(whoAmI(connection))).toBe('ROLE_UNCONFIRMED');
  });

  it.each(Object.keys(WRONG_ANSWERS))(
    'while the provider %s, the page says so, and no sign-in ends',
    async (how) => {
      const person = personOf('keycloak', 'viewer');
      const connection = await signedIn('keycloak', person);
      await useFor(connection, 40 * MINUTE);
      providers.keycloak.hostile = { '/token': WRONG_ANSWERS[how]! };
      wait(10 * MINUTE);
      expect((await attempt('keycloak', person)).status).toBe(503);
      expect(await whoAmI(connection)).toMatchObject({ role: 'viewer' });
    },
  );

  it.each(Object.entries(WRONG_ANSWERS))(
    'while only the address of its keys %s, the page says that it does not answer',
    async (how, hostile) => {
      await signedIn('entra', personOf('entra', 'viewer'));
      providers.entra.hostile = { '/jwks': hostile };
      // The last keys are used for an hour, and a failure is remembered for some seconds.
      wait(HOUR + Object.keys(WRONG_ANSWERS).indexOf(how) * MINUTE);
      await providers.entra.rotateKeys();
      expect((await attempt('entra', personOf('entra', 'viewer'))).status).toBe(503);
    },
  );

  it.each([
    ['viewer', 29, 'none'],
    ['viewer', 30, 'TOKEN_INVALID'],
    ['administrator', 14, 'none'],
    ['administrator', 15, 'TOKEN_INVALID'],
  ] as const)('unused, a sign-in with the role %s after %i minutes: %s', async (role, minutes, expected) => {
    const connection = await signedIn('okta', personOf('okta', role));
    wait(minutes * MINUTE);
    expect(await refusal(whoAmI(connection))).toBe(expected);
  });

  it('a sign-in ends after signIn.absoluteHours, although it is used', async () => {
    const connection = await signedIn('okta', personOf('okta', 'viewer'));
    await useFor(connection, 3 * HOUR + 50 * MINUTE);
    wait(10 * MINUTE);
    expect(await refusal(whoAmI(connection))).toBe('TOKEN_INVALID');
  });

  it('signing out at the provider ends the sign-in by back-channel logout', async () => {
    const browsers = twoBrowsers(world().url, providers.keycloak);
    const connection = await signedIn('keycloak', personOf('keycloak', 'viewer'), browsers);
    const other = await signedIn('keycloak', personOf('keycloak', 'viewer'));
    await providers.keycloak.signOut(browsers.theirs);
    expect(await refusal(whoAmI(connection))).toBe('TOKEN_INVALID');
    expect((await entries())[0]).toMatchObject({ event: 'end', reason: 'backChannelLogout' });
    expect(await refusal(whoAmI(other))).toBe('none');
  });
});

describe('Final actions', () => {
  it('a sign-in of more than 15 minutes ago must be renewed, as RFC 9470 says', async () => {
    const connection = await signedIn('okta', personOf('okta', 'administrator'));
    const revoke = () =>
      fetch(`${connection.url}/admin/v1/users/nobody:disable`, {
        method: 'POST',
        headers: { authorization: `Bearer ${connection.token}`, 'content-type': 'application/json' },
        body: '{}',
      });
    expect((await revoke()).status).toBe(404);
    wait(10 * MINUTE);
    expect((await revoke()).status).toBe(404);
    wait(6 * MINUTE);
    const late = await revoke();
    expect(late.status).toBe(401);
    expect(late.headers.get('www-authenticate')).toMatch(
      /^Bearer error="insufficient_user_authentication".*, max_age="900"$/,
    );
    expect(await refusal(whoAmI(connection))).toBe('none');
  });

  it('every sign-in asks the provider for a recent proof', async () => {
    const { own } = twoBrowsers(world().url, providers.okta);
    const { url } = await own.open(await linkOf(own, 'okta'));
    expect(url.searchParams.get('max_age')).toBe('900');
    providers.okta.tamper = (claims) => ({ ...claims, auth_time: (claims.iat ?? 0) - 1000 });
    expect((await attempt('okta', personOf('okta', 'viewer'))).status).toBe(403);
  });

  it('without a time of the proof, no final action is possible', async () => {
    const connection = await signedIn('google', personOf('google', '', 'olga'));
    expect(await refusal(callAdmin(connection, 'revokeCode', { id: 'code-1' }))).toBe('SIGN_IN_TOO_OLD');
  });
});

describe('Attacks on the sign-in by an organisation', () => {
  const viewer = () => personOf('keycloak', 'viewer');

  it.each([
    ['another issuer', { iss: 'https://evil.example' }],
    ['another audience', { aud: 'another-client' }],
    ['another nonce', { nonce: 'another-nonce' }],
    ['several audiences', { aud: [CLIENT.id, 'another-client'] }],
    ['another authorized party', { azp: 'another-client' }],
    ['no nonce', { nonce: undefined }],
    ['a time of issue in the future', { iat: 4_000_000_000 }],
    ['a proof of the person in the future', { auth_time: 4_000_000_000 }],
    ['a proof of the person that is no number', { auth_time: '1' }],
    ['no time of the proof, although it was asked for', { auth_time: undefined }],
    ['an end in the past', { exp: 1000 }],
    ['a start in the future', { nbf: 4_000_000_000 }],
    ['no subject', { sub: undefined }],
    ['a subject that no database stores', { sub: 'ada\u0000' }],
    ['a session of kilobytes', { sid: 's'.repeat(3000) }],
  ])('an ID token with %s is refused', async (_, change) => {
    providers.keycloak.tamper = (claims) => ({ ...claims, ...change }) as JWTPayload;
    const page = await attempt('keycloak', viewer());
    expect([page.status, page.text]).toEqual([403, expect.stringContaining('its answer is not valid')]);
  });

  it('an ID token without a signature, or signed by another key, is refused', async () => {
    providers.keycloak.tamper = ({ iat: _, exp: _exp, ...claims }) =>
      new UnsecuredJWT(claims).setIssuedAt().setExpirationTime('5m').encode();
    expect((await attempt('keycloak', viewer())).status).toBe(403);
    providers.keycloak.tamper = (claims) => providers.okta.sign(claims);
    expect((await attempt('keycloak', viewer())).status).toBe(403);
  });

  it('new keys of the provider are read once more, and keys that it withdrew are refused', async () => {
    await providers.keycloak.rotateKeys();
    expect((await attempt('keycloak', viewer())).url.searchParams.get('code')).toBeTruthy();
    providers.keycloak.tamper = (claims, sign) => sign(claims, { kid: 'key-1' });
    expect((await attempt('keycloak', viewer())).status).toBe(403);
  });

  it('an answer works once, in the browser that asked, and with its state', async () => {
    const browsers = twoBrowsers(world().url, providers.keycloak);
    providers.keycloak.person = viewer();
    const away = await browsers.own.open(await linkOf(browsers.own, 'keycloak'));
    let back = await browsers.theirs.open(away.url.href);
    while (back.url.origin !== world().url) back = await browsers.theirs.open(back.url.href);
    const { href } = back.url;
    const stranger = twoBrowsers(world().url, providers.keycloak);
    expect((await stranger.own.open(href)).status).toBe(400);
    const changed = new URL(href);
    changed.searchParams.set('state', `${changed.searchParams.get('state')?.slice(0, -1)}~`);
    expect((await browsers.own.open(changed.href)).status).toBe(400);
    const elsewhere = href.replace('/organisation/keycloak/', '/organisation/okta/');
    const mixedUp = await browsers.own.open(elsewhere);
    expect(mixedUp.status).toBe(400);
    expect((await browsers.own.open(href)).status).toBe(400);
  });

  it('an answer that names another provider is refused (mix-up)', async () => {
    const browsers = twoBrowsers(world().url, providers.keycloak);
    providers.keycloak.person = viewer();
    const away = await browsers.own.open(await linkOf(browsers.own, 'keycloak'));
    const back = await follow(
      { ...browsers, own: { ...browsers.own, open: async () => away } },
      'okta',
      away,
    );
    const forged = new URL(`${world().url}/oauth/organisation/keycloak/callback`);
    forged.searchParams.set('state', back.url.searchParams.get('state') ?? '');
    forged.searchParams.set('code', 'a-code');
    forged.searchParams.set('iss', providers.okta.issuer);
    const asked = providers.keycloak.tokenRequests();
    expect((await browsers.own.open(forged.href)).status).toBe(403);
    expect(providers.keycloak.tokenRequests()).toBe(asked);
  });

  it('the redirect address of a provider leads nowhere but to this server', async () => {
    const secret = 'x'.repeat(43);
    for (const state of [
      `//evil.example/aaaaaaaaaa.${secret}`,
      `https://evil.example.${secret}`,
      `..%2f.${secret}`,
    ]) {
      const address = `${world().url}/oauth/organisation/keycloak/callback?${new URLSearchParams({ state })}`;
      const answer = await fetch(address, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    }
  });

  it('a logout token works once, and an ID token is none', async () => {
    const person = viewer();
    const connection = await signedIn('keycloak', person);
    const { issuer, sign } = providers.keycloak;
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const iat = Math.floor(Date.now() / SECOND) + providers.keycloak.ahead;
    const good = { iss: issuer, aud: CLIENT.id, sub: person.sub, jti: 'logout-1', iat, events };
    const send = async (claims: object) =>
      (
        await fetch(`${world().url}/oauth/organisation/keycloak/logout`, {
          method: 'POST',
          body: new URLSearchParams({ logout_token: await sign(claims as never) }),
        })
      ).status;
    for (const change of [
      { nonce: 'n' },
      { events: {} },
      { jti: undefined },
      { sub: undefined },
      { iss: providers.okta.issuer },
      { aud: 'another' },
      { iat: iat - 400 },
    ])
      expect([change, await send({ ...good, ...change })]).toEqual([change, 400]);
    expect(await refusal(whoAmI(connection))).toBe('none');
    expect(await send(good)).toBe(200);
    expect(await refusal(whoAmI(connection))).toBe('TOKEN_INVALID');
    const again = await signedIn('keycloak', person);
    expect(await send(good)).toBe(400);
    expect(await refusal(whoAmI(again))).toBe('none');
  });

  it('secrets and personal data are in no log line', () => {
    const log = world().log.join('');
    for (const secret of [CLIENT.secret, 'agency.example"', 'refresh_token'])
      expect(log).not.toContain(secret);
  });
});
