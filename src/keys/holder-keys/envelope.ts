import { createCipheriv, createDecipheriv, randomFillSync } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;

/** The version of the format: version, nonce, ciphertext, tag. */
const VERSION = 1;
/** Number of bytes of version and nonce. */
export const SEALED_HEADER = 1 + NONCE;

/** Where a ciphertext is stored. It cannot be decrypted at any other place. */
export interface Place {
  readonly table: string;
  readonly column: string;
  readonly row: string;
  readonly holderId: string;
}

/** None of the parts has a line break, so different places have different bytes. */
const additionalData = ({ table, column, row, holderId }: Place) =>
  Buffer.from([table, column, row, holderId].join('\n'));

/** AES-256-GCM with a random nonce. One holder's data never comes near 2^32 nonces of one key. */
export function seal(key: Uint8Array, place: Place, plain: Uint8Array): Uint8Array {
  const sealed = Buffer.allocUnsafe(SEALED_HEADER + plain.length + TAG);
  sealed[0] = VERSION;
  const nonce = randomFillSync(sealed.subarray(1, SEALED_HEADER));
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG });
  cipher.setAAD(additionalData(place));
  cipher.update(plain).copy(sealed, SEALED_HEADER);
  cipher.final();
  cipher.getAuthTag().copy(sealed, SEALED_HEADER + plain.length);
  return sealed;
}

/** @throws Error if the key, the place or any byte is another one */
export function open(key: Uint8Array, place: Place, sealed: Uint8Array): Uint8Array {
  const { table, column } = place;
  try {
    if (sealed[0] !== VERSION) throw new Error('another version of the envelope');
    const decipher = createDecipheriv(CIPHER, key, sealed.subarray(1, SEALED_HEADER), { authTagLength: TAG });
    decipher.setAAD(additionalData(place));
    decipher.setAuthTag(sealed.subarray(-TAG));
    const plain = decipher.update(sealed.subarray(SEALED_HEADER, -TAG));
    decipher.final();
    return plain;
  } catch (cause) {
    throw new Error(`${table}.${column} cannot be decrypted: it was changed, or is in the wrong row`, {
      cause,
    });
  }
}
