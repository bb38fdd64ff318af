import { type KeyObject, timingSafeEqual } from 'node:crypto';
import { encodeInOrder } from '../cbor/index.ts';
import { ProofError } from '../errors.ts';
import { proofDecoder, read } from '../structure/index.ts';
import { openSignedProof, type SignedProofOptions } from './signed-proof.ts';

/** The hardware accepts at most 32 bytes (IIdentityCredential HAL: STATUS_INVALID_DATA if longer). */
export const MAX_CHALLENGE_BYTES = 32;

/** Whether this is one of the challenges, each compared in constant time. Takes no more of them than it needs. */
function matchesChallenge(actual: Uint8Array, expected: Iterable<Uint8Array>): boolean {
  for (const challenge of expected)
    if (challenge.length === actual.length && timingSafeEqual(challenge, actual)) return true;
  return false;
}

/** `[kind, docType, challenge, testCredential]`, a proof that is made for each challenge. */
export interface ChallengedProof {
  readonly docType: string;
  /** Absent only in a ProofOfDeletion of devices before identity credential API 3. */
  readonly challenge?: Uint8Array;
  /** True for test credentials; their keys prove nothing. */
  readonly testCredential: boolean;
}

export interface ExpectedProof {
  /** The document types that are accepted. */
  readonly docTypes: readonly string[];
  /** The challenges that are accepted, the likeliest first. */
  readonly challenges: Iterable<Uint8Array>;
  /** Default false. */
  readonly allowTestCredential?: boolean;
}

/** Throws ProofError `unencodable`. */
function encodeChallengedProof(kind: string, proof: ChallengedProof): Uint8Array {
  const { docType, challenge, testCredential } = proof;
  if (challenge && (challenge.length === 0 || challenge.length > MAX_CHALLENGE_BYTES)) {
    throw new ProofError('unencodable', 'a challenge has 1 to 32 bytes');
  }
  return encodeInOrder([kind, docType, ...(challenge ? [challenge] : []), testCredential]);
}

/** Throws ProofError `malformed` or `wrongKind`. `forms` are the array lengths to accept. */
function decodeChallengedProof(
  kind: string,
  payload: Uint8Array,
  forms: readonly (3 | 4)[],
): ChallengedProof {
  return proofDecoder.item(kind, payload, (reader) => {
    const length = reader.array();
    if (length === 0 || reader.text() !== kind) throw new ProofError('wrongKind', `this is no ${kind}`);
    if (!forms.some((form) => form === length)) throw new ProofError('malformed', `${kind}: wrong length`);
    const docType = read.text(reader);
    const challenge = length === 4 ? read.bytes(reader) : undefined;
    return { docType, ...(challenge && { challenge }), testCredential: read.boolean(reader) };
  });
}

/** Throws ProofError `wrongDocType`, `wrongChallenge` or `testCredential`. */
function checkChallengedProof(proof: ChallengedProof, expected: ExpectedProof): void {
  if (!expected.docTypes.includes(proof.docType)) {
    throw new ProofError('wrongDocType', 'the proof is for another document type');
  }
  if (!matchesChallenge(proof.challenge ?? new Uint8Array(0), expected.challenges)) {
    throw new ProofError('wrongChallenge', 'the proof is for another challenge');
  }
  if (proof.testCredential && expected.allowTestCredential !== true) {
    throw new ProofError('testCredential', 'the proof is for a test credential');
  }
}

const OWNERSHIP = 'ProofOfOwnership';

export type ProofOfOwnership = Required<ChallengedProof>;

/** `["ProofOfOwnership", docType, challenge, testCredential]`. Throws ProofError `unencodable`. */
export const encodeProofOfOwnership = (proof: ProofOfOwnership): Uint8Array =>
  encodeChallengedProof(OWNERSHIP, proof);

/** Throws ProofError `malformed` or `wrongKind`. */
export const decodeProofOfOwnership = (payload: Uint8Array): ProofOfOwnership =>
  decodeChallengedProof(OWNERSHIP, payload, [4]) as ProofOfOwnership;

/**
 * Verifies that the device with this credential key answered one of these challenges. Throws ProofError `malformed`,
 * `invalidSignature`, `wrongKind`, `wrongDocType`, `wrongChallenge`, `testCredential`.
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
 * `["ProofOfDeletion", docType, challenge, testCredential]`. Without a challenge, the form of devices before
 * identity credential API 3. Throws ProofError `unencodable`.
 */
export const encodeProofOfDeletion = (proof: ProofOfDeletion): Uint8Array =>
  encodeChallengedProof(DELETION, proof);

/** Reads a ProofOfDeletion with or without a challenge. Throws ProofError `malformed` or `wrongKind`. */
export const decodeProofOfDeletion = (payload: Uint8Array): ProofOfDeletion =>
  decodeChallengedProof(DELETION, payload, [3, 4]);

/**
 * Verifies that the device with this credential key deleted the credential. Without `challenges` both forms
 * are accepted, and the time of the deletion is unknown. Throws the same ProofErrors as
 * `verifyProofOfOwnership`.
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
