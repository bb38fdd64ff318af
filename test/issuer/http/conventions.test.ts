import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { OPERATION_NAMES, OPERATIONS } from '../../../src/issuer/contract/index.ts';
import { exchangeRaw } from '../../mediation/http/support/raw.ts';
import { expectNothingWritten } from '../../support/database.ts';
import { useWorld } from '../../support/use-world.ts';
import { ISSUER_ID } from '../../support/world.ts';

const requestMetadata = { requestId: 'r-1', version: { major: 1, minor: 0 }, issuerId: ISSUER_ID };
const health = (clientMessage: string) => JSON.stringify({ requestMetadata, clientMessage });

async function post(url: string, path: string, body: string, ...headers: readonly string[]) {
  const head = [`POST /v1/vdc/${path} HTTP/1.1`, 'host: x', 'content-type: application/json'];
  const answer = await exchangeRaw(
    url,
    [...head, `content-length: ${Buffer.byteLength(body)}`, ...headers],
    body,
  );
  const packed = answer.headers.get('content-encoding') === 'gzip';
  return { ...answer, packed, json: JSON.parse((packed ? gunzipSync(answer.body) : answer.body).toString()) };
}

describe('Compression of answers of the issuer panel', () => {
  const world = useWorld();
  const ASKS = ['accept-encoding: gzip', 'user-agent: wallet (gzip)'] as const;

  it.each([
    ['both headers ask for it', ASKS, true],
    ['the User-Agent does not', [ASKS[0]], false],
    ['Accept-Encoding does not', [ASKS[1]], false],
    ['Accept-Encoding refuses it', ['accept-encoding: gzip;q=0', ASKS[1]], false],
  ] as const)(
    'an answer is compressed only if both request headers ask for compression: %s',
    async (_, headers, packed) => {
      const message = 'm'.repeat(4096);
      const answer = await post(world().url, 'healthCheck', health(message), ...headers);
      expect([answer.status, answer.packed, answer.json.clientMessage]).toEqual([200, packed, message]);
      expect(answer.headers.get('content-length')).toBe(String(answer.body.length));
    },
  );

  it('small answers are not compressed', async () => {
    expect((await post(world().url, 'healthCheck', health('m'), ...ASKS)).packed).toBe(false);
  });

  it.each([
    ['healthCheck', health('m')],
    ['healthCheck', '{'],
    ['nothing', '{}'],
    ['getIdentityKey', '{}'],
    ['healthCheck?fields=nope', health('m')],
  ])('every answer has a Vary header: %s', async (path, body) => {
    const { headers } = await post(world().url, path, body);
    expect(headers.get('vary')).toBe('Accept-Encoding, User-Agent');
  });

  it('a compressed request is refused, and the error says that compression is not supported', async () => {
    const answer = await post(world().url, 'healthCheck', health('m'), 'content-encoding: gzip');
    expect([answer.status, answer.headers.get('accept-encoding')]).toEqual([415, 'identity']);
  });
});

describe('The parameter fields on the issuer panel, off by default', () => {
  const world = useWorld();

  it.each(['clientMessage', 'nope', '('])(
    'by default the parameter fields is ignored: %s',
    async (fields) => {
      const path = `healthCheck?fields=${fields}`;
      const { status, json } = await post(world().url, path, health('m'), 'x-goog-fieldmask: nope');
      expect([status, Object.keys(json)]).toEqual([200, ['responseMetadata', 'clientMessage']]);
    },
  );

  it('by default the OpenAPI document does not describe the parameter fields', async () => {
    const document = await (await fetch(`${world().url}/openapi/issuer.json`)).json();
    expect(JSON.stringify(document)).not.toContain('"fields"');
  });
});

/** All paths of members in a schema, at every depth. */
function pathsOf(schema: object, path: readonly string[] = []): readonly string[] {
  const { items, properties } = schema as { items?: object; properties?: Record<string, object> };
  if (items) return pathsOf(items, path);
  const below = Object.entries(properties ?? {}).flatMap(([name, child]) => pathsOf(child, [...path, name]));
  return path.length > 0 ? [path.join('/'), ...below] : below;
}

