import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { leastToll } from '../support/least-toll.ts';
import { expectBounded, useTarget } from '../support/target.ts';

const MIB = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'diptych-issuer-bodies-'));
const jwks = join(folder, 'jwks.json');
const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
writeFileSync(jwks, JSON.stringify({ keys: [publicKey.export({ format: 'jwk' })] }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = useTarget();
const closed = useTarget({ DIPTYCH_ISSUER_CALLERS_JWKS: jwks });

const METADATA = {
  requestMetadata: { requestId: 'r', version: { major: 1 }, issuerId: 'Sandbox_US_MDL' },
  deviceReferenceId: 'd',
};

const post = (operation: string, body: string) => [
  [
    `POST /v1/vdc/${operation} HTTP/1.1`,
    'Host: x',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
  ].join('\r\n'),
  body,
];

/** A body of this many bytes whose member `unknown` is filled with items. */
function filled(bytes: number, item: (index: number) => string, [open, close]: string): string {
  const start = `${JSON.stringify(METADATA).slice(0, -1)},"unknown":${open}`;
  const items: string[] = [];
  for (let size = start.length + 40, index = 0; size < bytes; index += 1) {
    items.push(item(index));
    size += items.at(-1)!.length + 1;
  }
  return `${start}${items.join(',')}${close}}`;
}

const MOST = 4 * MIB - 64 * 1024;

const BODIES: Readonly<Record<string, string>> = {
  'one string': filled(MOST, () => `"${'A'.repeat(60_000)}"`, '[]'),
  'escaped characters': filled(MOST, () => `"${'\\u0041'.repeat(10_000)}"`, '[]'),
  'quotes in a string': filled(MOST, () => `"${'\\"'.repeat(30_000)}"`, '[]'),
  'the largest number of objects of different shapes': filled(
    200_000,
    (index) => `{"${index.toString(36)}":0}`,
    '[]',
  ),
  'the largest number of members': filled(200_000, (index) => `"${index.toString(36)}":0`, '{}'),
  'more values than allowed': filled(MOST, () => '{}', '[]'),
  'one number': filled(MOST, () => '1'.repeat(60_000), '[]'),
  'empty lines': `${JSON.stringify(METADATA)}${'\n'.repeat(MOST - 300)}`,
};

it.each(Object.entries(BODIES))(
  'the largest body that is read does not delay other requests: %s',
  async (_, body) => {
    const { send } = open();
    let statuses: number[] = [];
    const toll = await leastToll(open(), async () => {
      statuses = [];
      statuses.push((await send(post('proofUser', body))).status);
    });
    expect([400, 413]).toContain(statuses[0]);
    expectBounded(toll);
  },
);

const value = 'A'.repeat(87_380);

it.each([
  [
    'proofUser',
    {
      proofingId: 'p',
      evidence: Array(32).fill({ preAuthorizationCode: { unencryptedValue: value } }),
    },
  ],
  [
    'provisionMobileSecurityObjects',
    {
      credentialId: 'c',
      credentialVersionId: 'v',
      authKeys: Array(46).fill({ unencryptedValue: value }),
    },
  ],
  ['registerDevice', { deviceIdentityCertificateChain: Array(16).fill('A'.repeat(65_536)) }],
  ['healthCheck', { clientMessage: '\u0001'.repeat(65_536) }],
])('the largest valid body of %s does not delay other requests', async (operation, members) => {
  const { send } = open();
  const body = JSON.stringify({ ...METADATA, ...members });
  let status = 0;
  const toll = await leastToll(open(), async () => {
    ({ status } = await send(post(operation, body)));
  });
  expect(status).not.toBe(413);
  expectBounded(toll);
});

it('a body of 16 MiB without credentials is not read', async () => {
  const { send } = closed();
  const body = filled(16 * MIB, () => '{}', '[]');
  let statuses: number[] = [];
  const toll = await leastToll(closed(), async () => {
    statuses = [];
    for (const operation of ['proofUser', 'healthCheck', 'unknown'])
      statuses.push((await send(post(operation, body))).status);
  });
  expect(statuses).toEqual([403, 403, 403]);
  expectBounded(toll);
});
