import { ATTESTATION_FAULTS } from './attestation-faults.ts';
import { AUTH_KEY_FAULTS } from './auth-key-faults.ts';
import { CHAIN_FAULTS } from './chain-faults.ts';
import { ENCRYPTION_KEY_FAULTS } from './encryption-key-faults.ts';
import { EVIDENCE_FAULTS } from './evidence-faults.ts';
import type { Fault } from './fault.ts';
import { IDENTIFIER_FAULTS } from './identifier-faults.ts';
import { METADATA_FAULTS } from './metadata-faults.ts';
import { PROOF_OF_PROVISIONING_FAULTS } from './proof-of-provisioning-faults.ts';
import { REGISTRATION_FAULTS } from './registration-faults.ts';
import { SEALING_FAULTS } from './sealing-faults.ts';
import { STATE_FAULTS } from './state-faults.ts';

export { attemptFault, bringTo, type FaultOutcome, hasReached } from './attempt.ts';
export type { Expected, Fault, FaultNeed, FaultStage } from './fault.ts';

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
