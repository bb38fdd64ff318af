import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { OPERATION_NAMES, type OperationName } from '../../../src/issuer/contract/index.ts';
import { expectNothingWritten } from '../../support/database.ts';
import { parseRaw, rawExchange } from '../../support/raw-http.ts';
import { expectRefusal } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
const MIB = 1024 * 1024;
const SMALL = 64 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };

/** Largest body of each operation. */
const LIMITS: Record<OperationName, number> = {
  healthCheck: MIB / 2,
  proofUser: 4 * MIB,
  getProofingStatus: SMALL,
  cancelProofing: SMALL,
  provisionCredential: SMALL,
  provisionMobileSecurityObjects: 4 * MIB,
  getCredentialStatus: SMALL,
  notifyCredentialDeleted: SMALL,
  getDeviceRegistrationNonce: SMALL,
  registerDevice: MIB + 128 * 1024,
  getIdentityKey: SMALL,
  getHybridEncryptionKey: SMALL,
};

const head = (path: string, headers: readonly string[]) =>
  [`POST ${path} HTTP/1.1`, 'host: x', 'content-type: application/json', ...headers, '', ''].join('\r\n');

/** Milliseconds to wait for an answer that must not come. */
const NO_ANSWER = 500;

/** A valid health check of exactly this many bytes. */
function sized(bytes: number): string {
  const requestMetadata = { requestId: 'r', version: { major: 1 }, issuerId: 'Sandbox_US_MDL' };
  const body = JSON.stringify({ requestMetadata, padding: '' });
  return JSON.stringify({ requestMetadata, padding: ' '.repeat(bytes - body.length) });
}

describe('The size of a body of the issuer panel', () => {
  it.each(OPERATION_NAMES)(
    '%s: a body one byte beyond its limit is refused with 413, by its Content-Length',
    async (operation) => {
      const announced = `content-length: ${LIMITS[operation] + 1}`;
      const text = await expectNothingWritten(world(), () =>
        rawExchange(world().url, [head(`/v1/vdc/${operation}`, [announced])]),
      );
      const { status, body } = parseRaw(text);
      expect(status).toBe(413);
      expect(body).toMatchObject({ responseMetadata: { requestId: '' }, invalidFieldValue: {} });
    },
  );

  it('a body without Content-Length is refused by the bytes that arrive', async () => {
    const chunk = `${(64 * 1024).toString(16)}\r\n${' '.repeat(64 * 1024)}\r\n`;
    const parts = [
      head('/v1/vdc/healthCheck', ['transfer-encoding: chunked']),
      ...Array<string>(17).fill(chunk),
    ];
    const { status, body } = parseRaw(await rawExchange(world().url, parts));
    expect(status).toBe(413);
    expect(body).toMatchObject({ invalidFieldValue: {} });
  });

  it('a body of exactly the limit is accepted', async () => {
    const limit = LIMITS.healthCheck;
    const body = sized(limit);
    expect(body).toHaveLength(limit);
    expect((await world().post('/v1/vdc/healthCheck', body)).status).toBe(200);
    expectRefusal(await world().post('/v1/vdc/healthCheck', sized(limit + 1)), 'invalidFieldValue', 413);
  });

  it('proofUser accepts large evidence', async () => {
    const answer = await world().post('/v1/vdc/proofUser', sized(4 * MIB));
    expect(expectRefusal(answer, 'missingRequiredField')).toContain('deviceReferenceId');
  });

  it('a body that is longer or shorter than its Content-Length never reaches an operation', async () => {
    const good = sized(200);
    const shorter = await rawExchange(world().url, [
      head('/v1/vdc/healthCheck', ['content-length: 199']),
      good,
    ]);
    expect(shorter).toMatch(/^HTTP\/1\.1 400 /);
    const longer = await rawExchange(
      world().url,
      [head('/v1/vdc/healthCheck', ['content-length: 201']), good],
      NO_ANSWER,
    );
    expect(longer).toBe('');
  });

  it.each([
    ['the client goes away', ['content-length: 1000'], '{"requestMetadata":', NO_ANSWER],
    ['its chunks come apart', ['transfer-encoding: chunked'], 'no chunk', undefined],
  ])(
    'if %s in the middle of a body, the log shows no failure of the server',
    async (_, lengths, start, patience) => {
      const before = world().log.length;
      const parts = [head('/v1/vdc/healthCheck', lengths), start];
      const answer = await rawExchange(world().url, parts, patience);
      if (answer !== '')
        expect(parseRaw(answer)).toMatchObject({ status: 400, body: { invalidFieldValue: {} } });
      const lines = () => world().log.slice(before).join('');
      await expect.poll(lines, { timeout: 180_000 }).toContain('before the body was whole');
      for (const line of world().log.slice(before))
        expect(JSON.parse(line)).toMatchObject({ level: 30, status: 400, outcome: 'invalidFieldValue' });
    },
  );
});

describe('The media type of a body of the issuer panel', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON;x=y',
    'application/json ; charset=UTF-16',
  ])('the media type is application/json, and its parameters are ignored: %s', async (type) => {
    expect((await world().post('/v1/vdc/healthCheck', sized(200), { 'content-type': type })).status).toBe(
      200,
    );
  });

  it('the media type may be omitted', async () => {
    const body = sized(200);
    const text = `POST /v1/vdc/healthCheck HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    expect(parseRaw(await rawExchange(world().url, [text])).status).toBe(200);
  });

  it.each([
    'text/plain',
    'text/json',
    'application/jsonp',
    'application/json-patch+json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/cbor',
    'json',
    '*/*',
    ';;;',
    '',
  ])('the media type %s is answered with 415, and the requestId is echoed', async (type) => {
    const answer = await expectNothingWritten(world(), () =>
      world().post('/v1/vdc/getDeviceRegistrationNonce', sized(200), { 'content-type': type }),
    );
    expectRefusal(answer, 'invalidFieldValue', 415);
    expect(answer.body.responseMetadata).toEqual({ requestId: 'r' });
  });

  it.each(['gzip', 'br', 'deflate', 'GZIP', 'gzip, gzip', 'nonsense'])(
    'a body compressed by %s is refused with 415',
    async (encoding) => {
      const headers = { ...JSON_TYPE, 'content-encoding': encoding };
      const answer = await expectNothingWritten(world(), () =>
        world().post('/v1/vdc/healthCheck', gzipSync(sized(200)), headers),
      );
      expectRefusal(answer, 'invalidFieldValue', 415);
    },
  );

  it('the content encoding identity counts as uncompressed', async () => {
    const headers = { ...JSON_TYPE, 'content-encoding': 'identity' };
    expect((await world().post('/v1/vdc/healthCheck', sized(200), headers)).status).toBe(200);
  });
});

describe('An empty body on the issuer panel', () => {
  it.each(['getIdentityKey', 'getHybridEncryptionKey'])(
    'an empty body is accepted by an operation that declares no fields: %s',
    async (operation) => {
      for (const headers of [JSON_TYPE, {}]) {
        expect((await world().post(`/v1/vdc/${operation}`, '', headers)).status).toBe(200);
      }
    },
  );

  it.each(OPERATION_NAMES.filter((name) => !['getIdentityKey', 'getHybridEncryptionKey'].includes(name)))(
    'an empty body is refused, because it is no JSON object: %s',
    async (operation) => {
      const answer = await expectNothingWritten(world(), () => world().post(`/v1/vdc/${operation}`, ''));
      expectRefusal(answer, 'invalidFieldValue');
    },
  );
});
