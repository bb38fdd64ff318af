import { AttestationError, type AttestationPolicy, verifyKeyAttestation } from '../index.ts';

/** `accepted`, or the code of the refusal. */
export function verdict(chain: readonly Uint8Array[], policy: AttestationPolicy): string {
  try {
    verifyKeyAttestation(chain, policy);
  } catch (error) {
    if (error instanceof AttestationError) return error.code;
    throw error;
  }
  return 'accepted';
}
