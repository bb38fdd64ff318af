import { Buffer } from 'node:buffer';
import { KEM_ID } from './kem.ts';
import { expandPrefix, extractPrefix, type LabeledPrefix, labeledExpand, labeledExtract } from './labeled.ts';

/** A base mode suite (RFC 9180 5) with the parts of its key schedule that never change. */
export interface HpkeSuite {
  readonly kemId: number;
  readonly kdfId: number;
  readonly aeadId: number;
  readonly cipher: 'aes-128-gcm' | 'aes-256-gcm';
  readonly keyBytes: 16 | 32;
  /** mode || psk_id_hash, the start of key_schedule_context. */
  readonly contextStart: Uint8Array;
  readonly prefixes: Readonly<Record<'infoHash' | 'secret' | 'key' | 'baseNonce', LabeledPrefix>>;
}

/** Bytes of nonce and tag (RFC 9180 7.3). */
const NONCE_BYTES = 12;
export const TAG_BYTES = 16;

const KDF_ID = 0x0001;
const MODE_BASE = 0x00;
const NOTHING = new Uint8Array(0);

function suite(aeadId: number, cipher: HpkeSuite['cipher'], keyBytes: HpkeSuite['keyBytes']): HpkeSuite {
  const ids = [KEM_ID, KDF_ID, aeadId];
  const suiteId = Buffer.concat([
    Buffer.from('HPKE'),
    Uint8Array.from(ids.flatMap((id) => [id >>> 8, id & 0xff])),
  ]);
  const pskIdHash = labeledExtract(undefined, extractPrefix(suiteId, 'psk_id_hash'), NOTHING);
  return {
    kemId: KEM_ID,
    kdfId: KDF_ID,
    aeadId,
    cipher,
    keyBytes,
    contextStart: Buffer.concat([Uint8Array.of(MODE_BASE), pskIdHash]),
    prefixes: {
      infoHash: extractPrefix(suiteId, 'info_hash'),
      secret: extractPrefix(suiteId, 'secret'),
      key: expandPrefix(suiteId, 'key', keyBytes),
      baseNonce: expandPrefix(suiteId, 'base_nonce', NONCE_BYTES),
    },
  };
}

export const P256_SHA256_AES128GCM: HpkeSuite = suite(0x0001, 'aes-128-gcm', 16);
export const P256_SHA256_AES256GCM: HpkeSuite = suite(0x0002, 'aes-256-gcm', 32);

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
