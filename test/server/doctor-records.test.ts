import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diagnose } from '../../src/server/doctor/index.ts';
import {
  found,
  hang,
  json,
  type RecordSystem,
  type Respond,
  recordOf,
  refused,
  reset,
  startRecordSystem,
} from '../support/record-system.ts';
import { type TlsAuthority, tlsAuthority } from '../support/tls-authority.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';

const DAY = 86_400_000;

let folder: string;
let system: RecordSystem;
let authority: TlsAuthority;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-doctor-records-'));
  system = await startRecordSystem();
  authority = await tlsAuthority('records');
}, HOOK_TIMEOUT);
afterAll(async () => {
  await system.close();
  rmSync(folder, { recursive: true, force: true });
});

const file = (name: string, content: string) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

async function examine(url: string, settings: Readonly<Record<string, unknown>> = {}, now = Date.now()) {
  const options = {
    data: join(folder, 'data'),
    'issuer.records.source': 'http',
    'issuer.records.url': url,
    ...settings,
  };
  const { findings } = await diagnose({ environment: {}, options }, () => now);
  return findings.filter(({ check }) => check === 'records');
}

describe('diptych doctor with a system of record', () => {
  it('doctor asks for an unknown id, which claims nothing, and counts a refusal as healthy', async () => {
    system.calls.length = 0;
    system.respond(refused(404, 'recordMissing'));
    const tokenFile = file('token', 'a-token');
    const [finding, ...others] = await examine(system.url, { 'issuer.records.tokenFile': tokenFile });
    expect(others).toEqual([]);
    expect(finding?.text).toMatch(/^the system of record answered after \d+ ms$/);
    expect(system.calls.map(({ path, headers, body }) => [path, headers.authorization, body])).toEqual([
      ['/v1/records:get', 'Bearer a-token', { id: 'diptych-doctor', requestId: expect.any(String) }],
    ]);
  });

  it.each<readonly [string, Respond, RegExp]>([
    ['cuts connections', reset, /cannot be reached: connection \(\w+\)/],
    ['answers 503', json(503, {}), /answers 502, 503 or 504: busy/],
    ['hangs', hang, /no answer within 3 s: timeLimit/],
    ['refuses the token', json(401, {}), /refuses the credentials.*: credentials/],
    ['is another web server', json(404, { message: 'no route' }), /violates the contract: contract/],
    ['fails', json(500, {}), /violates the contract: status/],
    [
      'has a record for an unknown id',
      found(recordOf('diptych-doctor')),
      /has a record for diptych-doctor, an id that does not exist/,
    ],
    [
      'has the same record for every id',
      found(recordOf('h-1')),
      /has a record for diptych-doctor, an id that does not exist/,
    ],
  ])('a system of record that %s is a failure, and doctor says what to do', async (_, respond, text) => {
    system.respond(respond);
    const [finding] = await examine(system.url);
    expect([finding?.level, finding?.text]).toEqual(['failure', expect.stringMatching(text)]);
    expect(finding?.remedy).toMatch(/\w/);
  });

  it('doctor says why a certificate of the system of record is not trusted', async () => {
    const { certificate: cert, key } = await authority.issue('127.0.0.1');
    const secured = await startRecordSystem({ cert, key });
    secured.respond(refused(404, 'recordMissing'));
    const [distrusted] = await examine(secured.url);
    expect(distrusted).toMatchObject({
      level: 'failure',
      text: expect.stringMatching(/: tls \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\)/),
      remedy: expect.stringContaining('issuer.records.ca'),
    });
    const ca = file('ca.pem', authority.certificate);
    expect((await examine(secured.url, { 'issuer.records.ca': ca }))[0]?.level).toBe('ok');
    await secured.close();
  });

  it('doctor checks how long the client certificate is valid', async () => {
    system.respond(refused(404, 'recordMissing'));
    const { certificate, key } = await authority.issue('diptych');
    const settings = {
      'issuer.records.clientCertificate': file('client.pem', certificate),
      'issuer.records.clientKey': file('client.key', key),
    };
    const levelAt = async (now: number) => (await examine(system.url, settings, now))[1]?.level;
    expect(await levelAt(Date.now())).toBe('failure');
    expect((await examine(system.url, settings, Date.now() + 3 * DAY))[1]?.text).toMatch(/has ended$/);
  });

  it('doctor reports a failure and does not ask if a file of the settings cannot be used', async () => {
    system.calls.length = 0;
    const [finding] = await examine(system.url, { 'issuer.records.tokenFile': join(folder, 'none') });
    expect([finding?.level, finding?.text]).toEqual([
      'failure',
      expect.stringMatching(/issuer\.records\.tokenFile/),
    ]);
    expect(system.calls).toEqual([]);
  });
});
