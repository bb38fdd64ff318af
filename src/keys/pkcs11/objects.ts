import type { KeyUse } from '../custody.ts';
import type { Attribute } from './cryptoki.ts';

/** Numbers of PKCS#11 v2.40, Appendix B. */
export const CK = {
  USER: 1,
  SESSION_FLAGS: 0x04 | 0x02,
  MECHANISM_EC_KEY_PAIR_GEN: 0x1040,
  MECHANISM_ECDSA: 0x1041,
  MECHANISM_ECDH1_DERIVE: 0x1050,
  MECHANISM_AES_KEY_GEN: 0x1080,
  MECHANISM_AES_GCM: 0x1087,
  /** RFC 5649 in some modules, PKCS#7 padding in others. */
  MECHANISM_AES_KEY_WRAP_PAD: 0x210a,
  /** RFC 5649. */
  MECHANISM_AES_KEY_WRAP_KWP: 0x210b,
  KDF_NULL: 1,
} as const;

/** Type of CK_ECDH1_DERIVE_PARAMS in pkcs11js. */
const ECDH1_DERIVE_PARAMS = 6;

/** Type of CK_GCM_PARAMS of PKCS#11 2.40 in pkcs11js. */
const GCM_PARAMS = 7;

const CKO = { publicKey: 2, privateKey: 3, secretKey: 4 } as const;
const CKK = { ec: 3, genericSecret: 0x10, aes: 0x1f } as const;

export const CKA = {
  class: 0x00,
  token: 0x01,
  private: 0x02,
  label: 0x03,
  value: 0x11,
  keyType: 0x100,
  id: 0x102,
  sensitive: 0x103,
  encrypt: 0x104,
  decrypt: 0x105,
  wrap: 0x106,
  unwrap: 0x107,
  sign: 0x108,
  verify: 0x10a,
  derive: 0x10c,
  valueLength: 0x161,
  extractable: 0x162,
  ecParams: 0x180,
  ecPoint: 0x181,
} as const;

type Values = Partial<Record<keyof typeof CKA, Attribute['value']>>;

function template(values: Values): readonly Attribute[] {
  return Object.entries(values).map(([name, value]) => ({ type: CKA[name as keyof typeof CKA], value }));
}

/** OBJECT IDENTIFIER of P-256 in DER. */
const P256_PARAMETERS = Buffer.from('06082a8648ce3d030107', 'hex');

/** The key id in the form that common tools use: octets in CKA_ID, and text in CKA_LABEL. */
const named = (keyId: string): Values => ({ id: Buffer.from(keyId, 'hex'), label: keyId });

export const publicKeyTemplate = (keyId: string): readonly Attribute[] =>
  template({ token: true, ...named(keyId), ecParams: P256_PARAMETERS, verify: true });

/** The private key cannot leave the token, not even wrapped. Its uses are limited to those of its role. */
export const privateKeyTemplate = (keyId: string, use: KeyUse): readonly Attribute[] =>
  template({
    token: true,
    private: true,
    ...named(keyId),
    sensitive: true,
    extractable: false,
    sign: true,
    derive: use === 'agree',
  });

export const secretTemplate: readonly Attribute[] = template({
  class: CKO.secretKey,
  keyType: CKK.genericSecret,
  token: false,
  sensitive: false,
  extractable: true,
  valueLength: 32,
});

const secretKeyType = { class: CKO.secretKey, keyType: CKK.aes } as const;

/** A master key cannot leave the token, not even wrapped. */
export const masterTemplate = (keyId: string): readonly Attribute[] =>
  template({
    ...secretKeyType,
    token: true,
    private: true,
    ...named(keyId),
    sensitive: true,
    extractable: false,
    wrap: true,
    unwrap: true,
    encrypt: true,
    decrypt: true,
    valueLength: 32,
  });

export const searchForMaster = (keyId: string): readonly Attribute[] =>
  template({ ...secretKeyType, id: Buffer.from(keyId, 'hex') });

/** Objects of the session, which end with it. */
const passing = { token: false, private: true, sensitive: false, extractable: true } as const;

/** A key that is wrapped. */
export const keyValueTemplate = (value: Uint8Array): readonly Attribute[] =>
  template({ class: CKO.secretKey, keyType: CKK.genericSecret, ...passing, value: Buffer.from(value) });

export const unwrappedTemplate: readonly Attribute[] = template({
  class: CKO.secretKey,
  keyType: CKK.genericSecret,
  ...passing,
});

/** A known key that wraps, to see how the token does it. */
export const wrappingTemplate = (value: Uint8Array): readonly Attribute[] =>
  template({ ...secretKeyType, ...passing, wrap: true, value: Buffer.from(value) });

export type Half = 'publicKey' | 'privateKey';

/** Finds the private or public half of one key by its id, or of all EC keys. */
export const searchFor = (half: Half, keyId?: string): readonly Attribute[] =>
  template({
    class: CKO[half],
    keyType: CKK.ec,
    ...(keyId === undefined ? {} : { id: Buffer.from(keyId, 'hex') }),
  });

export const ecdh = (point: Uint8Array) => ({
  mechanism: CK.MECHANISM_ECDH1_DERIVE,
  parameter: { type: ECDH1_DERIVE_PARAMS, kdf: CK.KDF_NULL, publicData: Buffer.from(point) },
});

export const gcm = (iv: Buffer, aad: Buffer) => ({
  mechanism: CK.MECHANISM_AES_GCM,
  parameter: { type: GCM_PARAMS, iv, ivBits: 8 * iv.length, aad, tagBits: 128 },
});
