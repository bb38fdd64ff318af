import { describe, expect, it } from 'vitest';
import { SCOPE_NAMES } from '../../../src/accounts/permissions.ts';
import { METHOD_NAMES, METHODS, type MethodName, scopesOf } from '../../../src/mediation/contract/index.ts';
import { detailOf, reasonOf } from './support/envelope.ts';
import { GROUP, GROUPS, MINE, newGroup, OTHER, useHttpWorld } from './support/world.ts';

const world = useHttpWorld();

const SCOPES = 'https://mediation.example/auth';

/** The address of a method for a publisher. Other ids in it are invented. */
function pathOf(name: MethodName, publisherId: string): string {
  const path = METHODS[name].address.flatPath.replace('{accountsId}', publisherId);
  return `/${path.replace(/\{\w+\}/g, '1234567890')}`;
}

const EXPECTED = 'Expected OAuth 2 access token, login cookie or other valid authentication credential.';

describe('Requests to the mediation panel without a credential', () => {
  it.each(METHOD_NAMES)(
    '%s without a credential is answered with 401 before the request is read',
    async (name) => {
      const { httpMethod } = METHODS[name].address;
      const path = pathOf(name, 'nonsense');
      const wrong = { query: 'alt=zzz&foo=1&fields=nope', ...(httpMethod === 'GET' ? {} : { body: '{' }) };
      const { status, headers, error } = await world().call(httpMethod, path, { ...wrong, token: null });
      expect([status, error.status]).toEqual([401, 'UNAUTHENTICATED']);
      expect(error.message).toBe(`Request is missing required authentication credential. ${EXPECTED}`);
      expect(headers.get('www-authenticate')).toBe(`Bearer realm="${world().url}"`);
      expect(detailOf(error, 'ErrorInfo')).toMatchObject({
        reason: 'CREDENTIALS_MISSING',
        domain: 'diptych',
        metadata: { service: 'diptych', method: `admob.${name}` },
      });
    },
  );

  it.each(['Basic YTpi', 'Bearer', 'Token x', ''])('the credential %j is refused', async (authorization) => {
    const { status, error } = await world().call('GET', GROUPS, { token: null, headers: { authorization } });
    expect([status, reasonOf(error)]).toEqual([401, 'CREDENTIALS_MISSING']);
  });
});

