import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { decodeDeviceResponse, verifyDeviceResponse } from '../../src/formats/mdoc/index.ts';
import { FAULTS } from '../../src/wallet/index.ts';
import { PHOTO_ID, photoId } from '../support/documents.ts';
import { changeHolder, codeFor, newHolder } from '../support/records.ts';
import { startWorld, type World } from '../support/world.ts';

interface Run {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

let world: World;
let folder: string;
let state: string;

/** Runs `diptych wallet …` in this process. */
async function wallet(...args: readonly string[]): Promise<Run> {
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
    await main(['wallet', ...args]);
    return { ...written, exit: Number(process.exitCode) };
  } finally {
    process.exitCode = 0;
    for (const spy of spies) spy.mockRestore();
  }
}

const phone = (...args: readonly string[]) => wallet(...args, '--state', state);

beforeAll(async () => {
  // The command line uses real time, so the server must use it too.
  world = await startWorld({ startAt: Date.now() });
  folder = mkdtempSync(join(tmpdir(), 'diptych-cli-'));
  state = join(folder, 'wallet-state.json');
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('diptych wallet', () => {
  let holderId: string;

  it('diptych wallet starts with a registration, which it stores in the state file', async () => {
    expect(await phone('status')).toMatchObject({ exit: 2, err: expect.stringContaining('register') });
    const { exit, out } = await phone('register', '--server', world.url);
    expect({ exit, out }).toEqual({ exit: 0, out: expect.stringContaining('key attested as hardware') });
    expect(statSync(state).mode & 0o777).toBe(0o600);
  });

  it('diptych wallet needs a code before it can fetch a credential', async () => {
    expect(await phone('provision')).toMatchObject({ exit: 2, err: expect.stringContaining('evidence') });
    expect(await phone('provision', '--fault', 'second-credential')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('wallet proof'),
    });
    expect(await phone('proof')).toMatchObject({ exit: 2, err: expect.stringContaining('--code') });
  });

  it('diptych wallet says why a proofing was rejected', async () => {
    const { exit, out } = await phone('proof', '--code', 'NO-SUCH-CODE', '--json');
    expect(exit).toBe(1);
    expect(JSON.parse(out).proofingStatus.rejected.primaryRejection).toHaveProperty('evidenceMismatch');
    expect((await phone('proof', '--without-evidence')).out).toContain('evidenceIncomplete');
  });

  it('diptych wallet gets a credential with a valid code', async () => {
    holderId = await newHolder(world);
    const proof = await phone('proof', '--code', await codeFor(world, holderId));
    expect(proof.out).toContain('is accepted');
    expect(await phone('provision', '--count', '0')).toMatchObject({ exit: 0 });
    expect((await phone('status')).out).toContain('provisionPending');
    const missing = await phone('provision', '--fault', 'pop-missing', '--json');
    expect(missing.exit).toBe(1);
    expect(JSON.parse(missing.out)).toMatchObject({ correct: true, refused: { reason: 'invalidState' } });
    expect((await phone('provision', '--count', '2')).out).toContain('2 mobile security objects');
    expect((await phone('status')).out).toContain('credential active');
  });

  it('diptych wallet shows the contents of the device, with only the size of the portrait', async () => {
    const { exit, out } = await phone('show');
    expect(exit).toBe(0);
    expect(out).toMatch(/stage +active/);
    expect(out).toMatch(/family_name +Mustermann/);
    expect(out).toMatch(/portrait +<458 bytes>/);
    const json = JSON.parse((await phone('show', '--json')).out);
    expect(json).toMatchObject({ stage: 'active', unusedMobileSecurityObjects: 2 });
  });

  it('diptych wallet presents elements in a file that a reader accepts', async () => {
    const file = join(folder, 'response.cbor');
    const { exit, out } = await phone('present', '--elements', 'family_name,portrait,nothing', '--out', file);
    expect({ exit, out }).toEqual({ exit: 0, out: expect.stringContaining("a reader's checks pass") });
    expect(out).toContain('not in the credential: org.iso.18013.5.1/nothing');
    const response = decodeDeviceResponse(readFileSync(file));
    const sessionTranscript = readFileSync(`${file}.session-transcript`);
    expect(verifyDeviceResponse(response, { now: Date.now(), sessionTranscript }).valid).toBe(true);
    const json = await phone(
      ...['present', '--elements', 'org.iso.18013.5.1/given_name', '--out', file, '--json'],
      ...['--session-transcript', `${file}.session-transcript`],
    );
    expect(JSON.parse(json.out)).toMatchObject({
      disclosed: [{ identifier: 'given_name', value: 'Erika' }],
      problems: [],
    });
    const none = await phone('present', '--elements', 'given_name', '--out', file);
    expect(none).toMatchObject({ exit: 2, err: expect.stringContaining('refresh') });
  });

  it('diptych wallet refreshes, updates and deletes a credential', async () => {
    expect((await phone('refresh', '--count', '3')).out).toContain('3 are unused');
    expect((await phone('update')).out).toContain('latest version');
    await changeHolder(world, holderId, { given_name: 'Rika' });
    expect((await phone('status')).out).toContain('diptych wallet update');
    expect((await phone('update')).out).toContain('updated to version');
    expect((await phone('show')).out).toContain('Rika');
    expect((await phone('delete')).out).toContain('is deleted');
    const again = await phone('provision', '--fault', 'provision-deleted-credential');
    expect(again).toMatchObject({
      exit: 1,
      out: expect.stringContaining('A correct issuer answers like this.'),
    });
  });
});

describe('A device that requests another document type', () => {
  const other = (...args: readonly string[]) => wallet(...args, '--state', join(folder, 'photo-id.json'));

  it("the request is refused if the holder has another type, and succeeds with the holder's type", async () => {
    const holder = { id: 'photo-id', documentType: PHOTO_ID, elements: photoId() };
    await world.admin('importHolders', { holders: [holder] });
    await other('register', '--server', world.url);
    expect((await other('proof', '--code', await codeFor(world, holder.id))).out).toContain('is accepted');
    const { exit, err } = await other('provision');
    expect({ exit, err }).toEqual({ exit: 1, err: expect.stringContaining('for another document type') });
    expect((await other('provision', '--doc-type', PHOTO_ID)).out).toContain('3 mobile security objects');
    expect((await other('show')).out).toMatch(/docType +org\.iso\.23220\.photoid\.1/);
  });

  it('a device keeps the document type of the credential that it holds', async () => {
    const { exit, err } = await other('refresh', '--doc-type', 'org.iso.18013.5.1.mDL');
    expect({ exit, err }).toEqual({ exit: 2, err: expect.stringContaining(`holds ${PHOTO_ID}`) });
  });
});

describe('Errors of diptych wallet', () => {
  it('diptych wallet prints a refusal with the ids that find it in the log, and exits with 1', async () => {
    const { exit, err } = await phone('cancel');
    expect(exit).toBe(1);
    expect(err).toMatch(/cancelProofing was refused with invalidState \(HTTP 400\)/);
    expect(err).toMatch(/issuerErrorIdentifier [0-9a-f-]{36}/);
    const json = JSON.parse((await phone('cancel', '--json')).out);
    expect(json.error).toMatchObject({ kind: 'refused', reason: 'invalidState', status: 400 });
  });

  it('diptych wallet exits with 3 if the issuer cannot be reached', async () => {
    const { exit, err } = await phone('status', '--server', 'http://127.0.0.1:9');
    expect({ exit, err }).toEqual({
      exit: 3,
      err: 'diptych: no server answers at http://127.0.0.1:9; is it running?\n',
    });
  });

  it.each([
    [['nonsense']],
    [['register', '--profile', 'wood']],
    [['register', '--server', 'nowhere']],
    [['register', '--header', 'novalue']],
    [['register', '--profile', 'keystore']],
    [['refresh', '--count', 'many']],
    [['present', '--elements', ',']],
    [['register', '--fault', 'no-such-fault']],
    [['register', '--fault', 'pop-missing']],
    [['proof', '--plain', '--fault', 'code-tampered-ciphertext']],
  ])('diptych wallet exits with 2 for wrong usage: %j', async (args) => {
    expect((await phone(...args)).exit).toBe(2);
  });

  it('diptych wallet exits with 2 for a malformed state file', async () => {
    const path = join(folder, 'other.json');
    writeFileSync(path, '{}');
    expect(await wallet('show', '--state', path)).toMatchObject({
      exit: 2,
      err: expect.stringContaining('state file'),
    });
  });
});

describe('Options of diptych wallet that send faulty requests', () => {
  it('the faults are listed with their command and the answer of a correct issuer', async () => {
    const { out } = await wallet('faults');
    for (const { name } of FAULTS) expect(out).toContain(name);
    const json = JSON.parse((await wallet('faults', '--operation', 'cancelProofing', '--json')).out);
    expect(json.faults.every((fault: { operation: string }) => fault.operation === 'cancelProofing')).toBe(
      true,
    );
    expect(json.faults[0]).toMatchObject({ command: 'cancel' });
  });

  it('faulty requests do not change the state file', async () => {
    const before = readFileSync(state, 'utf8');
    const { exit, out } = await phone('register', '--fault', 'unlocked-boot-loader', '--server', world.url);
    expect({ exit, out }).toEqual({
      exit: 1,
      out: expect.stringContaining('A correct issuer answers like this.'),
    });
    expect(readFileSync(state, 'utf8')).toBe(before);
  });

  it('a fault that the issuer did not detect is reported, with the missing setting', async () => {
    const { exit, out } = await phone('register', '--fault', 'revoked-serial', '--server', world.url);
    expect(exit).toBe(0);
    expect(out).toContain('ACCEPTED');
    expect(out).toContain('revocation list');
  });

  it('faulty requests are printed as they were changed', async () => {
    const { err } = await phone(
      'register',
      '--fault',
      'wrong-api-version',
      '--verbose',
      '--server',
      world.url,
    );
    expect(err).toContain('getDeviceRegistrationNonce');
    expect(err).toContain('"major": 99');
    expect(err).toContain('< 400');
  });

  it('the option --header of diptych wallet adds a header to each request', async () => {
    const run = await wallet(
      'register',
      '--header',
      'authorization: Bearer x',
      '--server',
      world.url,
      '--state',
      join(folder, 'h.json'),
    );
    expect(run.exit).toBe(0);
  });
});

describe('The help of diptych wallet', () => {
  it.each([
    'register',
    'proof',
    'status',
    'cancel',
    'provision',
    'refresh',
    'update',
    'present',
    'delete',
    'show',
    'faults',
  ])('the help of diptych wallet has examples for %s', async (name) => {
    const { exit, out } = await wallet(name, '--help');
    expect(exit).toBe(0);
    expect(out).toContain(`  diptych wallet ${name}`);
  });
});
