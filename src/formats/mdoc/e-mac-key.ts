import { hash, hkdfSync, type KeyObject } from 'node:crypto';
import { sharedSecret } from '../ec/index.ts';
import { sessionTranscriptBytes } from './session-transcript.ts';

const EMAC_KEY_LENGTH = 32;

/**
 * EMacKey (ISO 18013-5 9.1.3.5), from either side: the reader's ephemeral private key with the device key, or the
 * device's private key with the reader's ephemeral key. `point` is the 65-byte point of the other side.
 */
export function deriveEMacKey(
  privateKey: KeyObject,
  point: Uint8Array,
  sessionTranscript: Uint8Array,
): Uint8Array {
  const salt = hash('sha256', sessionTranscriptBytes(sessionTranscript), 'buffer');
  const secret = sharedSecret(privateKey, point);
  return new Uint8Array(hkdfSync('sha256', secret, salt, 'EMacKey', EMAC_KEY_LENGTH));
}
