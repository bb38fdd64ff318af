import type { KeyObject } from 'node:crypto';
import { UserError } from '../conventions/user-error.ts';

/** A key for `agree` also signs once: its own certificate. */
export type KeyUse = 'sign' | 'agree';

/** Values of the setting `keys.custody`. */
type CustodyKind = 'files' | 'pkcs11';

export interface HeldKey {
  readonly keyId: string;
  readonly custody: CustodyKind;
}

/**
 * Stores the private keys, in files or in a PKCS#11 token. All are P-256 keys and are never exported. Custody
 * and register use the same ids, in upper-case hex. Methods reject with {@link CustodyError}.
 */
export interface KeyCustody {
  /** Makes a key pair with this id and returns its public point, 65 bytes. */
  create(keyId: string, use: KeyUse): Promise<Uint8Array>;
  /** Imports a key that was made elsewhere; absent if the custody cannot import keys. */
  readonly adopt?: (keyId: string, privateKey: KeyObject) => Promise<void>;
  /** ECDSA with SHA-256, as r ‖ s. Rejects if this custody does not have the key. */
  sign(keyId: string, toBeSigned: Uint8Array): Uint8Array | Promise<Uint8Array>;
  /** Raw ECDH with a validated 65-byte point: 32 bytes. */
  agree(keyId: string, point: Uint8Array): Uint8Array | Promise<Uint8Array>;
  /** Ids of all private keys of this server. Keys of others in the same place are left out. */
  list(): Promise<readonly HeldKey[]>;
  /** Public point of a key, 65 bytes; undefined if the key is missing or not on P-256. */
  publicPoint(keyId: string): Promise<Uint8Array | undefined>;
  /** Permanently deletes the private key. Does nothing if it is already gone. */
  destroy(keyId: string): Promise<void>;
  close(): void;
}

/** A key or its custody cannot be used. The message says what to do, in fixed words. */
export class CustodyError extends UserError {
  override readonly name = 'CustodyError';

  /** `code` is the return value of the token, for the log. */
  constructor(message: string, { code, ...options }: ErrorOptions & { readonly code?: string } = {}) {
    super(message, options);
    if (code !== undefined) Object.assign(this, { code });
  }
}

/**
 * Ids are hex serial numbers. Any other text could name a file or object that does not belong to this server.
 */
const KEY_ID = /^(?:[0-9A-F]{2}){1,32}$/;

export const isKeyId = (text: string): boolean => KEY_ID.test(text);

export function requireKeyId(keyId: string): void {
  if (!isKeyId(keyId)) throw new CustodyError('a key id is upper-case hex');
}

/**
 * For a data folder whose keys move from files to a token. New keys are made in the token; keys that are in
 * files at the start stay there until they are destroyed.
 */
export async function movingCustody(token: KeyCustody, files: KeyCustody): Promise<KeyCustody> {
  const inFiles = new Set((await files.list()).map(({ keyId }) => keyId));
  const placeOf = (keyId: string): KeyCustody => (inFiles.has(keyId) ? files : token);
  return {
    create: (keyId, use) => token.create(keyId, use),
    sign: (keyId, toBeSigned) => placeOf(keyId).sign(keyId, toBeSigned),
    agree: (keyId, point) => placeOf(keyId).agree(keyId, point),
    list: async () => [...(await token.list()), ...(await files.list())],
    publicPoint: (keyId) => placeOf(keyId).publicPoint(keyId),
    destroy: (keyId) => placeOf(keyId).destroy(keyId),
    close() {
      token.close();
      files.close();
    },
  };
}
