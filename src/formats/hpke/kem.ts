import { Buffer } from 'node:buffer';
import { createECDH, type ECDH } from 'node:crypto';
import { hasPointForm, P256 } from '../ec/index.ts';
import { HpkeError } from './error.ts';
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

interface LoadedKey {
  readonly agreement: ECDH;
  readonly encapsulatedKey: Uint8Array;
}

/** One for the life of the process: each use replaces its key. */
let generator: ECDH | undefined;

/** Encap of RFC 9180 4.1. Throws HpkeError `malformed` for a recipient that is no point of P-256. */
export function encapsulate(
  recipientPoint: Uint8Array,
  ephemeral?: EphemeralKey,
): { encapsulatedKey: Uint8Array; kemSecret: Uint8Array } {
  requirePointForm(recipientPoint);
  const { agreement, encapsulatedKey } = ephemeral ? load(ephemeral) : generate();
  const dh = refusing('recipient key is not a point of P-256', () => agreement.computeSecret(recipientPoint));
  return { encapsulatedKey, kemSecret: extractAndExpand(dh, encapsulatedKey, recipientPoint) };
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

/** The curve is for the key agreement to check. Throws HpkeError `malformed`. */
export function requirePointForm(point: Uint8Array): void {
  if (!hasPointForm(point)) throw new HpkeError('malformed', 'an uncompressed point of 65 bytes is expected');
}

function generate(): LoadedKey {
  generator ??= createECDH(P256);
  return { agreement: generator, encapsulatedKey: generator.generateKeys() };
}

function load({ privateKey, publicKey }: EphemeralKey): LoadedKey {
  const agreement = createECDH(P256);
  refusing('ephemeral private key is not one of P-256', () => agreement.setPrivateKey(privateKey));
  const encapsulatedKey = agreement.getPublicKey();
  if (encapsulatedKey.compare(publicKey) !== 0) {
    throw new HpkeError('malformed', 'ephemeral public and private key do not belong together');
  }
  return { agreement, encapsulatedKey };
}

function refusing<T>(message: string, use: () => T): T {
  try {
    return use();
  } catch (cause) {
    throw new HpkeError('malformed', message, { cause });
  }
}
