import { type Static, Type } from 'typebox';
import { CustodyError } from '../custody.ts';

/**
 * How a token wraps keys: AES key wrap with padding (RFC 5649) by the mechanism of its name (`kwp`) or by that of
 * PKCS#11 2.40 (`pad`), or AES-256-GCM. It is stored with the key, so that another version of the module does not
 * change it.
 */
export const Wrapping = Type.Enum(['kwp', 'pad', 'gcm']);
export type Wrapping = Static<typeof Wrapping>;

export interface TokenMaster {
  readonly keyId: string;
  readonly wrapping: Wrapping;
}

/** Master keys in a PKCS#11 token. @throws CustodyError if the token cannot be used */
export interface MasterTokens {
  /** Whether new master keys are made in the token. */
  readonly isPlace: boolean;
  make(): TokenMaster;
  wrap(master: TokenMaster, epoch: number, key: Uint8Array): Uint8Array;
  unwrap(master: TokenMaster, epoch: number, wrapped: Uint8Array): Uint8Array;
  destroy(keyId: string): void;
  close(): void;
}

function refuse(): never {
  throw new CustodyError(
    'the master key of the records is in a PKCS#11 token: set keys.pkcs11, and keys.recordMaster to pkcs11',
  );
}

/** For configurations without a token. */
export const NO_TOKENS: MasterTokens = {
  isPlace: false,
  make: refuse,
  wrap: refuse,
  unwrap: refuse,
  destroy: refuse,
  close() {},
};
