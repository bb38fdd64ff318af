import type { KeyObject } from 'node:crypto';
import {
  type ChallengedProof,
  checkChallengedProof,
  decodeChallengedProof,
  type ExpectedProof,
  encodeChallengedProof,
} from './challenged-proof.ts';
import { openSignedProof, type SignedProofOptions } from './signed-proof.ts';

const OWNERSHIP = 'ProofOfOwnership';

export type ProofOfOwnership = Required<ChallengedProof>;

/** `["ProofOfOwnership", docType, challenge, testCredential]`. Throws ProofError `unencodable`. */
export const encodeProofOfOwnership = (proof: ProofOfOwnership): Uint8Array =>
  encodeChallengedProof(OWNERSHIP, proof);

/** Throws ProofError `malformed` or `wrongKind`. */
export const decodeProofOfOwnership = (payload: Uint8Array): ProofOfOwnership =>
  decodeChallengedProof(OWNERSHIP, payload, [4]) as ProofOfOwnership;

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

const DELETION = 'ProofOfDeletion';

export type ProofOfDeletion = ChallengedProof;

/**
 * `["ProofOfDeletion", docType, challenge, testCredential]`; without a challenge the form that devices before
 * identity credential API 3 send. Throws ProofError `unencodable`.
 */
export const encodeProofOfDeletion = (proof: ProofOfDeletion): Uint8Array =>
  encodeChallengedProof(DELETION, proof);

/** Either form. Throws ProofError `malformed` or `wrongKind`. */
export const decodeProofOfDeletion = (payload: Uint8Array): ProofOfDeletion =>
  decodeChallengedProof(DELETION, payload, [3, 4]);

/**
 * That the device with this credential key has deleted the credential. Without `challenges` either form is accepted
 * and says nothing of when. Throws ProofError, as `verifyProofOfOwnership` does.
 */
export function verifyProofOfDeletion(
  bytes: Uint8Array,
  expected: Omit<ExpectedProof, 'challenges'> &
    Partial<Pick<ExpectedProof, 'challenges'>> &
    SignedProofOptions & { readonly credentialKey: KeyObject },
): void {
  const proof = decodeProofOfDeletion(openSignedProof(bytes, expected.credentialKey, expected));
  const challenges = expected.challenges ?? [proof.challenge ?? new Uint8Array(0)];
  checkChallengedProof(proof, { ...expected, challenges });
}
