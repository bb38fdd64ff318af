import { type CborValue, Encoded, encodeInOrder } from '../cbor/index.ts';
import { read } from '../structure/index.ts';
import { embed, FOREIGN } from './encoding.ts';
import { decoder } from './error.ts';

/**
 * An encoded SessionTranscript (ISO 18013-5 9.1.5.1), without tag 24. Device engagement and reader key are encoded
 * tag-24 items; both are null where another protocol's handover says who talks to whom.
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
  decoder.item('SessionTranscriptBytes', bytes, read.embedded, FOREIGN);
