import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { checkError, reasonOf, violationsOf } from './support/envelope.ts';
import { exchangeRaw } from './support/raw.ts';
import { APPLOVIN, GROUP, GROUPS, type HttpWorld, INMOBI, newGroup, useHttpWorld } from './support/world.ts';

const world = useHttpWorld();

const create = (body: unknown, headers: Record<string, string> = {}) =>
  world().call('POST', GROUPS, { body, headers });

/** Bytes as they are; `headers` beside the ones that are always there. */
function post(to: HttpWorld, body: string | Uint8Array, headers: readonly string[]) {
  return exchangeRaw(
    to.url,
    [
      `POST ${GROUPS} HTTP/1.1`,
      'host: x',
      `authorization: Bearer ${to.token.write}`,
      `content-length: ${Buffer.byteLength(body)}`,
      ...headers,
    ],
    body,
  );
}

describe('media types', () => {
  it.each([
    'application/json',
    'application/json; charset=UTF-8',
    'APPLICATION/JSON;x=y',
    'application/json ;charset=utf-8',
  ])('%s is JSON', async (type) => {
    expect((await create(GROUP, { 'content-type': type })).status).toBe(200);
  });

  it('none is JSON too', async () => {
    expect((await post(world(), JSON.stringify(GROUP), [])).status).toBe(200);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json-patch+json',
    'application/merge-patch+json',
    'application/jsonx',
    'multipart/mixed; boundary=x',
    'nonsense',
    'application/json/x',
  ])('%s is 415', async (type) => {
    const { status, error } = await world().unchanged(() => create(GROUP, { 'content-type': type }));
    expect([status, reasonOf(error)]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('of nothing does not matter', async () => {
    const answer = await post(world(), '', ['content-type: text/plain']);
    expect(answer.status).toBe(400);
    expect(reasonOf(checkError(400, answer.text))).toBe('INVALID_MEDIATION_GROUP');
  });
});

describe('compressed bodies', () => {
  const packed = gzipSync(JSON.stringify(GROUP));
  const type = 'content-type: application/json';

  it.each(['gzip', 'GZIP', 'deflate', 'br', 'zstd', 'gzip, gzip'])('of %s are refused', async (encoding) => {
    const { status, text } = await world().unchanged(() =>
      post(world(), packed, [type, `content-encoding: ${encoding}`]),
    );
    expect([status, reasonOf(checkError(status, text))]).toEqual([415, 'UNSUPPORTED_CONTENT_ENCODING']);
  });

  it('called identity are none', async () => {
    expect((await post(world(), JSON.stringify(GROUP), [type, 'content-encoding: Identity'])).status).toBe(
      200,
    );
  });

  describe('where they are allowed', () => {
    const open = useHttpWorld({ 'mediation.gzipBodies': true });
    const send = (body: Uint8Array, encoding = 'gzip') =>
      post(open(), body, [type, `content-encoding: ${encoding}`]);

    it('are read', async () => {
      const { status, text } = await send(packed);
      expect([status, JSON.parse(text).displayName]).toEqual([200, GROUP.displayName]);
      const { path, lineId } = await newGroup(open());
      const patch = gzipSync(JSON.stringify({ mediationGroupLines: { [lineId]: { state: 'DISABLED' } } }));
      const head = [
        `POST ${path}?updateMask=mediationGroupLines[${lineId}].state HTTP/1.1`,
        'host: x',
        `authorization: Bearer ${open().token.write}`,
        'x-http-method-override: PATCH',
        type,
        'content-encoding: gzip',
        `content-length: ${patch.length}`,
      ];
      expect((await exchangeRaw(open().url, head, patch)).status).toBe(200);
    });

    it('do not swell beyond the limit', async () => {
      const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, ' '));
      expect(bomb.length).toBeLessThan(64 * 1024);
      const { status, text } = await open().unchanged(() => send(bomb));
      expect([status, reasonOf(checkError(status, text))]).toEqual([413, 'BODY_TOO_LARGE']);
    });

    it('have to be what they are called', async () => {
      for (const body of [Buffer.from('{}'), packed.subarray(0, 40)]) {
        const { status, text } = await send(body);
        expect([status, reasonOf(checkError(status, text))]).toEqual([400, 'MALFORMED_GZIP']);
      }
      expect((await send(packed, 'br')).status).toBe(415);
    });

    it('may be the form of a GET', async () => {
      const form = gzipSync('pageSize=1&fields=mediationGroups/name');
      const head = [
        `POST ${GROUPS} HTTP/1.1`,
        'host: x',
        `authorization: Bearer ${open().token.read}`,
        'x-http-method-override: GET',
        'content-type: application/x-www-form-urlencoded; charset=UTF-8',
        'content-encoding: gzip',
        `content-length: ${form.length}`,
      ];
      const { status, text } = await exchangeRaw(open().url, head, form);
      expect([status, Object.keys(JSON.parse(text).mediationGroups[0])]).toEqual([200, ['name']]);
    });
  });
});

describe('size', () => {
  const padded = (size: number) => {
    const text = JSON.stringify(GROUP);
    return `${text.slice(0, -1)}${' '.repeat(size - text.length)}}`;
  };

  it('may be a MiB and no more', async () => {
    expect((await create(padded(1024 * 1024))).status).toBe(200);
    const { status, error } = await world().unchanged(() => create(padded(1024 * 1024 + 1)));
    expect([status, reasonOf(error)]).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it('of the form of a GET too', async () => {
    const send = (size: number) =>
      world().call('POST', GROUPS, {
        body: `pageToken=${'x'.repeat(size)}`,
        headers: { 'x-http-method-override': 'GET', 'content-type': 'application/x-www-form-urlencoded' },
      });
    expect(reasonOf((await send(1000)).error)).toBe('INVALID_PAGE_TOKEN');
    const { status, error } = await send(1024 * 1024 + 1);
    expect([status, reasonOf(error)]).toEqual([413, 'BODY_TOO_LARGE']);
  });
});

describe('JSON', () => {
  it.each(['{', '{"a":1,}', "{'a':1}", '{"a":1}x', 'undefined', '\u0000', '{"a":NaN}', '\uFEFF{}'])(
    '%j is none',
    async (text) => {
      const { status, error } = await create(text);
      expect([status, reasonOf(error)]).toEqual([400, 'MALFORMED_BODY']);
    },
  );

  it('is UTF-8', async () => {
    const { status, text } = await post(world(), Buffer.from('{"displayName":"\xff"}', 'latin1'), [
      'content-type: application/json',
    ]);
    expect([status, reasonOf(checkError(status, text))]).toEqual([400, 'MALFORMED_BODY']);
  });

  it.each(['[]', '1', '"x"', 'true', 'null'])('%s is no message', async (text) => {
    const { status, error } = await create(text);
    expect([status, reasonOf(error)]).toEqual([400, 'INVALID_BODY']);
  });

  it('may name a member twice; the last counts', async () => {
    const text = JSON.stringify(GROUP).replace('{', '{"displayName":"First",');
    expect((await create(text)).body.displayName).toBe(GROUP.displayName);
  });

  it('may not name it in both of its spellings', async () => {
    const { error } = await create({ ...GROUP, display_name: 'x' });
    expect(violationsOf(error)[0]?.description).toContain('already set');
  });

  it('has names in both spellings', async () => {
    const { body } = await world().done('POST', GROUPS, {
      body: {
        display_name: 'Snake',
        targeting: { platform: 'iOS', format: 'BANNER', idfa_targeting: 'AVAILABLE' },
        mediation_group_lines: { '-1': { ad_source_id: APPLOVIN, cpm_mode: 'MANUAL', cpm_micros: 20000 } },
      },
    });
    expect(body).toMatchObject({
      displayName: 'Snake',
      targeting: { platform: 'IOS', idfaTargeting: 'AVAILABLE' },
    });
    expect(Object.values(body.mediationGroupLines)).toContainEqual(
      expect.objectContaining({ cpmMicros: '20000' }),
    );
  });

  it.each([20_000, '20000', 20_000.0, '020000'])(
    'has int64 as a string or as a number: %j',
    async (cpmMicros) => {
      const line = { adSourceId: APPLOVIN, cpmMicros };
      const { body } = await world().done('POST', GROUPS, {
        body: { ...GROUP, mediationGroupLines: { '-1': line } },
      });
      expect(Object.values(body.mediationGroupLines)).toContainEqual(
        expect.objectContaining({ cpmMicros: '20000' }),
      );
    },
  );

  it.each(['9007199254740993', '1e400', '20000.5', '"x"', '[1]', '{}', 'true', '-0.1'])(
    'refuses %s as int64',
    async (value) => {
      const text = JSON.stringify({
        ...GROUP,
        mediationGroupLines: { '-1': { adSourceId: APPLOVIN, cpmMicros: '@' } },
      });
      const { status, error } = await world().unchanged(() => create(text.replace('"@"', value)));
      expect(status).toBe(400);
      expect(violationsOf(error)[0]?.field).toContain('mediation_group.mediation_group_lines["-1"]');
    },
  );

  it('has enums by name only', async () => {
    const { error } = await create({ ...GROUP, state: 1 });
    expect(error.message).toBe(
      `Invalid value at 'mediation_group.state' (type.googleapis.com/admob.v1beta.MediationGroup.State), 1`,
    );
  });

  it('leaves prototypes alone', async () => {
    const text = JSON.stringify(GROUP).replace('{', '{"__proto__":{"polluted":1},');
    expect((await create(text)).status).toBe(400);
    const line = JSON.stringify({
      ...GROUP,
      mediationGroupLines: { '-1': { adSourceId: INMOBI, adUnitMappings: {} } },
    });
    const key = await create(line.replace('"adUnitMappings":{', '"adUnitMappings":{"__proto__":"x"'));
    expect(key.status).toBe(400);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('ignores what the server sets', async () => {
    const { body } = await world().done('POST', GROUPS, {
      body: {
        ...GROUP,
        name: 'accounts/x/mediationGroups/1',
        mediationGroupId: '1',
        mediationAbExperimentState: 'RUNNING',
        etag: '"x"',
      },
    });
    expect(body).toMatchObject({ mediationAbExperimentState: 'NOT_RUNNING', etag: '"1"' });
    expect(body.mediationGroupId).not.toBe('1');
  });
});