describe('The parameter fields on the issuer panel with issuer.fields on', () => {
  const world = useWorld({ settings: { 'issuer.fields': true } });
  const ask = (fields: string, ...headers: readonly string[]) =>
    post(world().url, `healthCheck?${new URLSearchParams({ fields })}`, health('m'), ...headers);

  it.each([
    ['clientMessage', { clientMessage: 'm' }],
    ['responseMetadata', { responseMetadata: { requestId: 'r-1' } }],
    [
      'responseMetadata/requestId,clientMessage',
      { responseMetadata: { requestId: 'r-1' }, clientMessage: 'm' },
    ],
    ['responseMetadata(requestId)', { responseMetadata: { requestId: 'r-1' } }],
    ['*/requestId', { responseMetadata: { requestId: 'r-1' } }],
    ['*', { responseMetadata: { requestId: 'r-1' }, clientMessage: 'm' }],
    ['', { responseMetadata: { requestId: 'r-1' }, clientMessage: 'm' }],
  ])('fields=%j limits the answer', async (fields, expected) => {
    const { status, json } = await ask(fields);
    expect([status, json]).toEqual([200, expected]);
  });

  it('the mask may be in a header, and the query parameter takes precedence', async () => {
    const header = 'x-goog-fieldmask: responseMetadata';
    const { json } = await post(world().url, 'healthCheck', health('m'), header);
    expect(Object.keys(json)).toEqual(['responseMetadata']);
    expect(Object.keys((await ask('clientMessage', header)).json)).toEqual(['clientMessage']);
  });

  it('ruling 44: a fields parameter sent twice with different values is an invalidFieldValue', async () => {
    for (const [target, header] of [
      ['healthCheck?fields=clientMessage&fields=responseMetadata', 'x-nothing: x'],
      ['healthCheck?fields=clientMessage&%24fields=responseMetadata', 'x-nothing: x'],
    ] as const) {
      const { status, json } = await post(world().url, target, health('m'), header);
      expect([status, json]).toMatchObject([400, { invalidFieldValue: {} }]);
    }
  });

  it.each(['nope', 'nonce/x', 'responseMetadata/nope', 'a(', '__proto__', ',a'])(
    'fields=%s is an invalid selection: 400 with a message naming it, and nothing is done',
    async (fields) => {
      const device = { requestMetadata, deviceReferenceId: 'd-1' };
      const { status, json } = await expectNothingWritten(world(), () =>
        post(
          world().url,
          `getDeviceRegistrationNonce?${new URLSearchParams({ fields })}`,
          JSON.stringify(device),
        ),
      );
      expect(status).toBe(400);
      expect(json).toMatchObject({ responseMetadata: { requestId: 'r-1' }, invalidFieldValue: {} });
      expect(json.errorDescription).toBe(`Invalid field selection ${fields}`);
    },
  );

  it('the log does not contain the selected fields', async () => {
    const { json } = await ask('my-own-name');
    expect(json.errorDescription).toContain('my-own-name');
    expect(world().log.join()).not.toContain('my-own-name');
  });

  it('the mask does not apply to errors', async () => {
    const { status, json } = await post(world().url, 'healthCheck?fields=clientMessage', '{}');
    expect([status, 'errorDescription' in json]).toEqual([400, true]);
  });

  it.each(OPERATION_NAMES)('a mask can select everything that %s answers', async (operation) => {
    for (const path of pathsOf(OPERATIONS[operation].response)) {
      const { json } = await post(world().url, `${operation}?fields=${path}`, '{}');
      expect(String(json.errorDescription)).not.toContain('Invalid field selection');
    }
  });

  it('with issuer.fields on, the OpenAPI document describes the parameter', async () => {
    const document = await (await fetch(`${world().url}/openapi/issuer.json`)).json();
    expect(document).toHaveProperty(
      ['paths', '/v1/vdc/healthCheck', 'post', 'parameters'],
      [expect.objectContaining({ name: 'fields', in: 'query' })],
    );
  });
});
