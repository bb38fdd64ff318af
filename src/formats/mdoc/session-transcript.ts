import { hash, hkdfSync, type KeyObject } from 'node:crypto';
import { type CborValue, Encoded, encodeInOrder } from '../cbor/index.ts';
import { sharedSecret } from '../ec/index.ts';
import { mdocDecoder, read } from '../structure/index.ts';
import { embed, FOREIGN } from './encoding.ts';

/**
 * An encoded SessionTranscript (ISO 18013-5 9.1.5.1), without tag 24. Device engagement and reader key are encoded
 * tag-24 items; both are null if another protocol's handover identifies the parties.
 */
export function encodeSessionTranscript(parts: {
  readonly deviceEngagementBytes?: Uint8Array;
  readonly eReaderKeyBytes?: Uint8Array;
  readonly handover: CborValue;
}): Uint8Array {
  const optional = (bytes: Uint8Array | undefined) => bytes && new Encoded(bytes);
  return encodeInOrder([
    optional(parts.deviceEngagementBytes) ?? null,
    optional(parts.eReaderKeyBytes) ?? null,
    parts.handover,
  ]);
}

/** SessionTranscriptBytes, tag 24 included. */
export const sessionTranscriptBytes = embed;

/** The SessionTranscript inside SessionTranscriptBytes. Throws MdocError `malformed`. */
export const sessionTranscriptFromBytes = (bytes: Uint8Array): Uint8Array =>
  mdocDecoder.item('SessionTranscriptBytes', bytes, read.embedded, FOREIGN);

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