describe('Requests to the mediation panel with an invalid token', () => {
  const altered = (token: string): string => `${token.slice(0, -4)}AAAA`;

  it.each([
    ['that is no JWT', async (): Promise<string> => 'ya29.something', 'ACCESS_TOKEN_TYPE_UNSUPPORTED'],
    [
      'with another signature',
      async (): Promise<string> => altered(world().token.write),
      'ACCESS_TOKEN_INVALID',
    ],
    [
      'that has expired',
      async (): Promise<string> => {
        const token = await world().issueToken({ ttlSeconds: 1 });
        world().advance(2000);
        return token;
      },
      'ACCESS_TOKEN_EXPIRED',
    ],
  ] as const)('a token is refused with 401: %s', async (_, token, reason) => {
    const { status, headers, error } = await world().call('GET', GROUPS, { token: await token() });
    expect([status, error.status, reasonOf(error)]).toEqual([401, 'UNAUTHENTICATED', reason]);
    expect(error.message).toBe(`Request had invalid authentication credentials. ${EXPECTED}`);
    expect(headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  it('an access token in the URL is not accepted', async () => {
    for (const name of ['access_token', 'oauth_token']) {
      const query = { [name]: world().token.write };
      expect((await world().call('GET', GROUPS, { query, token: null })).status).toBe(401);
      const { status, error, text } = await world().call('GET', GROUPS, { query });
      expect([status, reasonOf(error)]).toEqual([400, 'INVALID_SYSTEM_PARAMETER']);
      expect(text).not.toContain(world().token.write);
    }
  });
});

describe('Scopes of mediation requests', () => {
  const writes = METHOD_NAMES.filter((name) => METHODS[name].kind === 'write');
  const reads = METHOD_NAMES.filter((name) => METHODS[name].kind === 'read');

  it.each(writes)('%s with the readonly scope is refused before other errors', async (name) => {
    const { httpMethod } = METHODS[name].address;
    const call = { token: world().token.read, query: 'alt=zzz', body: '{' };
    const { status, headers, error } = await world().unchanged(() =>
      world().call(httpMethod, pathOf(name, MINE), call),
    );
    expect([status, error.status, error.message]).toEqual([
      403,
      'PERMISSION_DENIED',
      'Request had insufficient authentication scopes.',
    ]);
    expect(reasonOf(error)).toBe('ACCESS_TOKEN_SCOPE_INSUFFICIENT');
    expect(headers.get('www-authenticate')).toBe(
      `Bearer realm="${world().url}", error="insufficient_scope", scope="${SCOPES}/monetization"`,
    );
    expect(scopesOf(name).filter((scope) => scope !== 'statistics')).toEqual(['monetization']);
  });

  it.each(reads)('%s accepts each of its scopes alone, and no other', async (name) => {
    const { httpMethod } = METHODS[name].address;
    for (const scope of SCOPE_NAMES) {
      const token = await world().issueToken({ scopes: [scope] });
      const { status } = await world().call(httpMethod, pathOf(name, MINE), { token });
      // Reports are refused, because a report needs a spec.
      expect(scopesOf(name).includes(scope) ? [200, 404, 400] : [403]).toContain(status);
    }
  });

  it.each(['mediationReport', 'networkReport', 'campaignReport'] as const)(
    '%s shows earnings, so the scope monetization alone does not read it',
    (report) => {
      expect(scopesOf(`accounts.${report}.generate`)).toEqual(['readonly', 'report']);
    },
  );
});

describe('Permission for a publisher account', () => {
  it.each(METHOD_NAMES.filter((name) => name !== 'accounts.list'))(
    'permission is checked before existence and before the body: %s',
    async (name) => {
      const { httpMethod } = METHODS[name].address;
      const body = httpMethod === 'GET' ? {} : { body: '{' };
      const bodies = new Set<string>();
      for (const publisherId of [OTHER, 'pub-9999999999999999']) {
        const { status, headers, error, text } = await world().call(httpMethod, pathOf(name, publisherId), {
          query: 'foo=1&fields=nope',
          ...body,
        });
        expect(headers.get('www-authenticate')).toMatch(/^Bearer realm=".*", error="insufficient_scope"/);
        expect([status, error.status, error.message]).toEqual([
          403,
          'PERMISSION_DENIED',
          'The caller does not have permission.',
        ]);
        bodies.add(text);
      }
      expect(bodies.size, 'the answer does not tell which publishers there are').toBe(1);
    },
  );

  it('every id of another publisher is answered with 403, whether or not it exists', async () => {
    const token = world().token.other;
    const created = await world().done('POST', `/v1beta/accounts/${OTHER}/mediationGroups`, {
      body: { displayName: 'Theirs', targeting: { platform: 'IOS', format: 'BANNER' } },
      token,
    });
    const missing = `/v1beta/accounts/${OTHER}/mediationGroups/0000000000`;
    const answers = await Promise.all(
      [`/v1beta/${created.body.name}`, missing].flatMap((path) => [
        world().call('GET', path),
        world().call('PATCH', path, { body: {} }),
        world().call('POST', `${path}/mediationAbExperiments`, { body: {} }),
        world().call('POST', `${path}/mediationAbExperiments:stop`, { body: {} }),
      ]),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
    expect((await world().call('GET', missing, { token })).status).toBe(404);
  });

  it.each([
    'accounts',
    'pub-1',
    'pub-12345678901234567',
    'PUB-1111111111111111',
    '1111111111111111',
    'pub-111111111111111a',
  ])('an id that no publisher can have is refused without a look-up: %s', async (id) => {
    const { status, error } = await world().call('GET', `/v1beta/accounts/${id}/mediationGroups`);
    expect([status, error.status]).toEqual([400, 'INVALID_ARGUMENT']);
    expect(error.message).toBe(`Invalid account information in request url: 'accounts/${id}'`);
  });

  it('a caller sees only its own publishers', async () => {
    const { body } = await world().done('GET', '/v1beta/accounts');
    expect(body.account.map(({ publisherId }: { publisherId: string }) => publisherId)).toEqual([MINE]);
  });

  it('permission is checked after the route', async () => {
    for (const token of [null, world().token.read]) {
      expect((await world().call('GET', '/v1beta/nothing', { token })).status).toBe(404);
      expect((await world().call('DELETE', GROUPS, { token })).status).toBe(405);
    }
  });
});

describe('The order of checks after permission', () => {
  it('one answer reports everything malformed, before existence is checked', async () => {
    const query =
      'alt=zzz&$.xgafv=7&fields=nope&validateOnly=maybe&foo=1&updateMask=displayName,*&update_mask=x';
    const body = {
      displayName: 5,
      nope: 1,
      targeting: { adUnitIds: 'x' },
      mediationGroupLines: { '7': { cpmMode: 'FREE' } },
    };
    const { status, error } = await world().call('PATCH', `${GROUPS}/0000000000`, {
      query,
      body,
      headers: { 'if-match': 'none' },
    });
    expect([status, error.status]).toEqual([400, 'INVALID_ARGUMENT']);
    const fields = detailOf(error, 'BadRequest')?.fieldViolations?.map(({ field }) => field);
    expect(fields).toEqual(
      expect.arrayContaining([
        '$.xgafv',
        'alt',
        'fields',
        'If-Match',
        'foo',
        'validate_only',
        'update_mask',
        'mediation_group.display_name',
        'mediation_group',
        'mediation_group.targeting.ad_unit_ids',
        'mediation_group.mediation_group_lines["7"].cpm_mode',
      ]),
    );
  });

  it('existence is checked before semantics', async () => {
    const missing = `${GROUPS}/0000000000`;
    const semantic = { mediationGroupLines: { '-1': { adSourceId: 'none' } } };
    const mask = { updateMask: 'mediationGroupLines[-1]' };
    expect((await world().call('PATCH', missing, { query: mask, body: semantic })).status).toBe(404);
    const { path } = await newGroup(world(), GROUP);
    expect((await world().call('PATCH', path, { query: mask, body: semantic })).status).toBe(400);
  });
});
