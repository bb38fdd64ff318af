import { randomFillSync } from 'node:crypto';
import { mkdtempSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAttestationAuthority } from '../../src/formats/android/index.ts';
import { certificateToPem, parseCertificate } from '../../src/formats/x509/index.ts';
import { newDeviceKey } from '../../src/wallet/device/device-key.ts';
import { SANDBOX_ROOT_CERTIFICATE } from '../../src/wallet/sandbox-root.ts';
import { newDevice } from '../support/devices.ts';
import { issuerOf } from '../support/panels.ts';
import { useProduction } from '../support/production.ts';
import { refusalOf } from '../support/refusal.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';

const DAY = 86_400_000;

interface Warned {
  readonly warnings?: readonly string[];
}

const folder = mkdtempSync(join(tmpdir(), 'diptych-attestation-'));
const LIST = join(folder, 'status.json');
const ROOTS = join(folder, 'roots.json');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SERIAL = 'c0ffee';
/** Serial numbers that no certificate has, so that one entry more hardly changes the size of the list. */
const OTHERS = ['a1', 'a2', 'a3', 'a4'];
const exactly = (...serials: readonly string[]) =>
  JSON.stringify({ entries: Object.fromEntries(serials.map((serial) => [serial, { status: 'REVOKED' }])) });
const listOf = (...serials: readonly string[]) => exactly(...OTHERS, ...serials);

