import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMMON_CHECKS, OPERATION_CHECKS } from '../../src/issuer/order-of-checks.ts';
import type { IssuerRefusal } from '../../src/wallet/client/index.ts';
import {
  attemptFault,
  bringTo,
  type Device,
  FAULTS,
  type Fault,
  type FaultStage,
  SANDBOX_REVOKED_SERIAL,
} from '../../src/wallet/index.ts';
import { commitWatch, rows } from '../support/database.ts';
import { activePhone, newDevice } from '../support/devices.ts';
import { member } from '../support/dialect.ts';
import { codeFor, newHolder } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { HOOK_TIMEOUT, useWorld } from '../support/use-world.ts';
import type { World } from '../support/world.ts';

const STAGES: readonly FaultStage[] = ['new', 'known', 'registered', 'proofed', 'provisioned', 'active'];

/** Names of checks that are not those of their steps. */
const STEP_OF_CHECK: Readonly<Record<string, readonly string[]>> = {
  issuer: ['metadata'],
  fields: ['metadata', 'fields'],
  signature: ['signatures'],
  encryption: ['signatures'],
  decryptedMessage: ['signatures'],
};

/** SHA-256 of the certificate that the simulated wallet's package is signed with. */
const WALLET_SIGNER = 'f0fd6c5b410f25cb25c3b53346c8972fae30f8ee7411df910480ad6b2d60db83';

function revocationList(): string {
  const path = join(temporaryFolder('faults'), 'status.json');
  writeFileSync(path, JSON.stringify({ entries: { [SANDBOX_REVOKED_SERIAL]: { status: 'REVOKED' } } }));
  return path;
}

/** A device that expects after each refused request that the server wrote nothing. */
function watchedDevice(world: World, encrypt: boolean): Device {
  const commits = commitWatch(world);
  const transport: World['transport'] = async (url, body) => {
    commits.hasChanged();
    const answer = await world.transport(url, body);
    if (answer.status !== 200) expect(commits.hasChanged(), 'something was written').toBe(false);
    return answer;
  };
  return newDevice(world, { encrypt, transport });
}

/**
 * The stages at which a fault can be committed: its own stage and, if later devices can also commit it, the last
 * one.
 */
function stagesOf({ from, exactly }: Fault): readonly FaultStage[] {
  const isFarther = STAGES.indexOf(from) >= STAGES.indexOf('registered') && from !== 'active';
  return isFarther && !exactly ? [from, 'active'] : [from];
}

/** Commits faults with one honest device for each stage. */
function committing(world: () => World, encrypt: boolean) {
  const devices = new Map<FaultStage, Promise<Device>>();
  let stranger: Awaited<ReturnType<typeof activePhone>>['ids'];
  beforeAll(async () => {
    stranger = { ...(await activePhone(world())).ids };
  }, HOOK_TIMEOUT);

  const newCode = async () => codeFor(world(), await newHolder(world()));
  const make = async (stage: FaultStage) => {
    const device = watchedDevice(world(), encrypt);
    await bringTo(device, stage, newCode);
    return device;
  };
  /** Answers the refusal at the last stage. */
  const commit = async (fault: Fault): Promise<IssuerRefusal> => {
    let last: IssuerRefusal | undefined;
    // Whether values are encrypted has nothing to do with the stage, so one of the two tries the later one.
    for (const stage of encrypt ? stagesOf(fault) : [fault.from]) {
      const device = devices.get(stage) ?? make(stage);
      devices.set(stage, device);
      const { refusal, correct } = await attemptFault(await device, fault, stranger);
      const { operation, status, reason } = refusal ?? {};
      const { expected } = fault;
      expect({ operation, status, reason }, `at the stage ${stage}`).toEqual({
        operation: fault.operation,
        ...expected,
      });
      expect(correct).toBe(true);
      last = refusal;
    }
    return last!;
  };

  /** Performs the remaining steps of each honest device, as far as its stage allows. */
  const liveOn = async () => {
    for (const [stage, made] of devices) {
      if (stage === 'deleted') continue;
      const device = await made;
      if (stage === 'rejected') await device.proof(await newCode());
      await bringTo(device, 'active', newCode);
      expect(await device.refresh(1), `from the stage ${stage}`).toBe(1);
    }
  };
  return { commit, liveOn };
}

const STRICT = {
  'issuer.attestation.revocationList': revocationList(),
  'issuer.attestation.applications': [{ package: 'com.google.android.gms', digest: WALLET_SIGNER }],
};

const named = (faults: readonly Fault[]) => faults.map((fault) => [fault.name, fault.what, fault] as const);

describe('The issuer refuses every fault of a hostile device, and writes nothing', () => {
  const world = useWorld({ settings: { 'issuer.plaintext': false, ...STRICT } });
  const { commit, liveOn } = committing(world, true);

  it('each fault has its own name', () => {
    expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
    expect(FAULTS.length).toBeGreaterThan(100);
  });

  it.each(named(FAULTS))('the fault %s is refused, and explain explains it: %s', async (_, __, fault) => {
    const refusal = await commit(fault);
    const { requests } = await world().admin('getRequest', { id: refusal.issuerErrorIdentifier });
    const checks = [...COMMON_CHECKS, ...OPERATION_CHECKS[fault.operation]];
    const row = checks.find(({ name }) => name === requests[0]?.condition);
    expect(row).toBeDefined();
    // The step that refused, not one that was passed before or is not reached.
    const [check = ''] = requests[0]?.failedCheck?.split('.') ?? [];
    if (check !== 'attestation') expect(STEP_OF_CHECK[check] ?? [check]).toContain(row?.step);
    expect(requests[0]).toMatchObject({
      operation: fault.operation,
      outcome: refusal.reason,
      failedCheck: expect.stringMatching(/^[a-z]+(\.[a-z]\w*)?$/i),
      description: refusal.errorDescription,
      remedy: expect.stringMatching(/^[A-Z].+\.$/),
    });
  });

  it('explain names the failed checks of an attestation', () => {
    const checks = rows(
      world(),
      `select distinct ${member('content', 'failedCheck')} as name from handled_request`,
    );
    const names = checks.map(({ name }) => String(name));
    expect(names).toContain('attestation.challengeMismatch');
    expect(names).toEqual(
      expect.arrayContaining(['signature.invalidSignature', 'encryption', 'state', 'identifiers']),
    );
  });

  it('after all faults an honest device can still perform every step', liveOn);
});

describe('Faults in the sandbox, where values are sent unencrypted too', () => {
  const world = useWorld({ settings: STRICT });
  const { commit } = committing(world, false);
  const PLAIN = FAULTS.filter(({ needs, encrypted }) => needs !== 'encryptionRequired' && !encrypted);

  it.each(named(PLAIN))('in the sandbox the fault %s is refused: %s', async (_, __, fault) => {
    await commit(fault);
  });
});
