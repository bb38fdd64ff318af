import { Buffer } from 'node:buffer';
import { diffieHellman, type KeyObject } from 'node:crypto';
import {
  hasPointForm,
  type KeyPair,
  keyPairFromScalar,
  newKeyPair,
  publicKeyFromPoint,
} from '../ec/index.ts';
import { HpkeError } from '../errors.ts';
import { expandPrefix, extractPrefix, labeledExpand, labeledExtract } from './labeled.ts';

/** DHKEM(P-256, HKDF-SHA256), RFC 9180 4.1 and 7.1. */
export const KEM_ID = 0x0010;

const SUITE_ID = Buffer.concat([Buffer.from('KEM'), Uint8Array.of(KEM_ID >>> 8, KEM_ID)]);
const EAE_PRK = extractPrefix(SUITE_ID, 'eae_prk');
const SHARED_SECRET = expandPrefix(SUITE_ID, 'shared_secret', 32);

/** A fixed ephemeral key, for test vectors. */
export interface EphemeralKey {
  /** The scalar, 32 bytes. */
  readonly privateKey: Uint8Array;
  /** Uncompressed point, 65 bytes. */
  readonly publicKey: Uint8Array;
}

/** A recipient's key, parsed once for all encryptions: parsing takes most of the time of a key agreement. */
export interface HpkeRecipient {
  /** Uncompressed point, 65 bytes. */
  readonly point: Uint8Array;
  readonly key: KeyObject;
}

/** Throws HpkeError `malformed` for anything but an uncompressed point of P-256. */
export function hpkeRecipient(point: Uint8Array): HpkeRecipient {
  requirePointForm(point);
  const key = refusing('recipient key is not a point of P-256', () => publicKeyFromPoint(point));
  return { point, key };
}

/** Encap of RFC 9180 4.1. Throws HpkeError `malformed` if the ephemeral key is invalid. */
export function encapsulate(
  recipient: HpkeRecipient,
  ephemeral?: EphemeralKey,
): { encapsulatedKey: Uint8Array; kemSecret: Uint8Array } {
  const { privateKey, point } = ephemeral ? load(ephemeral) : newKeyPair();
  const dh = diffieHellman({ privateKey, publicKey: recipient.key });
  return { encapsulatedKey: point, kemSecret: extractAndExpand(dh, point, recipient.point) };
}

/** ExtractAndExpand of RFC 9180 4.1 for base mode. */
export function extractAndExpand(
  dh: Uint8Array,
  encapsulatedKey: Uint8Array,
  recipientPoint: Uint8Array,
): Uint8Array {
  return labeledExpand(
    labeledExtract(undefined, EAE_PRK, dh),
    SHARED_SECRET,
    encapsulatedKey,
    recipientPoint,
  );
}

/**
 * Does not check that the point is on the curve, because the key agreement does. Throws HpkeError
 * `malformed`.
 */
export function requirePointForm(point: Uint8Array): void {
  if (!hasPointForm(point)) throw new HpkeError('malformed', 'an uncompressed point of 65 bytes is expected');
}

function load(ephemeral: EphemeralKey): KeyPair {
  const pair = refusing('ephemeral private key is not one of P-256', () =>
    keyPairFromScalar(ephemeral.privateKey),
  );
  if (Buffer.compare(pair.point, ephemeral.publicKey) !== 0) {
    throw new HpkeError('malformed', 'ephemeral public and private key do not belong together');
  }
  return pair;
}

function refusing<T>(message: string, use: () => T): T {
  try {
    return use();
  } catch (cause) {
    throw new HpkeError('malformed', message, { cause });
  }
}
