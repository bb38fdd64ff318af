import type { ErrorReason, ProofingEvidence } from '../../issuer/contract/index.ts';
import type { Facts, Tampering } from '../device/tampering.ts';
import { newUuid } from '../effects.ts';
import { type Fault, type FaultStage, onlyFor, refusedWith } from './fault.ts';

const operation = 'proofUser';

function evidence(change: (evidence: readonly ProofingEvidence[]) => readonly unknown[]): Tampering {
  return {
    request: onlyFor(operation, (body) => ({
      ...body,
      evidence: change(body.evidence as readonly ProofingEvidence[]),
    })),
  };
}

function code(plaintext: Uint8Array): Tampering {
  return { plaintext: () => plaintext };
}

function reverify(credentialId: (facts: Facts) => string): Tampering {
  return {
    request: onlyFor(operation, (body, facts) => ({
      ...body,
      reverificationContext: { credentialId: credentialId(facts) },
    })),
  };
}

type Row = readonly [name: string, what: string, from: FaultStage, reason: ErrorReason, apply: Tampering];

const ROWS: readonly Row[] = [
  [
    'empty-evidence',
    'a piece of evidence has no kind',
    'registered',
    'missingRequiredField',
    evidence(() => [{}]),
  ],
  [
    'two-codes',
    'two codes are sent',
    'registered',
    'invalidFieldValue',
    evidence(([first]) => [first, first]),
  ],
  [
    'too-much-evidence',
    '33 pieces of evidence are sent',
    'registered',
    'invalidFieldValue',
    evidence(([first]) => Array.from({ length: 33 }, () => first)),
  ],
  [
    'integer-as-code',
    'a code is sent together with an integer',
    'registered',
    'invalidFieldValue',
    evidence(([first]) => [
      { preAuthorizationCode: { ...first?.preAuthorizationCode, unencryptedInteger: 7 } },
    ]),
  ],
  [
    'reused-proofing-id',
    'a proofing id is used again with other evidence',
    'proofed',
    'invalidState',
    {
      request: onlyFor(operation, (body, { before }) => ({
        ...body,
        proofingId: before.proofing?.proofingId,
      })),
    },
  ],
  [
    'reverify-unknown-credential',
    'a credential that the issuer has never seen is reverified',
    'registered',
    'invalidIdentifier',
    reverify(({ random }) => newUuid(random)),
  ],
  [
    'reverify-foreign-credential',
    'a credential of another device is reverified',
    'registered',
    'invalidIdentifier',
    reverify(({ stranger }) => stranger.credentialId),
  ],
  [
    'reverify-deleted-credential',
    'a deleted credential is reverified',
    'deleted',
    'invalidState',
    reverify(({ before }) => before.deletedCredentialId ?? ''),
  ],
];

/** Detected only after decryption, as the reason shows. */
const ENCRYPTED_ROWS: readonly Row[] = [
  ['empty-code', 'the code is empty', 'registered', 'invalidDecryptedRequest', code(new Uint8Array())],
  [
    'too-long-code',
    'the code has 513 bytes',
    'registered',
    'invalidDecryptedRequest',
    code(Buffer.alloc(513, 'x')),
  ],
];

function fault([name, what, from, reason, apply]: Row): Fault {
  return { name, what, operation, from, expected: refusedWith(reason), apply };
}

/** Faults of the evidence and of its purpose. */
export const EVIDENCE_FAULTS: readonly Fault[] = [
  ...ROWS.map(fault),
  ...ENCRYPTED_ROWS.map((row) => ({ ...fault(row), encrypted: true as const })),
];
