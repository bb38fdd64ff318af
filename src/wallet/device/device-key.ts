import type { KeyObject } from 'node:crypto';
import type { RawSigner } from '../../formats/cose/index.ts';
import { createECDH, createPrivateKey, sign } from '../crypto.ts';
import type { RandomFill } from '../effects.ts';

/** A P-256 key of the device. */
export interface DeviceKey {
  readonly privateKey: KeyObject;
  /** Uncompressed point, 65 bytes. */
  readonly point: Uint8Array;
  readonly sign: RawSigner;
}

/** The name of P-256 in Node. */
const P256 = 'prime256v1';

/** Order of P-256 (SEC 2 2.4.2). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** A key pair as numbers, for a single use. */
export interface RawKeyPair {
  /** The scalar, 32 bytes. */
  readonly privateKey: Uint8Array;
  /** Uncompressed point, 65 bytes. */
  readonly publicKey: Uint8Array;
}

function newScalar(random: RandomFill): Uint8Array {
  for (;;) {
    const bytes = random(new Uint8Array(32));
    const value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
    if (value > 0n && value < ORDER) return bytes;
  }
}

function rawKeyPair(privateKey: Uint8Array): RawKeyPair {
  const agreement = createECDH(P256);
  agreement.setPrivateKey(privateKey);
  return { privateKey, publicKey: new Uint8Array(agreement.getPublicKey()) };
}

export function newRawKeyPair(random: RandomFill): RawKeyPair {
  return rawKeyPair(newScalar(random));
}

/** The key with this scalar of 32 bytes. Throws an Error if the scalar is out of range. */
export function deviceKeyFromScalar(scalar: Uint8Array): DeviceKey {
  const { privateKey, publicKey } = rawKeyPair(scalar);
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  const [x, y] = [publicKey.subarray(1, 33), publicKey.subarray(33)].map(text);
  const jwk = { kty: 'EC', crv: 'P-256', d: text(privateKey), x: x!, y: y! };
  return deviceKey(createPrivateKey({ key: jwk, format: 'jwk' }), publicKey);
}

export function newDeviceKey(random: RandomFill): DeviceKey {
  return deviceKeyFromScalar(newScalar(random));
}

export function deviceKey(privateKey: KeyObject, point: Uint8Array): DeviceKey {
  const signer = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
  return { privateKey, point, sign: (toBeSigned) => sign('sha256', toBeSigned, signer) };
}
