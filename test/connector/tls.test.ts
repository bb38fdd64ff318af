import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { found, type RecordSystem, recordOf, startRecordSystem } from '../support/record-system.ts';
import { type KeyAndCertificate, type TlsAuthority, tlsAuthority } from '../support/tls-authority.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { CLAIM, watched } from './support.ts';

const LOOPBACK = '127.0.0.1';
const folder = mkdtempSync(join(tmpdir(), 'diptych-connector-'));
let ours: TlsAuthority;
let theirs: TlsAuthority;
let client: KeyAndCertificate;
const running: RecordSystem[] = [];

beforeAll(async () => {
  [ours, theirs] = [await tlsAuthority('ours'), await tlsAuthority('theirs')];
  client = await ours.issue('diptych');
}, HOOK_TIMEOUT);
afterEach(async () => {
  for (const system of running.splice(0)) await system.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function started({ certificate, key }: KeyAndCertificate, options: object = {}): Promise<RecordSystem> {
  const system = await startRecordSystem({ cert: certificate, key, ...options });
  system.respond(found(recordOf('h-1')));
  running.push(system);
  return system;
}

async function outcomeOf(url: string, endpoint: object): Promise<string | undefined> {
  const { records, lookups } = watched(url, { endpoint: { url, ...endpoint } });
  await records.byCode('a code', CLAIM);
  await records.close();
  return lookups[0]?.outcome;
}

describe('The certificate of the system of record', () => {
  it('a certificate of the configured authority is accepted', async () => {
    const { url } = await started(await ours.issue(LOOPBACK));
    expect(await outcomeOf(url, { ca: ours.certificate })).toBe('found');
  });

  it("a certificate of another authority is refused, even one of the operating system's roots", async () => {
    const system = await started(await theirs.issue(LOOPBACK));
    expect(await outcomeOf(system.url, { ca: ours.certificate })).toBe('tls');
    expect(await outcomeOf(system.url, {})).toBe('tls');
    expect(system.calls).toEqual([]);
  });

  it('a certificate for another host is refused', async () => {
    const system = await started(await ours.issue('elsewhere.example'));
    expect(await outcomeOf(system.url, { ca: ours.certificate })).toBe('tls');
    expect(system.calls).toEqual([]);
  });

  it('a server without TLS behind an https:// URL is refused', async () => {
    const plain = await startRecordSystem();
    running.push(plain);
    const url = plain.url.replace('http:', 'https:');
    expect(await outcomeOf(url, { ca: ours.certificate })).toBe('tls');
    expect(plain.calls).toEqual([]);
  });
});

describe('Mutual TLS with the system of record', () => {
  const asksForClients = () => ({ ca: ours.certificate, requestCert: true });

  it('the client certificate is sent to the system of record', async () => {
    const { url } = await started(await ours.issue(LOOPBACK), asksForClients());
    const endpoint = { ca: ours.certificate, client };
    expect(await outcomeOf(url, endpoint)).toBe('found');
  });

  it.each([
    ['no', async () => ({})],
    ["another authority's", async () => ({ client: await theirs.issue('diptych') })],
  ])('a system of record that gets %s client certificate refuses the connection', async (_, shown) => {
    const system = await started(await ours.issue(LOOPBACK), asksForClients());
    // In TLS 1.3 the client learns of the refusal after the handshake, sometimes only because the connection
    // ends.
    expect(await outcomeOf(system.url, { ca: ours.certificate, ...(await shown()) })).toMatch(
      /^(tls|connection)$/,
    );
    expect(system.calls).toEqual([]);
  });
});

describe('The bearer token for the system of record', () => {
  it('the token is read from its file for each lookup, so that it can be replaced', async () => {
    const system = await startRecordSystem();
    running.push(system);
    const tokenFile = join(folder, 'token');
    for (const token of ['first-token', 'second-token']) {
      writeFileSync(tokenFile, `${token}\n`);
      await outcomeOf(system.url, { tokenFile });
    }
    expect(system.calls.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer first-token',
      'Bearer second-token',
    ]);
  });

  it.each([
    ['is gone', undefined],
    ['is empty', ''],
    ['has two lines', 'one\ntwo'],
    ['is no ASCII', 'tökén'],
  ])('no lookup is sent while the token file %s', async (_, content) => {
    const system = await startRecordSystem();
    running.push(system);
    const tokenFile = join(folder, 'bad-token');
    if (content === undefined) rmSync(tokenFile, { force: true });
    else writeFileSync(tokenFile, content);
    expect(await outcomeOf(system.url, { tokenFile })).toBe('credentials');
    expect(system.calls).toEqual([]);
  });
});
