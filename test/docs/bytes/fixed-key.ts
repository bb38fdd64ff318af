import { createECDH, createHmac, hash } from 'node:crypto';
import { type KeyPair, keyPairFromScalar } from '../../../src/formats/ec/index.ts';

/** Order of P-256 (SEC 2 2.4.2). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

const numberOf = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
const bytesOf = (number: bigint) => Buffer.from(number.toString(16).padStart(64, '0'), 'hex');
const hmac = (key: Uint8Array, ...parts: readonly Uint8Array[]) =>
  createHmac('sha256', key).update(Buffer.concat(parts)).digest();

function power(base: bigint, exponent: bigint): bigint {
  let [result, square] = [1n, base % ORDER];
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % ORDER;
    square = (square * square) % ORDER;
  }
  return result;
}

/** The nonce of RFC 6979 3.2 for P-256 with SHA-256. The chance that the first candidate is too large is 2^-32. */
function nonce(scalar: Uint8Array, digest: Uint8Array): Uint8Array {
  const seed = Buffer.concat([scalar, bytesOf(numberOf(digest) % ORDER)]);
  let [k, v] = [Buffer.alloc(32, 0), Buffer.alloc(32, 1)];
  for (const octet of [0, 1]) {
    k = hmac(k, v, Uint8Array.of(octet), seed);
    v = hmac(k, v);
  }
  return hmac(k, v);
}

/** ECDSA with the nonce of RFC 6979, so that the same message has the same signature: r || s. */
function signed(scalar: Uint8Array, message: Uint8Array): Uint8Array {
  const digest = hash('sha256', message, 'buffer');
  const k = nonce(scalar, digest);
  const agreement = createECDH('prime256v1');
  agreement.setPrivateKey(k);
  const r = numberOf(agreement.getPublicKey().subarray(1, 33)) % ORDER;
  const s = (power(numberOf(k), ORDER - 2n) * (numberOf(digest) + r * numberOf(scalar))) % ORDER;
  return Buffer.concat([bytesOf(r), bytesOf(s)]);
}

export interface FixedKey extends KeyPair {
  readonly scalar: Uint8Array;
  readonly sign: (message: Uint8Array) => Uint8Array;
}

export function keyOfScalar(scalar: Uint8Array): FixedKey {
  return { ...keyPairFromScalar(scalar), scalar, sign: (message) => signed(scalar, message) };
}

/** The key whose scalar is the SHA-256 of its name. Everybody knows it. */
export const keyNamed = (name: string): FixedKey => keyOfScalar(hash('sha256', name, 'buffer'));