/** Replaces the file by renaming another file, like a job that downloads the list. */
function replace(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

/** A root of attestation keys that the server does not know yet. */
async function newAuthority(now: number) {
  const key = newDeviceKey((target) => randomFillSync(target));
  const spec = {
    subject: { commonName: 'Another attestation root' },
    subjectPoint: key.point,
    serialNumber: Uint8Array.of(0x21),
    notBefore: now - DAY,
    notAfter: now + 3650 * DAY,
  };
  return { certificate: parseCertificate(await makeAttestationAuthority(spec, key.sign)), key };
}
type Authority = Awaited<ReturnType<typeof newAuthority>>;

const pemOf = ({ certificate }: Authority) => certificateToPem(certificate.der);

describe('The greatest age of a revocation list', () => {
  const MAX_AGE = 'issuer.attestation.revocationListMaxAgeHours';
  let world: World;
  /** Sets the modification time of the file, in milliseconds from now. */
  const fetched = (from: number) => {
    replace(LIST, listOf());
    utimesSync(LIST, new Date(), new Date(world.now() + from));
    world.server.reload();
  };
  let retryAfter: string | undefined;
  const transport: World['transport'] = async (url, body) => {
    const answer = await world.transport(url, body);
    retryAfter = answer.headers['retry-after'];
    return answer;
  };
  const register = () => newDevice(world, { transport }).register();
  const warnings = async () =>
    ((await (await fetch(`${world.server.adminUrl}/readyz`)).json()) as Warned).warnings;
  const fault = async () =>
    /fault\{fault="tooOld"\} (\d)/.exec(await (await fetch(`${world.server.adminUrl}/metrics`)).text())?.[1];

  beforeAll(async () => {
    replace(LIST, listOf());
    world = await startWorld({ settings: { 'issuer.attestation.revocationList': LIST, [MAX_AGE]: 48 } });
  }, HOOK_TIMEOUT);
  afterAll(() => world.close());

  it('the server registers devices until the revocation list is too old, and then answers with a retryable error', async () => {
    fetched(-48 * 3_600_000);
    await register();
    expect([await warnings(), await fault()]).toEqual([undefined, '0']);
    world.advance(1);
    await expect(register()).rejects.toMatchObject({
      status: 503,
      reason: undefined,
      message: expect.stringContaining('the list of withdrawn attestation keys is too old'),
    });
    expect(retryAfter).toBe('60');
    expect(world.log.at(-1)).toContain('RevocationListTooOld');
    expect([await warnings(), await fault()]).toEqual([
      [expect.stringContaining('older than 48 hours, no device is registered')],
      '1',
    ]);
    fetched(0);
    await register();
  });

  it('the revocation list also counts as too old if its time is ahead of the clock', async () => {
    fetched(2 * 3_600_000);
    await expect(register()).rejects.toMatchObject({ status: 503 });
  });
});

describe('The files of the attestation policy while the server runs (U4)', () => {
  let worlds: readonly World[];
  let own: Authority;
  const [first, second] = [() => worlds[0] as World, () => worlds[1] as World];

  beforeAll(async () => {
    replace(LIST, listOf());
    replace(ROOTS, '[]');
    const settings = { 'issuer.attestation.revocationList': LIST, 'issuer.attestation.roots': ROOTS };
    const one = await startWorld({ settings });
    worlds = [one, await startWorld({ settings, folder: one.folder })];
    own = await newAuthority(one.now());
  }, HOOK_TIMEOUT);
  afterAll(async () => {
    await second().close();
    await first().close();
  });
  beforeEach(() => {
    replace(LIST, listOf());
    replace(ROOTS, '[]');
    for (const world of worlds) world.server.reload();
  });

  /** A phone whose intermediate certificate has this serial number. */
  const listed = (world: World) =>
    newDevice(world).hostile({
      attestation: (spec) => ({
        ...spec,
        intermediate: { ...spec.intermediate, serialNumber: Buffer.from(SERIAL, 'hex') },
      }),
    });
  const underOwnRoot = (world: World) =>
    newDevice(world).hostile({ attestation: (spec) => ({ ...spec, root: own }) });
  const linesOf = (world: World, from: number) =>
    world.log.slice(from).filter((line) => line.includes('files refused'));

  it.each([
    ['replaced', replace],
    ['written over', writeFileSync],
  ] as const)('a revocation list that is %s is used within a second, in every process', async (_, write) => {
    for (const world of worlds) await listed(world).register();
    write(LIST, listOf(SERIAL));
    for (const world of worlds) {
      world.advance(1001);
      await refusalOf(listed(world).register(), 'forbidden');
      await newDevice(world).register();
    }
  });

  it.each([
    ['replaced', replace],
    ['written over', writeFileSync],
  ] as const)('a file of roots that is %s is used within a second', async (_, write) => {
    await refusalOf(underOwnRoot(first()).register(), 'forbidden');
    write(ROOTS, JSON.stringify([pemOf(own)]));
    first().advance(1001);
    await underOwnRoot(first()).register();
    write(ROOTS, '[ ]');
    first().advance(1001);
    await refusalOf(underOwnRoot(first()).register(), 'forbidden');
  });

  it.each([
    ['no JSON', () => replace(LIST, '<html>'), 'revocation list is not JSON'],
    ['half written', () => writeFileSync(LIST, listOf(SERIAL).slice(0, 30)), 'revocation list is not JSON'],
    ['of another format', () => replace(LIST, '{}'), 'has no entries member'],
    ['gone', () => rmSync(LIST), 'there is no such file'],
  ])(
    'a revocation list that is %s is reported once, and the last good one stays in use',
    async (_, spoil, problem) => {
      replace(LIST, listOf(SERIAL));
      first().server.reload();
      const from = first().log.length;
      spoil();
      for (let looks = 0; looks < 2; looks += 1) {
        first().advance(1001);
        await refusalOf(listed(first()).register(), 'forbidden');
        await newDevice(first()).register();
      }
      const [line = '', ...others] = linesOf(first(), from);
      expect(others).toEqual([]);
      for (const part of ['issuer.attestation.revocationList', LIST, problem]) expect(line).toContain(part);
      replace(LIST, listOf());
      first().advance(1001);
      await listed(first()).register();
    },
  );

  it.each([
    ['a JSON array of PEM texts', (pems: readonly string[]) => JSON.stringify(pems)],
    ['PEM, one after the other', (pems: readonly string[]) => `# our devices\n${pems.join('\n')}`],
  ])('a file of roots may be %s', async (_, write) => {
    replace(ROOTS, write([pemOf(await newAuthority(first().now())), pemOf(own)]));
    first().advance(1001);
    await underOwnRoot(first()).register();
  });

  it.each([
    ['neither', 'junk'],
    ['an array of something else', '[1]'],
    ['an object', '{}'],
    ['cut off in an array', '["-----BEGIN CERTIFICATE-----'],
  ])('the log reports a roots file that is %s, and says what it must contain', async (_, text) => {
    const from = first().log.length;
    replace(ROOTS, text);
    first().server.reload();
    expect(linesOf(first(), from)).toEqual([
      expect.stringContaining('it must be PEM certificates, or a JSON array of them'),
    ]);
  });

  it('an invalid file of roots does not prevent a valid revocation list from being used', async () => {
    const from = first().log.length;
    replace(ROOTS, '{}');
    replace(LIST, listOf(SERIAL));
    first().advance(1001);
    await refusalOf(listed(first()).register(), 'forbidden');
    expect(linesOf(first(), from)).toEqual([expect.stringContaining('issuer.attestation.roots')]);
  });

  it('a revocation list that lost more than half of its entries is refused, also after a restart, until an operator removes the stored number of entries', async () => {
    const { listEntries } = first().server.context.folder;
    replace(LIST, listOf('b1', 'b2', 'b3'));
    first().server.reload();
    const from = first().log.length;
    replace(LIST, exactly('b1', 'b2', 'b3'));
    first().advance(1001);
    await newDevice(first()).register();
    expect(linesOf(first(), from)).toEqual([expect.stringContaining('has 3 entries, the list before had 7')]);
    const { warnings } = (await (await fetch(`${first().server.adminUrl}/readyz`)).json()) as Warned;
    expect(warnings).toEqual([expect.stringContaining('the revocation list was refused')]);
    const restart = () =>
      startWorld({ folder: first().folder, settings: { 'issuer.attestation.revocationList': LIST } });
    await expect(restart()).rejects.toThrow('has 3 entries, the list before had 7');
    rmSync(listEntries);
    first().server.reload();
    await (await restart()).close();
    expect(readFileSync(listEntries, 'utf8')).toBe('3\n');
    replace(LIST, exactly('b1', 'b2'));
    first().server.reload();
    expect(linesOf(first(), from)).toHaveLength(1);
  });

  it('the metrics show the age of the list in use, also if a newer one cannot be used', async () => {
    const ageOf = async () => {
      const text = await (await fetch(`${first().server.adminUrl}/metrics`)).text();
      return Number(/^diptych_attestation_revocation_list_age_seconds (\S+)$/m.exec(text)?.[1]);
    };
    utimesSync(LIST, new Date(), new Date(first().now() - 3 * DAY));
    first().server.reload();
    expect(await ageOf()).toBe(3 * 86_400);
    replace(LIST, '<html>');
    first().advance(DAY);
    expect(await ageOf()).toBe(4 * 86_400);
    replace(LIST, listOf());
    utimesSync(LIST, new Date(), new Date(first().now() - 1000));
    first().advance(9000);
    expect(await ageOf()).toBe(10);
  });
});

describe('Attestation files in production', () => {
  const production = useProduction(() => {
    replace(ROOTS, '[]');
    return { 'keys.extractable': true, 'issuer.attestation.roots': ROOTS };
  });

  it('in production a file of roots cannot add the sandbox root while the server runs (U4)', () => {
    const { server, log } = production().serving;
    const { policy } = issuerOf(server);
    const { anchors } = policy.attestation();
    replace(ROOTS, JSON.stringify([SANDBOX_ROOT_CERTIFICATE]));
    server.reload();
    expect(policy.attestation().anchors).toEqual(anchors);
    expect(log.join()).toContain('everybody has the key of the sandbox root');
  });
});
