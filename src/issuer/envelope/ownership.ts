import type { KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ProofError, verifyProofOfOwnership } from '../../formats/android/index.ts';
import { publicKeyFromPoint } from '../../formats/ec/index.ts';
import type { RegisteredDevice } from '../device/registered-device.ts';
import { IssuerError } from '../errors.ts';

/** Caches parsed keys, because parsing one takes as long as a verification (45 µs). */
const keys = new LRUCache<string, KeyObject>({
  max: 4096,
  memoMethod: (point) => publicKeyFromPoint(Buffer.from(point, 'latin1')),
});

/** The device credential key as a key object. */
export function credentialKeyOf({ registration }: RegisteredDevice): KeyObject {
  return keys.memo(Buffer.from(registration.credentialKey).toString('latin1'));
}

interface Ownership {
  readonly docTypes: readonly string[];
  /** The signature must cover one of these. */
  readonly challenges: Iterable<Uint8Array>;
  readonly field: string;
}

/**
 * Verifies a COSE_Sign1 in the ProofOfOwnership format with the device credential key. @throws IssuerError
 * `invalidPayloadSignature`
 */
export function verifyOwnership(
  signature: Uint8Array,
  device: RegisteredDevice,
  { docTypes, challenges, field }: Ownership,
): void {
  try {
    verifyProofOfOwnership(signature, {
      credentialKey: credentialKeyOf(device),
      docTypes,
      challenges,
      tag: 'tolerate',
    });
  } catch (cause) {
    const why = cause instanceof ProofError ? `: ${cause.message}` : '';
    const description = `${field} is not a proof of ownership by the registered device key over this value${why}`;
    throw new IssuerError('invalidPayloadSignature', description, { cause });
  }
}
