import type { OperationName } from '../../issuer/contract/index.ts';
import { IssuerRefusal } from '../client/index.ts';
import type { Device } from '../device/device.ts';
import { type DeviceState, isAtLeast, type Stage, stageOf } from '../device/device-state.ts';
import type { Stranger } from '../device/tampering.ts';
import { DistrustError } from '../errors.ts';
import { ATTESTATION_FAULTS } from './attestation-faults.ts';
import { AUTH_KEY_FAULTS } from './auth-key-faults.ts';
import { CHAIN_FAULTS } from './chain-faults.ts';
import { ENCRYPTION_KEY_FAULTS } from './encryption-key-faults.ts';
import { EVIDENCE_FAULTS } from './evidence-faults.ts';
import type { Fault, FaultStage } from './fault.ts';
import { IDENTIFIER_FAULTS } from './identifier-faults.ts';
import { METADATA_FAULTS } from './metadata-faults.ts';
import { PROOF_OF_PROVISIONING_FAULTS } from './proof-of-provisioning-faults.ts';
import { REGISTRATION_FAULTS } from './registration-faults.ts';
import { SEALING_FAULTS } from './sealing-faults.ts';
import { STATE_FAULTS } from './state-faults.ts';

/** An invalid code. The issuer never looks for it, because faults of proofUser are refused earlier. */
const SOME_CODE = 'A-CODE-THAT-NOBODY-GAVE-OUT';
const KEYS = 2;

/** The step of a device that calls the operation. */
const ATTEMPTS: Partial<Record<OperationName, (device: Device) => Promise<unknown>>> = {
  getDeviceRegistrationNonce: (device) => device.requestNonce(),
  registerDevice: (device) => device.register(),
  proofUser: (device) => device.proof(SOME_CODE),
  getProofingStatus: (device) => device.proofingStatus(),
  cancelProofing: (device) => device.cancel(),
  provisionCredential: (device) => device.provision(),
  provisionMobileSecurityObjects: (device) => device.provisionMsos(KEYS),
  getCredentialStatus: (device) => device.status(),
  notifyCredentialDeleted: (device) => device.notifyDeleted(),
};

export interface FaultOutcome {
  /** The reason of the refusal; absent if the issuer accepted the request. */
  readonly refusal?: IssuerRefusal;
  /** Whether the issuer answered as a correct issuer must. */
  readonly correct: boolean;
}

/**
 * Commits the fault with a temporary copy of the device, which must be at the stage of the fault. `stranger`
 * has the ids of another user's device; by default, ids are unknown. Rejects with ExchangeError or
 * DeviceStateError.
 */
export async function attemptFault(device: Device, fault: Fault, stranger?: Stranger): Promise<FaultOutcome> {
  const { operation, expected, apply } = fault;
  try {
    await ATTEMPTS[operation]?.(device.hostile(apply, stranger));
    return { correct: false };
  } catch (error) {
    // The device cannot open the answer for a swapped key, so the issuer accepted the key.
    if (error instanceof DistrustError) return { correct: false };
    if (!(error instanceof IssuerRefusal)) throw error;
    const { status, reason } = error;
    const correct = error.operation === operation && status === expected.status && reason === expected.reason;
    return { refusal: error, correct };
  }
}

type Step = readonly [
  stage: Stage,
  take: (device: Device, newCode: () => Promise<string>) => Promise<unknown>,
];

const STEPS: readonly Step[] = [
  ['known', (device) => device.requestNonce()],
  ['registered', (device) => device.register()],
  ['proofed', async (device, newCode) => device.proof(await newCode())],
  ['provisioned', (device) => device.provision()],
  ['active', (device) => device.provisionMsos(KEYS)],
];

function goalOf(stage: FaultStage): Stage {
  if (stage === 'rejected') return 'proofed';
  return stage === 'deleted' ? 'active' : stage;
}

/** Whether the device has reached the stage of the fault, or is exactly at it if the fault requires this. */
export function hasReached(state: DeviceState, wanted: FaultStage, { exactly = false } = {}): boolean {
  if (wanted === 'deleted') return state.deletedCredentialId !== undefined;
  const stage = stageOf(state);
  return exactly ? stage === goalOf(wanted) : isAtLeast(stage, goalOf(wanted));
}

/**
 * Brings an honest device to a stage by running the remaining steps. `newCode` returns a valid
 * pre-authorization code.
 */
export async function bringTo(
  device: Device,
  wanted: FaultStage,
  newCode: () => Promise<string>,
): Promise<void> {
  const goal = goalOf(wanted);
  const code = wanted === 'rejected' ? async () => SOME_CODE : newCode;
  for (const [stage, take] of STEPS) {
    if (isAtLeast(goal, stage) && !isAtLeast(stageOf(device.state), stage)) await take(device, code);
  }
  if (wanted === 'deleted') await device.notifyDeleted();
}

export { type Expected, type Fault, type FaultNeed, type FaultStage, refusedWith } from './fault.ts';

/** All faults that a correct issuer refuses, in the order of a device's life. Names are unique. */
export const FAULTS: readonly Fault[] = [
  ...METADATA_FAULTS,
  ...IDENTIFIER_FAULTS,
  ...STATE_FAULTS,
  ...REGISTRATION_FAULTS,
  ...ATTESTATION_FAULTS,
  ...CHAIN_FAULTS,
  ...EVIDENCE_FAULTS,
  ...ENCRYPTION_KEY_FAULTS,
  ...SEALING_FAULTS,
  ...PROOF_OF_PROVISIONING_FAULTS,
  ...AUTH_KEY_FAULTS,
];

const BY_NAME = new Map(FAULTS.map((fault) => [fault.name, fault]));

export function findFault(name: string): Fault | undefined {
  return BY_NAME.get(name);
}
