import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkError, reasonOf, violationsOf } from '../http/support/envelope.ts';
import { exchangeRaw } from '../http/support/raw.ts';
import { adUnit, GROUP, GROUPS, newGroup, useHttpWorld } from '../http/support/world.ts';

const world = useHttpWorld();

describe('Ruling 44: a query parameter that is repeated', () => {
  const SAME = [
    'validateOnly=true&validate_only=true',
    'fields=name&%24fields=name',
    'updateMask=targeting.adUnitIds&update_mask=targeting.adUnitIds',
    'alt=json&alt=json&prettyPrint=true&prettyPrint=true',
  ];
  const DIFFERENT = [
    ['validate_only', 'validateOnly=true&validateOnly=false'],
    ['validate_only', 'validateOnly=false&validate_only=true'],
    ['update_mask', 'updateMask=targeting.adUnitIds&update_mask=mediationGroupLines[-1]'],
    ['fields', 'fields=name&%24fields=etag'],
    ['alt', 'alt=json&%24alt='],
    ['prettyPrint', 'prettyPrint=false&prettyPrint=true'],
    ['$.xgafv', '%24.xgafv=2&%24.xgafv=1'],
    ['quotaUser', 'quotaUser=a&%24quotaUser=b'],
  ] as const;
  const body = { targeting: { adUnitIds: [adUnit('0000000002')] } };

  it.each(SAME)('a parameter that is repeated with the same value is accepted: ?%s', async (query) => {
    const { path } = await newGroup(world());
    await world().done('PATCH', path, { query, body });
  });

  it.each(DIFFERENT)(
    'a parameter that is repeated with another value is answered with 400 and nothing is written: %s in ?%s',
    async (field, query) => {
      const { path } = await newGroup(world());
      const { status, error } = await world().unchanged(() => world().call('PATCH', path, { query, body }));
      expect([status, violationsOf(error)]).toEqual([400, [expect.objectContaining({ field })]]);
    },
  );

  it('a parameter of a list that is repeated with another value is answered with 400', async () => {
    for (const [field, query] of [
      ['page_size', 'pageSize=1&page_size=2'],
      ['page_token', 'pageToken=x&pageToken='],
      ['filter', 'filter=IN(STATE,"ENABLED")&filter='],
    ] as const) {
      const { status, error } = await world().call('GET', GROUPS, { query });
      expect([status, violationsOf(error)]).toContainEqual(
        expect.arrayContaining([expect.objectContaining({ field })]),
      );
    }
  });

  it('the header X-Goog-FieldMask does not count as a repetition; the query has precedence', async () => {
    const headers = { 'x-goog-fieldmask': 'name' };
    const { path } = await newGroup(world());
    const { body } = await world().done('GET', path, { query: 'fields=etag', headers });
    expect(Object.keys(body)).toEqual(['etag']);
  });
});

describe('Ruling 44: a boolean parameter that is neither true nor false', () => {
  it.each([
    'validateOnly',
    'validateOnly=',
    'validate_only=',
    'validateOnly=1',
    'validateOnly=True',
    'prettyPrint=',
  ])(
    'a boolean parameter with another value is answered with 400, and nothing is written: ?%s',
    async (query) => {
      const { path } = await newGroup(world());
      for (const [method, at] of [
        ['POST', GROUPS],
        ['PATCH', path],
      ] as const) {
        const { status, error } = await world().unchanged(() =>
          world().call(method, at, { query, body: GROUP }),
        );
        expect([status, violationsOf(error)]).toEqual([400, [expect.anything()]]);
      }
    },
  );
});

describe('Ruling 44: a parameter of the admin interface that is repeated', () => {
  const call = async (method: string, target: string, body = '') => {
    const token = readFileSync(world().server.context.folder.adminToken, 'utf8').trim();
    const type = ['content-type: application/json', `content-length: ${body.length}`];
    const head = [
      `${method} /admin/v1/${target} HTTP/1.1`,
      'host: x',
      `authorization: Bearer ${token}`,
      ...(body === '' ? [] : type),
    ];
    const { status, text } = await exchangeRaw(world().server.adminUrl, head, body);
    return { status, reason: status === 200 ? 'OK' : reasonOf(checkError(status, text)) };
  };

  it('the admin interface accepts a parameter repeated with the same value, and answers 400 for different ones', async () => {
    for (const [target, reason] of [
      ['publishers?pageSize=1&pageSize=1', 'OK'],
      ['publishers?fields=publishers&%24fields=publishers', 'OK'],
      ['publishers?pageSize=1&pageSize=2', 'REQUEST_INVALID'],
      ['publishers?fields=publishers&%24fields=nextPageToken', 'INVALID_SYSTEM_PARAMETER'],
    ] as const)
      expect([target, (await call('GET', target)).reason]).toEqual([target, reason]);
  });

  it('the admin interface answers 400 if the body contradicts the address', async () => {
    const { status, reason } = await world().unchanged(() =>
      call('POST', 'publishers?displayName=One', '{"displayName":"Another"}'),
    );
    expect([status, reason]).toEqual([400, 'REQUEST_INVALID']);
  });
});
