import type { Attestation } from '../attestation.ts';
import type { AuthorizationList } from '../authorization-list.ts';
import { AttestationError } from '../error.ts';

// AOSP Algorithm, EcCurve, Digest
const EC = 3;
const P_256 = 1;
const SHA_2_256 = 4;

const REQUIREMENTS: readonly (readonly [holds: (list: AuthorizationList) => boolean, problem: string])[] = [
  [({ algorithm }) => algorithm === EC, 'key is not EC'],
  [({ keySize }) => keySize === 256, 'key is not of 256 bits'],
  [({ ecCurve }) => ecCurve === P_256, 'key is not on P-256'],
  [({ digest }) => digest?.includes(SHA_2_256) === true, 'key may not sign SHA-256'],
  [({ noAuthRequired }) => noAuthRequired === true, 'key needs user authentication'],
];

/** A P-256 key that signs SHA-256 without asking the user, all enforced by hardware. */
export function checkKeyParameters({ description }: Attestation): void {
  for (const [holds, problem] of REQUIREMENTS) {
    if (!holds(description.hardwareEnforced)) throw new AttestationError('wrongKey', problem);
  }
}
