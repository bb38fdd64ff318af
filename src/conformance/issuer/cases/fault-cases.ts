import { ISSUER_CLAUSES } from '../../../issuer/contract/clauses/index.ts';
import type { OperationName } from '../../../issuer/contract/index.ts';
import { ATTESTATION_FAULTS } from '../../../wallet/faults/attestation-faults.ts';
import { AUTH_KEY_FAULTS } from '../../../wallet/faults/auth-key-faults.ts';
import { CHAIN_FAULTS } from '../../../wallet/faults/chain-faults.ts';
import { ENCRYPTION_KEY_FAULTS } from '../../../wallet/faults/encryption-key-faults.ts';
import { EVIDENCE_FAULTS } from '../../../wallet/faults/evidence-faults.ts';
import { IDENTIFIER_FAULTS } from '../../../wallet/faults/identifier-faults.ts';
import { METADATA_FAULTS } from '../../../wallet/faults/metadata-faults.ts';
import { PROOF_OF_PROVISIONING_FAULTS } from '../../../wallet/faults/proof-of-provisioning-faults.ts';
import { REGISTRATION_FAULTS } from '../../../wallet/faults/registration-faults.ts';
import { SEALING_FAULTS } from '../../../wallet/faults/sealing-faults.ts';
import { STATE_FAULTS } from '../../../wallet/faults/state-faults.ts';
import { attemptFault, type Fault, type FaultStage } from '../../../wallet/index.ts';
import type { Case, Need } from '../../case.ts';
import type { IssuerBench } from '../bench.ts';
import { refuses } from '../expect.ts';

/** The clause of the general table of errors that names the expected reason. */
const byReason = ({ expected: { reason } }: Fault): string =>
  reason === 'forbidden' ? 'ruling-25' : `errors.${reason}`;

/** The stage of a device whose honest request of this operation was accepted. */
const AFTER: Partial<Record<OperationName, FaultStage>> = {
  getDeviceRegistrationNonce: 'known',
  registerDevice: 'registered',
  proofUser: 'proofed',
  getProofingStatus: 'proofed',
  cancelProofing: 'proofed',
  provisionCredential: 'provisioned',
  provisionMobileSecurityObjects: 'active',
  getCredentialStatus: 'active',
  notifyCredentialDeleted: 'deleted',
};

/** Faults of these names are about other clauses than the rest of their family. */
const OWN_CLAUSES: Readonly<Record<string, string>> = {
  'missing-request-metadata': 'metadata.required',
  'missing-request-id': 'metadata.required',
  'empty-request-id': 'metadata.required',
  'missing-version': 'metadata.required',
  'missing-issuer-id': 'metadata.required',
  'wrong-api-version': 'version.mismatch',
  'cancel-after-decision': 'proofing.cancel',
  'provision-after-rejection': 'provision.approved',
  'second-credential': 'ruling-31',
  'provision-deleted-credential': 'ruling-31',
  'msos-of-deleted-credential': 'msos.active',
  'reused-nonce': 'register.chain',
  'replaced-nonce': 'register.chain',
  'new-key-with-live-credential': 'register.order',
  'key-of-another-reference-id': 'register.unique',
  'wrong-nonce': 'register.chain',
  'untrusted-root': 'register.chain',
  'two-codes': 'ruling-34',
  'too-much-evidence': 'ruling-34',
  'integer-as-code': 'ruling-34',
  'reused-proofing-id': 'retries',
  'pop-missing': 'msos.proof',
  'pop-by-another-key': 'errors.invalidPayloadSignature',
  'pop-changed-while-active': 'ruling-38',
  'auth-key-by-another-key': 'msos.auth-keys',
  'stale-version': 'msos.version',
  'reused-auth-key': 'ruling-30',
  'too-many-auth-keys': 'ruling-30',
};

/** The clause that a sealing fault is about, by the end of its name. */
function sealingClause(fault: Fault): string {
  if (fault.name.endsWith('oversize-value')) return 'envelope.size';
  if (fault.name.endsWith('wrong-context')) return 'envelope.context';
  if (fault.name.endsWith('plain-value')) return 'provision.encrypted';
  return fault.expected.reason === 'invalidPayloadSignature' ? 'envelope.signature' : byReason(fault);
}

const missingKey = (fault: Fault) =>
  fault.name.endsWith('missing-encryption-key') ? 'provision.encrypted' : 'device-encryption-key';

type Family = readonly [faults: readonly Fault[], clauseOf: (fault: Fault) => string];

/** All faults of a hostile phone, by what they attack. */
const FAMILIES: readonly Family[] = [
  [METADATA_FAULTS, byReason],
  [IDENTIFIER_FAULTS, byReason],
  [STATE_FAULTS, () => 'ruling-27'],
  [REGISTRATION_FAULTS, byReason],
  [ATTESTATION_FAULTS, () => 'register.attestation'],
  [CHAIN_FAULTS, () => 'register.chain'],
  [EVIDENCE_FAULTS, byReason],
  [ENCRYPTION_KEY_FAULTS, missingKey],
  [SEALING_FAULTS, sealingClause],
  [PROOF_OF_PROVISIONING_FAULTS, () => 'msos.proof-content'],
  [AUTH_KEY_FAULTS, () => 'ruling-29'],
];

const WITHOUT_ROOT: readonly FaultStage[] = ['new', 'known'];
const WITHOUT_CODE: readonly FaultStage[] = [...WITHOUT_ROOT, 'registered'];

/** Faults that use the ids of another device. */
const usesStranger = ({ name }: Fault) => name.includes('foreign');

function needsOf(fault: Fault): readonly Need[] {
  const { operation, needs } = fault;
  const stage = AFTER[operation] ?? 'active';
  const needsRoot = !WITHOUT_ROOT.includes(stage) || usesStranger(fault);
  const needsCode = !WITHOUT_CODE.includes(stage) || usesStranger(fault);
  return [
    ...(needsRoot ? (['testRoot'] as const) : []),
    ...(needsCode ? (['code'] as const) : []),
    ...(needs ? [needs] : []),
  ];
}

/**
 * Faults are committed with a copy of a shared device. A refusal proves something only if the issuer accepts the
 * same request without the fault. A device with which a fault was accepted is given up.
 */
function caseOf(fault: Fault, clause: string): Case<IssuerBench> {
  const { name, what, operation, from, expected } = fault;
  const strict = ISSUER_CLAUSES[clause]?.reason === expected.reason;
  return {
    id: `fault.${name}`,
    clause,
    title: `${operation} is refused with ${expected.reason}: ${what}`,
    needs: needsOf(fault),
    async run(bench) {
      await bench.at(AFTER[operation] ?? 'active');
      const device = await bench.at(from);
      const stranger = usesStranger(fault) ? await bench.stranger() : undefined;
      const attempt = async () => {
        const { refusal } = await attemptFault(device, fault, stranger);
        if (!refusal) return;
        throw refusal;
      };
      await refuses(attempt(), { reason: expected.reason, strict, note: bench.note }).catch((error) => {
        bench.drop(from);
        throw error;
      });
    },
  };
}

export const FAULT_CASES: readonly Case<IssuerBench>[] = FAMILIES.flatMap(([faults, clauseOf]) =>
  faults.map((fault) => caseOf(fault, OWN_CLAUSES[fault.name] ?? clauseOf(fault))),
);
