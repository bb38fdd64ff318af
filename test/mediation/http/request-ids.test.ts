import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AdminRequest, AdminResponse } from '../../../src/admin/contract/index.ts';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { explanation } from '../../../src/cli/commands/explain.ts';
import { refusalTexts } from '../../../src/cli/requests/refusal-text.ts';
import { PATHS } from '../../../src/http/oauth/paths.ts';
import { METHOD_NAMES, METHODS, SERVICE } from '../../../src/mediation/contract/index.ts';
import { MEDIATION_CHECKS } from '../../../src/mediation/order-of-checks.ts';
import { GROUP, GROUPS, MINE, OTHER, useHttpWorld } from './support/world.ts';

const world = useHttpWorld();

const operator = () => {
  const { adminUrl, context } = world().server;
  return { url: adminUrl, token: readFileSync(context.folder.adminToken, 'utf8').trim() };
};

const explain = (id: string) => callAdmin(operator(), 'getRequest', { id });
const refused = (filter: AdminRequest<'listRefusedRequests'>) =>
  callAdmin(operator(), 'listRefusedRequests', filter);

type Refused = AdminResponse<'listRefusedRequests'>['requests'][number];

const idOf = ({ headers }: { readonly headers: Headers }) => headers.get('x-request-id') ?? '';

