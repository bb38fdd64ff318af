import { X509Certificate } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { decode } from '../../src/formats/cbor/index.ts';
import { decodeIssuerSigned } from '../../src/formats/mdoc/index.ts';
import { expectNothingWritten } from '../support/database.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';
import { authority } from './support/authority.ts';
import { activeKey } from './support/keys.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const NEXT = /documentSigner +next +.* +files/;

let world: World;
let elsewhere: ReturnType<typeof authority>;
beforeAll(async () => {
  world = await startWorld({ startAt: Date.now() + DAY });
  elsewhere = authority();
}, HOOK_TIMEOUT);
afterAll(async () => {
  elsewhere.remove();
  await world.close();
});

/** Runs `diptych keys …` in this process, on the world's server. */
async function keys(...args: readonly string[]) {
  const written = { out: '', err: '' };
  const keep = (name: 'out' | 'err') => (text: unknown) => {
    written[name] += String(text);
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(keep('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(keep('err')),
  ];
  process.exitCode = 0;
  try {
    await main(['keys', ...args, '--data', world.folder]);
    return { ...written, exit: Number(process.exitCode) };
  } finally {
    process.exitCode = 0;
    for (const spy of spies) spy.mockRestore();
  }
}

function file(name: string, text: string): string {
  const path = join(elsewhere.folder, name);
  writeFileSync(path, text);
  return path;
}

describe('diptych keys', () => {
  it('keys list shows role, stage, key store, end of validity and root of every key', async () => {
    const { out, exit } = await keys('list', '--wide');
    expect(exit).toBe(0);
    expect(out).toMatch(/^KEY +ROLE +STAGE +SINCE +PRIVATE KEY +VALID UNTIL +ROOT$/m);
    const [, root = ''] = /^([0-9A-F]{32}) +iaca +active .* -$/m.exec(out) ?? [];
    expect(out).toMatch(/^[0-9A-F]{32} +documentSigner +active +\d{4}-\d\d-\d\dT\S+ +files +\d{4}-/m);
    expect(out).toMatch(new RegExp(`^[0-9A-F]{32} +documentSigner .* ${root}$`, 'm'));
  });

  it('keys export-iaca prints the fingerprint and then a PEM that node:crypto reads', async () => {
    const { out } = await keys('export-iaca');
    const { fingerprint256 } = new X509Certificate(out.slice(out.indexOf('-----BEGIN')));
    expect(out.split('\n')[0]).toBe(`SHA-256 ${fingerprint256}`);
    const { keys: roots } = JSON.parse((await keys('export-iaca', '--json')).out);
    expect(roots.map(({ role }: { role: string }) => role)).toEqual(['iaca']);
  });

  it('keys export-iaca --out writes what a trust list needs, with a specimen that a reader accepts (A3)', async () => {
    const out = join(elsewhere.folder, 'submission');
    // The reader's checks use the current time, which must be that of the issuer.
    vi.useFakeTimers({ now: world.now(), toFake: ['Date'] });
    const done = await keys('export-iaca', '--out', out).finally(() => vi.useRealTimers());
    expect(done).toMatchObject({ exit: 0, out: expect.stringMatching(/a reader's checks pass/) });
    expect(readdirSync(out).toSorted()).toEqual([
      'fingerprints.txt',
      'iaca.pem',
      'org.iso.18013.5.1.mDL.specimen.cbor',
    ]);
    const root = readFileSync(join(out, 'iaca.pem'), 'utf8');
    expect(readFileSync(join(out, 'fingerprints.txt'), 'utf8')).toContain(
      new X509Certificate(root).fingerprint256,
    );
    const issuerSigned = readFileSync(join(out, 'org.iso.18013.5.1.mDL.specimen.cbor'));
    const { nameSpaces } = decodeIssuerSigned(new Uint8Array(issuerSigned));
    const names = nameSpaces?.get('org.iso.18013.5.1') ?? [];
    const name = names.find(({ elementIdentifier }) => elementIdentifier === 'family_name');
    expect(name && decode(name.elementValue)).toBe('SPECIMEN');
    const { events } = await world.admin('listEvents', { subject: 'key', pageSize: 1000 });
    expect(events.filter(({ event }) => event === 'signSpecimen')).toMatchObject([
      {
        subjectId: (await activeKey(world, 'documentSigner')).id,
        operatorId: 'operator',
      },
    ]);
  });

  it('keys export-iaca --out writes no specimen of a document type that is not served', async () => {
    const out = join(elsewhere.folder, 'none');
    expect(await keys('export-iaca', '--out', out, '--document-type', 'x')).toMatchObject({
      exit: 1,
      err: expect.stringMatching(/no such document type/),
    });
    expect(existsSync(out)).toBe(false);
  });

  it('keys discard removes a key without a certificate, which is listed with its age', async () => {
    await keys('request');
    const { out } = await keys('list', '--wide');
    const [, id = ''] = /^([0-9A-F]{32}) +documentSigner +requested +\S+ +files +- +-$/m.exec(out) ?? [];
    const listed = JSON.parse((await keys('list', '--json')).out);
    expect(listed.certificationRequests).toMatchObject([{ id, custody: 'files' }]);
    expect((await keys('discard', id, '--yes')).out).not.toContain(id);
    expect((await keys('discard', id, '--yes')).exit).toBe(1);
  });

  it('keys request, import and rotate --finish install a document signer of an external root', async () => {
    const { out: request } = await keys('request');
    const certificate = file('new.pem', elsewhere.certify(request));
    const root = file('root.pem', elsewhere.root());
    expect(await keys('import', certificate)).toMatchObject({
      exit: 1,
      err: expect.stringMatching(/issuer: is required/),
    });
    const imported = await keys('import', certificate, '--issuer', root);
    expect(imported.out).toMatch(NEXT);
    // What comes next, with the command for it.
    expect(imported.out).toMatch(
      /then finish it:\n {2}DIPTYCH_DATA=\S+ diptych keys rotate documentSigner --finish/,
    );
    expect((await keys('list')).out).toContain('documentSigner: a rotation has been under way since');
    await keys('rotate', 'documentSigner', '--finish', '--yes');
    const { certificate: active } = await activeKey(world, 'documentSigner');
    expect(new X509Certificate(active).issuer).toMatch(/Elsewhere IACA/);
  });

  it('keys import refuses a certificate that has expired', async () => {
    const { certificate, privateKey } = elsewhere.signer({ days: 1 });
    world.advance(HOUR);
    const importing = ['import', file('c.pem', certificate), '--private-key', file('k.pem', privateKey)];
    const done = await expectNothingWritten(world, () => keys(...importing));
    expect(done).toMatchObject({ exit: 1, err: expect.stringContaining('the certificate has expired') });
  });

  it('keys import accepts an external key with its certificate', async () => {
    const { certificate, privateKey } = elsewhere.signer();
    const done = await keys('import', file('c.pem', certificate), '--private-key', file('k.pem', privateKey));
    expect(done).toMatchObject({ exit: 0, out: expect.stringMatching(NEXT) });
  });

  it('keys lint reports that all registered certificates fit their profiles (I4)', async () => {
    const { out, exit } = await keys('lint');
    expect([exit, out]).toEqual([0, expect.stringMatching(/^\d+ fit their profiles\n$/)]);
  });

  it('keys lint names the clause that a file violates, and exits with 1 (I4)', async () => {
    const request = (await keys('request')).out;
    const wrong = file('wrong.pem', elsewhere.certify(request, { days: 460, extensions: 'wrong' }));
    const { out, exit } = await keys('lint', wrong, '--issuer', file('root.pem', elsewhere.root()), '--wide');
    expect(exit).toBe(1);
    expect(out).toMatch(/ISO 18013-5 B\.1\.4 +validity is longer than 457 days or empty/);
    expect(out).toMatch(
      /ISO 18013-5 B\.1\.4 +extended key usage is not critical with exactly 1\.0\.18013\.5\.1\.2/,
    );
  });

  it('keys lint --aamva requires that root and document signer name the state (A3)', async () => {
    const path = file('root.pem', elsewhere.root());
    expect((await keys('lint', path, '--role', 'iaca')).exit).toBe(0);
    const { out, exit } = await keys('lint', path, '--role', 'iaca', '--aamva', '--wide');
    expect([exit, out]).toEqual([
      1,
      expect.stringMatching(/AAMVA mDL Implementation Guidelines 3\.6 +subject has no state or province/),
    ]);
  });

  it('keys lint reports files that are missing or contain no certificate', async () => {
    expect(await keys('lint', join(elsewhere.folder, 'missing.pem'))).toMatchObject({
      exit: 2,
      err: expect.stringMatching(/there is no file /),
    });
    expect(await keys('lint', file('empty.pem', ''))).toMatchObject({
      exit: 2,
      err: expect.stringMatching(/holds no certificate/),
    });
  });
});
