import { labeledExpand, labeledExtract } from './labeled.ts';
import { type HpkeSuite, NONCE_BYTES } from './suite.ts';

const NO_PSK = new Uint8Array(0);

/** KeySchedule of RFC 9180 5.1 in base mode; the nonce is that of sequence number 0. */
export function keySchedule(
  suite: HpkeSuite,
  kemSecret: Uint8Array,
  info: Uint8Array,
): { key: Uint8Array; nonce: Uint8Array } {
  const { contextStart, prefixes } = suite;
  const infoHash = labeledExtract(undefined, prefixes.infoHash, info);
  const secret = labeledExtract(kemSecret, prefixes.secret, NO_PSK);
  const key = labeledExpand(secret, prefixes.key, contextStart, infoHash);
  const nonce = labeledExpand(secret, prefixes.baseNonce, contextStart, infoHash);
  return { key: key.subarray(0, suite.keyBytes), nonce: nonce.subarray(0, NONCE_BYTES) };
}