describe('A refused request of the mediation interface', () => {
  it('explain finds it by the id in its answer, with the check and the members, without what was sent', async () => {
    const secret = 'Somebody’s secret name';
    const body = {
      ...GROUP,
      displayName: secret,
      targeting: { ...GROUP.targeting, platform: 'WINDOWS', format: secret },
      mediationGroupLines: { '-1': { adSourceId: '4711', cpmMode: 'MANUAL', cpmMicros: '9' } },
    };
    const answer = await world().call('POST', GROUPS, { body });
    expect(answer.status).toBe(400);
    const explained = await explain(idOf(answer));
    expect(explained.requests).toMatchObject([
      {
        interface: 'mediation',
        operation: 'admob.accounts.mediationGroups.create',
        outcome: 'INVALID_MEDIATION_GROUP',
        failedCheck: 'parameters and body',
        publisherId: MINE,
        operatorId: expect.any(String),
      },
    ]);
    expect(JSON.stringify(explained)).not.toContain(secret);
    const text = await explanation(explained);
    for (const part of [
      '  refused: invalid mediation group (INVALID_MEDIATION_GROUP)\n  refused in the step: parameters and body\n',
      '  finding: The mediation group is not valid.\n',
      '\n    mediationGroupLines[].cpmMicros is less than 10000, which is $0.01.\n',
      '\n    targeting.format is not one of APP_OPEN, ',
      `\n  publisher ${MINE}\n`,
    ])
      expect(text).toContain(part);
    const { requests } = await refused({ reason: 'INVALID_MEDIATION_GROUP', pageSize: 1 });
    expect(await refusalTexts(requests, undefined)).toContain(
      ' finding: targeting.platform is not one of ANDROID, IOS.; and 3 more\n',
    );
  });

  const SECRET = 'a-secret-of-the-client';
  it.each([
    ['a parameter', 'GET', { query: { [SECRET]: 'x', pageSize: SECRET, alt: SECRET } }, 'Invalid'],
    ['fields', 'GET', { query: { fields: SECRET } }, 'fields'],
    ['a filter', 'GET', { query: { filter: `IN(${SECRET.replaceAll('-', '')}, "${SECRET}")` } }, 'filter'],
    ['a header', 'GET', { headers: { 'if-none-match': SECRET } }, 'entity tags are expected'],
    ['a name', 'POST', { body: { ...GROUP, [SECRET]: 1 } }, 'Unknown name …'],
    ['a name with quotes', 'POST', { body: { ...GROUP, [`'"${SECRET}"'`]: 1 } }, 'Unknown name …'],
    [
      'a member that stands twice',
      'POST',
      { body: `{"${SECRET}":1,"${SECRET}":2}` },
      'has the member … twice',
    ],
    [
      'a key of a line',
      'POST',
      { body: { ...GROUP, mediationGroupLines: { [SECRET]: { cpmMode: SECRET } } } },
      'mediationGroupLines[]',
    ],
    [
      'a region',
      'POST',
      { body: { ...GROUP, targeting: { ...GROUP.targeting, targetedRegionCodes: [SECRET] } } },
      'targeting.targetedRegionCodes[] is not a CLDR region',
    ],
  ] as const)('its violations do not repeat what was sent: %s', async (_, method, call, text) => {
    const answer = await world().call(method, GROUPS, call);
    expect(answer.status).toBe(400);
    const explained = await explain(idOf(answer));
    expect(explained.requests[0]?.description).toContain(text);
    expect(JSON.stringify(explained).replaceAll('-', '')).not.toContain(SECRET.replaceAll('-', ''));
  });

  it.each([
    ['GET', '/v1beta/secret-address', {}, 'ROUTE_NOT_FOUND', 'route'],
    ['GET', GROUPS, { token: null }, 'CREDENTIALS_MISSING', 'access token'],
    ['GET', `/v1beta/accounts/${OTHER}`, {}, 'PUBLISHER_NOT_GRANTED', 'permission'],
    ['GET', GROUPS, { query: 'fields=x' }, 'INVALID_FIELD_SELECTION', 'parameters and body'],
    ['GET', `${GROUPS}/0`, {}, 'NOT_FOUND', 'existence'],
  ] as const)('the list of refusals has it: %s %s', async (method, path, call, reason, check) => {
    const id = idOf(await world().call(method, path, call));
    const { requests } = await refused({ reason });
    expect(requests.find(({ requestId }: Refused) => requestId === id)).toMatchObject({
      interface: 'mediation',
      failedCheck: check,
      description: expect.stringMatching(/\w/),
    });
    expect(MEDIATION_CHECKS.map(({ name }) => name)).toContain(check);
  });

  it.each([
    ['a scope', 'read', MINE, 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'],
    ['a publisher', 'write', OTHER, 'PUBLISHER_NOT_GRANTED'],
  ] as const)(
    'a refusal because of %s names the caller, the client and the publisher',
    async (_, token, publisherId, reason) => {
      const id = idOf(
        await world().call('POST', `/v1beta/accounts/${publisherId}/mediationGroups`, {
          body: GROUP,
          token: world().token[token],
        }),
      );
      const about = { operatorId: expect.any(String), clientId: expect.any(String), publisherId };
      const explained = await explain(id);
      expect(explained.requests).toMatchObject([{ outcome: reason, ...about }]);
      const { requests } = await refused({ reason });
      const row = requests.find(({ requestId }: Refused) => requestId === id)!;
      expect(row).toMatchObject(about);
      for (const text of [await explanation(explained), await refusalTexts([row], undefined)])
        expect(text).toContain(`publisher ${publisherId}`);
    },
  );

  it('the list is filtered by its caller, its client and its publisher', async () => {
    await world().call('POST', `/v1beta/accounts/${OTHER}/mediationGroups`, { body: GROUP });
    await world().call('POST', GROUPS, { body: {} });
    const { requests: all } = await refused({});
    for (const filter of ['operatorId', 'clientId', 'publisherId'] as const)
      for (const value of new Set(all.map((row) => row[filter] ?? 'nothing'))) {
        const { requests } = await refused({ [filter]: value });
        expect(requests, value).toEqual(all.filter((row) => row[filter] === value));
      }
    expect(new Set(all.map(({ publisherId }) => publisherId)).size).toBeGreaterThan(1);
    const { requests } = await refused({ publisherId: OTHER, reason: 'PUBLISHER_NOT_GRANTED' });
    expect(requests.length).toBeGreaterThan(0);
    expect(await refused({ publisherId: MINE, reason: 'PUBLISHER_NOT_GRANTED' })).toEqual({ requests: [] });
  });

  it('a refusal of what cannot be a publisher does not repeat it', async () => {
    const id = idOf(await world().call('GET', `/v1beta/accounts/Ada-Example/mediationGroups`));
    expect((await explain(id)).requests).toMatchObject([{ operatorId: expect.any(String) }]);
    expect(JSON.stringify(await explain(id))).not.toContain('Ada');
  });

  it('a request that is answered is not stored; explain finds its change', async () => {
    const read = await world().done('GET', GROUPS);
    await expect(explain(idOf(read))).rejects.toThrow('nothing was found');
    const made = await world().done('POST', GROUPS, { body: GROUP });
    const { requests, events } = await explain(idOf(made));
    expect(requests).toEqual([]);
    expect(events).toMatchObject([{ subject: 'mediationGroup', requestId: idOf(made) }]);
  });
});

describe('A mediation group', () => {
  it('is explained by the id that people copy, as by its name', async () => {
    const { body } = await world().done('POST', GROUPS, { body: GROUP });
    const id = body.mediationGroupId as string;
    const byName = await explain(body.name);
    expect(byName).toMatchObject({ kind: 'mediationGroup', events: [{ event: 'create' }] });
    expect(await explain(id)).toEqual(byName);
    expect(await callAdmin(operator(), 'getRequest', { id, kind: 'mediationGroup' })).toEqual(byName);
  });

  it('whose id is in two accounts is not guessed: the refusal names both', async () => {
    const { body } = await world().done('POST', GROUPS, { body: GROUP });
    const id = body.mediationGroupId as string;
    const { store } = world().server.context.mediation ?? {};
    const group = await store?.read((reader) => reader.group(MINE, id));
    await store?.write((writer) => writer.insertGroup({ ...group!, publisherId: OTHER, lines: [] }));
    await expect(explain(id)).rejects.toThrow(
      `several mediation groups have this id; explain one by its name: ${[MINE, OTHER]
        .sort()
        .map((account) => `accounts/${account}/mediationGroups/${id}`)
        .join(' or ')}`,
    );
  });
});

describe('A refused request of the authorization server', () => {
  const post = (path: string, form: Readonly<Record<string, string>>) =>
    fetch(`${world().url}${path}`, { method: 'POST', body: new URLSearchParams(form) });

  it.each([
    ['/oauth/token', { grant_type: 'refresh_token', refresh_token: 'nothing', client_id: 'unknown-client' }],
    ['/oauth/revoke', { token: 'nothing', client_id: 'unknown-client' }],
  ])('explain finds it by the id in its answer: %s', async (path, form) => {
    const answer = await post(path, form);
    expect(answer.status).toBe(401);
    const { requests } = await explain(idOf(answer));
    expect(requests).toMatchObject([{ interface: 'oauth', operation: path, outcome: 'invalid_client' }]);
    expect(requests[0]?.description).toContain('The client is unknown');
    const { error_description: said } = (await answer.json()) as { readonly error_description: string };
    expect(said).toMatch(/\w/);
    expect(requests[0]?.description?.split('\n')).toContain(said);
    const listed = await refused({ operation: path });
    expect(listed.requests[0]?.requestId).toBe(idOf(answer));
  });

  it.each([
    ['of another server', 'client-AbCdEfGhIjKlMnOp', true],
    ['that was cut', 'client-AbCd', true],
    ['that is something else', 'ada@example.com', false],
    ['that is far too long', `client-${'x'.repeat(100)}`, false],
  ])('names the client that is not known: an id %s', async (_, clientId, isShown) => {
    const basic = `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:dont-tell`).toString('base64')}`;
    const form = { grant_type: 'refresh_token', refresh_token: 'nothing', token: 'nothing' };
    for (const path of ['/oauth/token', '/oauth/revoke'])
      for (const inHeader of [false, true]) {
        world().advance(60_000);
        const answer = await fetch(`${world().url}${path}`, {
          method: 'POST',
          headers: inHeader ? { authorization: basic } : {},
          body: new URLSearchParams(inHeader ? form : { ...form, client_id: clientId }),
        });
        const explained = await explain(idOf(answer));
        const [request] = explained.requests;
        expect([request?.outcome, request?.clientId]).toEqual([
          'invalid_client',
          isShown ? clientId : undefined,
        ]);
        const { requests } = await refused({ operation: path, pageSize: 1 });
        expect(requests[0]?.clientId).toBe(request?.clientId);
        const text = await explanation(explained);
        expect(text.includes(clientId)).toBe(isShown);
        expect(text).not.toContain('dont-tell');
      }
  });

  it('requests for unknown addresses leave room for a client that fails', async () => {
    world().advance(60_000);
    const ids: string[] = [];
    for (let count = 0; count < 30; count += 1) {
      const answer = await fetch(`${world().url}/oauth/nothing`);
      expect(answer.status).toBe(404);
      ids.push(idOf(answer));
    }
    const { requests } = await refused({ operation: 'unknown', pageSize: 100 });
    const stored = new Set(requests.map(({ requestId }: Refused) => requestId));
    expect(ids.filter((id) => stored.has(id))).toEqual(ids.slice(0, 10));
    const failed = await post('/oauth/token', { grant_type: 'refresh_token', client_id: 'unknown-client' });
    expect((await explain(idOf(failed))).requests).toMatchObject([{ operation: '/oauth/token' }]);
  });

  it('of requests without credentials only some are stored in a minute', async () => {
    world().advance(60_000);
    for (let count = 0; count < 30; count += 1) await world().call('GET', GROUPS, { token: null });
    const { requests } = await refused({ reason: 'CREDENTIALS_MISSING', pageSize: 100 });
    expect(requests.length).toBeLessThanOrEqual(21);
    expect(requests.length).toBeGreaterThanOrEqual(20);
  });
});

describe('A refused request of the administration', () => {
  it('explain finds it with the members that are wrong', async () => {
    const { url, token } = operator();
    const answer = await fetch(`${url}/admin/v1/users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'no-address', role: 'emperor', a_secret: 1 }),
    });
    expect(answer.status).toBe(400);
    const explained = await explain(idOf(answer));
    const text = await explanation(explained);
    expect(text).toContain('finding: The request does not fit the method.\n');
    expect(text).toContain('\n    role must be one of ');
    expect(text).toContain('what to do: Each violation names a member.');
    expect(text).not.toMatch(/a_secret|emperor/);
  });
});

