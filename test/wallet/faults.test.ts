import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STATUS_OF_REASON } from '../../src/http/issuer/error-table.ts';
import {
  attemptFault,
  bringTo,
  type Device,
  FAULTS,
  type Fault,
  type FaultStage,
  findFault,
  SANDBOX_REVOKED_SERIAL,
  type Stranger,
} from '../../src/wallet/index.ts';
import { newDevice, type PhoneOptions } from '../support/devices.ts';
import { codeFor, newHolder } from '../support/records.ts';
import { startWorld, type World } from '../support/world.ts';

const PLAY_SERVICES_SIGNER = 'f0fd6c5b410f25cb25c3b53346c8972fae30f8ee7411df910480ad6b2d60db83';

/** A server that detects every fault, with one honest device for each stage. */
function watchfulWorld(options: PhoneOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-faults-'));
  const devices = new Map<FaultStage, Promise<Device>>();
  let world: World;
  let stranger: Stranger;

  const newCode = async () => codeFor(world, await newHolder(world));
  const begin = async (stage: FaultStage) => {
    const device = newDevice(world, options);
    await bringTo(device, stage, newCode);
    return device;
  };

  beforeAll(async () => {
    const revocationList = join(folder, 'revoked.json');
    writeFileSync(
      revocationList,
      JSON.stringify({ entries: { [SANDBOX_REVOKED_SERIAL]: { status: 'REVOKED' } } }),
    );
    const settings = {
      'issuer.plaintext': false,
      'issuer.attestation.revocationList': revocationList,
      'issuer.attestation.applications': [
        { package: 'com.google.android.gms', digest: PLAY_SERVICES_SIGNER },
      ],
    };
    world = await startWorld({ settings });
    const { deviceReferenceId, proofing, credentialId } = (await begin('active')).state;
    stranger = { deviceReferenceId, proofingId: proofing!.proofingId, credentialId: credentialId! };
  });
  afterAll(async () => {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  return async (fault: Fault) => {
    if (!devices.has(fault.from)) devices.set(fault.from, begin(fault.from));
    return attemptFault((await devices.get(fault.from))!, fault, stranger);
  };
}

function itRefuses(
  faults: readonly Fault[],
  attempt: (fault: Fault) => ReturnType<typeof attemptFault>,
): void {
  it.each(faults.map((fault) => [fault.name, fault] as const))(
    'the issuer refuses the fault %s',
    async (_name, fault) => {
      const { refusal, correct } = await attempt(fault);
      expect(refusal?.message ?? 'accepted').not.toBe('accepted');
      expect(refusal).toMatchObject({ operation: fault.operation, ...fault.expected });
      expect(correct).toBe(true);
    },
  );
}

describe('Devices with keys in the plain keystore', () => {
  const attempt = watchfulWorld({ profile: 'keystore' });
  itRefuses(
    FAULTS.filter(({ operation }) => operation === 'registerDevice'),
    attempt,
  );
});

describe('The table of faults', () => {
  it('the table names each fault once', () => {
    expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
    expect(FAULTS.every((fault) => findFault(fault.name) === fault)).toBe(true);
  });

  it('the table expects the recommended status of each reason', () => {
    for (const { expected } of FAULTS) expect(expected.status).toBe(STATUS_OF_REASON[expected.reason]);
  });

  it('the table has faults of every operation that checks data of a device', () => {
    const operations = new Set(FAULTS.map(({ operation }) => operation));
    expect(operations.size).toBe(9);
  });
});

describe('An issuer that does not detect a fault', () => {
  const world = new Map<'world', World>();
  beforeAll(async () => {
    world.set('world', await startWorld());
  });
  afterAll(() => world.get('world')?.close());

  it.each(['code-plain-value', 'wrong-application-signer', 'revoked-serial'])(
    'the fault %s is reported as accepted if the issuer does not check it',
    async (name) => {
      const device = newDevice(world.get('world')!);
      const fault = findFault(name)!;
      await bringTo(device, fault.from, () => Promise.reject(new Error('no code is needed')));
      expect(await attemptFault(device, fault)).toEqual({ correct: false });
    },
  );
});
