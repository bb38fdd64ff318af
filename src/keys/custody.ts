import type { KeyObject } from 'node:crypto';

/** `agree`: also signs, once, the certificate of the key itself. */
export type KeyUse = 'sign' | 'agree';

/** Where a key is: the value of the setting `keys.custody`. */
type CustodyKind = 'files' | 'pkcs11';

export interface HeldKey {
  readonly keyId: string;
  readonly custody: CustodyKind;
}

/**
 * Where private keys live. All keys are on P-256 and never leave; the register knows them by the same id, upper-case
 * hex. Implementations: files, and a PKCS#11 token. All reject with {@link CustodyError}.
 */
export interface KeyCustody {
  /** Makes a key pair under the id; answers its public point, 65 bytes. */
  create(keyId: string, use: KeyUse): Promise<Uint8Array>;
  /** Takes in a key that was made elsewhere; absent where keys cannot be brought in. */
  readonly adopt?: (keyId: string, privateKey: KeyObject) => Promise<void>;
  /** ECDSA with SHA-256, r ‖ s. Rejects when the key is not held here. */
  sign(keyId: string, toBeSigned: Uint8Array): Uint8Array | Promise<Uint8Array>;
  /** Raw ECDH with a validated 65-byte point: 32 bytes. */
  agree(keyId: string, point: Uint8Array): Uint8Array | Promise<Uint8Array>;
  /** Every private key that is held; others may lie in the same place. */
  list(): Promise<readonly HeldKey[]>;
  /** Public point of a key, 65 bytes; undefined when it is not held or not on P-256. */
  publicPoint(keyId: string): Promise<Uint8Array | undefined>;
  /** Removes the private key for good; nothing happens when it is gone already. */
  destroy(keyId: string): Promise<void>;
  close(): void;
}

/** A key or its place cannot be used; says what to do, in fixed words. */
export class CustodyError extends Error {
  override readonly name = 'CustodyError';

  /** `code`: the answer of the token, for the log. */
  constructor(message: string, { code, ...options }: ErrorOptions & { readonly code?: string } = {}) {
    super(message, options);
    if (code !== undefined) Object.assign(this, { code });
  }
}

/** The ids are hex serial numbers; anything else could name a foreign path or object. */
const KEY_ID = /^(?:[0-9A-F]{2}){1,32}$/;

export const isKeyId = (text: string): boolean => KEY_ID.test(text);

export function requireKeyId(keyId: string): void {
  if (!isKeyId(keyId)) throw new CustodyError('a key id is upper-case hex');
}

/**
 * For a data folder whose keys move from files into a token: new keys are made in the token, those that are in files at
 * the start are used there until they are destroyed.
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
