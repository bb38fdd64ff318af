import { randomBytes } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { answerBehind, parseRaw } from '../../support/raw-http.ts';
import { checkError, reasonOf, violationsOf } from './support/envelope.ts';
import { exchangeRaw } from './support/raw.ts';
import { APPLOVIN, GROUP, GROUPS, type HttpWorld, INMOBI, newGroup, useHttpWorld } from './support/world.ts';

const world = useHttpWorld();

const create = (body: unknown, headers: Record<string, string> = {}) =>
  world().call('POST', GROUPS, { body, headers });

/** Sends a body unchanged, with additional headers. */
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

describe('Media types of request bodies', () => {
  it.each([
    'application/json',
    'application/json; charset=UTF-8',
    'APPLICATION/JSON;x=y',
    'application/json ;charset=utf-8',
  ])('%s is accepted as JSON', async (type) => {
    expect((await create(GROUP, { 'content-type': type })).status).toBe(200);
  });

  it('a body without a media type is read as JSON', async () => {
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
  ])('%s is refused with 415', async (type) => {
    const { status, error } = await world().unchanged(() => create(GROUP, { 'content-type': type }));
    expect([status, reasonOf(error)]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('the media type of an empty body is ignored', async () => {
    const answer = await post(world(), '', ['content-type: text/plain']);
    expect(answer.status).toBe(400);
    expect(reasonOf(checkError(400, answer.text))).toBe('INVALID_MEDIATION_GROUP');
  });
});

describe('Compressed request bodies', () => {
  const packed = gzipSync(JSON.stringify(GROUP));
  const type = 'content-type: application/json';
  const send = (body: Uint8Array, ...headers: readonly string[]) => post(world(), body, [type, ...headers]);
  const refused = async (body: Uint8Array, ...headers: readonly string[]) => {
    const answer = await world().unchanged(() => send(body, ...headers));
    return { ...answer, reason: reasonOf(checkError(answer.status, answer.text)) };
  };

  it.each(['gzip', 'GZIP', 'x-gzip', ' gzip '])(
    'bodies compressed by %s are read, because the Java client compresses all of them',
    async (encoding) => {
      const { status, text } = await send(packed, `content-encoding: ${encoding}`);
      expect([status, JSON.parse(text).displayName]).toEqual([200, GROUP.displayName]);
    },
  );

  it('compressed bodies are read for every method', async () => {
    const { path, lineId } = await newGroup(world());
    const patch = gzipSync(JSON.stringify({ mediationGroupLines: { [lineId]: { state: 'DISABLED' } } }));
    const head = [
      `POST ${path}?updateMask=mediationGroupLines[${lineId}].state HTTP/1.1`,
      'host: x',
      `authorization: Bearer ${world().token.write}`,
      'x-http-method-override: PATCH',
      type,
      'content-encoding: gzip',
      `content-length: ${patch.length}`,
    ];
    expect((await exchangeRaw(world().url, head, patch)).status).toBe(200);
  });

  it('a compressed body may be the form of a GET', async () => {
    const form = gzipSync('pageSize=1&fields=mediationGroups/name');
    const head = [
      `POST ${GROUPS} HTTP/1.1`,
      'host: x',
      `authorization: Bearer ${world().token.read}`,
      'x-http-method-override: GET',
      'content-type: application/x-www-form-urlencoded; charset=UTF-8',
      'content-encoding: gzip',
      `content-length: ${form.length}`,
    ];
    const { status, text } = await exchangeRaw(world().url, head, form);
    expect([status, Object.keys(JSON.parse(text).mediationGroups[0])]).toEqual([200, ['name']]);
  });

  it.each(['identity', 'Identity', 'IDENTITY'])(
    'the content encoding %s counts as uncompressed',
    async (encoding) => {
      expect((await send(Buffer.from(JSON.stringify(GROUP)), `content-encoding: ${encoding}`)).status).toBe(
        200,
      );
    },
  );

  it.each(['deflate', 'br', 'zstd', 'compress', 'gzip, gzip', 'identity, gzip', 'gzip;q=1', 'nonsense', ''])(
    'the content encoding %j is answered with 415, which names the supported ones',
    async (encoding) => {
      const { status, reason, headers } = await refused(packed, `content-encoding: ${encoding}`);
      expect([status, reason]).toEqual([415, 'UNSUPPORTED_CONTENT_ENCODING']);
      expect(headers.get('accept-encoding')).toBe('gzip');
    },
  );

  it('several Content-Encoding headers count as several encodings', async () => {
    const { status } = await refused(gzipSync(packed), 'content-encoding: gzip', 'content-encoding: gzip');
    expect(status).toBe(415);
  });

  it.each([
    ['one gzip stream', gzipSync(Buffer.alloc(50 * 1024 * 1024, ' '))],
    [
      'many gzip members',
      Buffer.concat(Array.from({ length: 20 }, () => gzipSync(Buffer.alloc(100_000, ' ')))),
    ],
  ])('compressed bodies do not decompress beyond the limit: %s', async (_, bomb) => {
    expect(bomb.length).toBeLessThan(64 * 1024);
    const { status, reason } = await refused(bomb, 'content-encoding: gzip');
    expect([status, reason]).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it('the size of a compressed body is also limited while it arrives', async () => {
    const { status } = await refused(randomBytes(1024 * 1024 + 1), 'content-encoding: gzip');
    expect(status).toBe(413);
  });

  it('a gzip body may have several members (RFC 1952 2.2)', async () => {
    const text = JSON.stringify(GROUP);
    const members = [text.slice(0, 40), '', text.slice(40)].map((part) => gzipSync(part));
    const { status, text: answer } = await send(Buffer.concat(members), 'content-encoding: gzip');
    expect([status, JSON.parse(answer).displayName]).toEqual([200, GROUP.displayName]);
  });

  const damaged = (at: number) =>
    packed.map((byte, index) => (index === packed.length + at ? byte ^ 1 : byte));
  it.each<[string, Uint8Array]>([
    ['that is not compressed at all', Buffer.from(JSON.stringify(GROUP))],
    ['cut off in the data', packed.subarray(0, 40)],
    ['cut off in the trailer', packed.subarray(0, -1)],
    ['cut off in the header', packed.subarray(0, 5)],
    ['with a wrong checksum', damaged(-8)],
    ['with a wrong length', damaged(-1)],
    ['with other bytes at the end', Buffer.concat([packed, Buffer.from('{}')])],
    ['with half a gzip member at the end', Buffer.concat([packed, packed.subarray(0, 12)])],
    ['in the format of zlib', deflateSync(JSON.stringify(GROUP))],
  ])('gzip bodies %s are answered with 400', async (_, body) => {
    const { status, reason } = await refused(body, 'content-encoding: gzip');
    expect([status, reason]).toEqual([400, 'MALFORMED_GZIP']);
  });

  it('a compressed empty body counts as empty', async () => {
    const { reason } = await refused(gzipSync(''), 'content-encoding: gzip');
    expect(reason).toBe((await refused(Buffer.alloc(0))).reason);
  });

  it('a compressed body needs no Content-Length', async () => {
    const chunked = Buffer.concat([
      Buffer.from(`${packed.length.toString(16)}\r\n`),
      packed,
      Buffer.from('\r\n0\r\n\r\n'),
    ]);
    const head = [
      `POST ${GROUPS} HTTP/1.1`,
      'host: x',
      `authorization: Bearer ${world().token.write}`,
      'transfer-encoding: chunked',
      type,
      'content-encoding: gzip',
    ];
    expect((await exchangeRaw(world().url, head, chunked)).status).toBe(200);
  });

  describe('A server that does not allow compressed bodies', () => {
    const closed = useHttpWorld({ 'mediation.gzipBodies': false });

    it('where compression is not allowed a compressed body gets 415, which says so', async () => {
      const { status, text, headers } = await closed().unchanged(() =>
        post(closed(), packed, [type, 'content-encoding: gzip']),
      );
      expect([status, reasonOf(checkError(status, text))]).toEqual([415, 'UNSUPPORTED_CONTENT_ENCODING']);
      expect(headers.get('accept-encoding')).toBe('identity');
    });
  });
});

describe('Size of request bodies', () => {
  const padded = (size: number) => {
    const text = JSON.stringify(GROUP);
    return `${text.slice(0, -1)}${' '.repeat(size - text.length)}}`;
  };

  it('a body of exactly 1 MiB is accepted, and a larger one refused', async () => {
    expect((await create(padded(1024 * 1024))).status).toBe(200);
    const { status, error } = await world().unchanged(() => create(padded(1024 * 1024 + 1)));
    expect([status, reasonOf(error)]).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it('the form of a GET is limited to 1 MiB too', async () => {
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

describe('A form that is too large', () => {
  const send = (length: string, chunks: readonly string[]) => {
    const form = 'content-type: application/x-www-form-urlencoded';
    const authorization = `authorization: Bearer ${world().token.write}`;
    const lines = ['host: x', 'x-http-method-override: GET', form, authorization, length];
    const head = `POST ${GROUPS} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
    return answerBehind(world().url, [head, ...chunks]);
  };
  const tooLarge = { status: 413, body: { error: { code: 413 } } };

  it('an oversized form is refused by its Content-Length', async () => {
    expect(parseRaw(await send(`content-length: ${1024 * 1024 + 1}`, []))).toMatchObject(tooLarge);
  });

  it('an oversized form is refused while it arrives, also if the client reads no answer before it has sent all', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const answer = await send('transfer-encoding: chunked', [...Array<string>(200).fill(chunk), '0\r\n\r\n']);
    expect(parseRaw(answer)).toMatchObject(tooLarge);
  });
});

describe('JSON in request bodies', () => {
  it.each(['{', '{"a":1,}', "{'a':1}", '{"a":1}x', 'undefined', '\u0000', '{"a":NaN}', '\uFEFF{}'])(
    'the malformed JSON %j is refused',
    async (text) => {
      const { status, error } = await create(text);
      expect([status, reasonOf(error)]).toEqual([400, 'MALFORMED_BODY']);
    },
  );

  it('JSON must be UTF-8', async () => {
    const { status, text } = await post(world(), Buffer.from('{"displayName":"\xff"}', 'latin1'), [
      'content-type: application/json',
    ]);
    expect([status, reasonOf(checkError(status, text))]).toEqual([400, 'MALFORMED_BODY']);
  });

  it.each(['[]', '1', '"x"', 'true', 'null'])(
    'the body %s is refused, because it is no object',
    async (text) => {
      const { status, error } = await create(text);
      expect([status, reasonOf(error)]).toEqual([400, 'INVALID_BODY']);
    },
  );

  it('a body may not name a member in both of its spellings', async () => {
    const { error } = await create({ ...GROUP, display_name: 'x' });
    expect(violationsOf(error)[0]?.description).toContain('already set');
  });

  it('members may be named in lowerCamelCase and snake_case', async () => {
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
    'an int64 may be a string or a number: %j',
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
    '%s is refused as an int64',
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

  it('enums are accepted by name only', async () => {
    const { error } = await create({ ...GROUP, state: 1 });
    expect(error.message).toBe(
      `Invalid value at 'mediation_group.state' (type.googleapis.com/admob.v1beta.MediationGroup.State), 1`,
    );
  });

  it('a member named __proto__ changes no prototype', async () => {
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

  it('members that only the server sets are ignored', async () => {
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