/** Below, beside and in place of each address, with methods that it does not have. */
const CASES: readonly (readonly [string, string])[] = [
  ...METHOD_NAMES.flatMap((name) => {
    const { httpMethod, flatPath } = METHODS[name].address;
    const path = `/${flatPath.replace('{accountsId}', MINE).replace(/\{\w+\}/g, '1')}`;
    return [[httpMethod, `${path}/nothing`] as const, ['DELETE', path] as const];
  }),
  ['GET', `/${SERVICE.batchPath}`],
  ['POST', `/${SERVICE.batchPath}/nothing`],
  ['GET', `/${SERVICE.version}`],
];

describe('Explain finds each refused request of an interface by the id in its answer', () => {
  const found = async (answer: { readonly headers: Headers }) =>
    (await explain(idOf(answer))).requests.map(({ outcome }) => outcome);

  it('of a client with a valid token, for any number of unknown addresses and methods', async () => {
    world().advance(60_000);
    for (const [method, path] of CASES) {
      const answer = await world().call(method, path);
      expect([400, 404, 405], `${method} ${path}`).toContain(answer.status);
      expect(await found(answer), `${method} ${path}`).toHaveLength(1);
    }
  });

  it.each([
    ...Object.values(PATHS)
      .flat()
      .filter((path) => path.startsWith('/oauth/')),
    '/oauth/%ff',
    '/v1beta/%ff',
    `/v1beta/accounts/${MINE}/mediationGroups/1/nothing`,
  ])('of a client without a token: %s/nothing', async (path) => {
    world().advance(60_000);
    const answer = await fetch(`${world().url}${path}/nothing`);
    expect(Math.floor(answer.status / 100)).toBe(4);
    expect(await found(answer)).toHaveLength(1);
  });

  it('a request without a valid token counts as one without credentials', async () => {
    world().advance(60_000);
    const ids: string[] = [];
    for (let count = 0; count < 12; count += 1)
      ids.push(idOf(await world().call('GET', '/v1beta/nothing', { token: 'wrong' })));
    const { requests } = await refused({ reason: 'ROUTE_NOT_FOUND', pageSize: 100 });
    const stored = new Set(requests.map(({ requestId }: Refused) => requestId));
    expect(ids.filter((id) => stored.has(id))).toHaveLength(10);
  });
});

describe('Explain says of an id that it does not find', () => {
  it.each([
    'requests that only read in the administration',
    'those for addresses of no interface',
    'those of apps and of readers of status lists',
    'most without credentials',
  ])('that these are not stored: %s', async (text) => {
    await expect(explain('unknown')).rejects.toThrow(text);
  });
});
