import type { KeyObject } from 'node:crypto';
import {
  type ChallengedProof,
  checkChallengedProof,
  decodeChallengedProof,
  type ExpectedProof,
  encodeChallengedProof,
} from './challenged-proof.ts';
import { openSignedProof, type SignedProofOptions } from './signed-proof.ts';

const KIND = 'ProofOfOwnership';

export type ProofOfOwnership = Required<ChallengedProof>;

/** `["ProofOfOwnership", docType, challenge, testCredential]`. Throws ProofError `unencodable`. */
export const encodeProofOfOwnership = (proof: ProofOfOwnership): Uint8Array =>
  encodeChallengedProof(KIND, proof);

/** Throws ProofError `malformed` or `wrongKind`. */
export const decodeProofOfOwnership = (payload: Uint8Array): ProofOfOwnership =>
  decodeChallengedProof(KIND, payload, [4]) as ProofOfOwnership;

/**
 * That the device with this credential key answered one of these challenges.
 * Throws ProofError `malformed`, `invalidSignature`, `wrongKind`, `wrongDocType`, `wrongChallenge`, `testCredential`.
 */
export function verifyProofOfOwnership(
  bytes: Uint8Array,
  expected: ExpectedProof & SignedProofOptions & { readonly credentialKey: KeyObject },
): void {
  const payload = openSignedProof(bytes, expected.credentialKey, expected);
  checkChallengedProof(decodeProofOfOwnership(payload), expected);
}
