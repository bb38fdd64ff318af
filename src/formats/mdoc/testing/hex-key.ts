import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto';

/** The P-256 private key with this scalar. */
export function privateKeyFromHex(d: string): KeyObject {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(d, 'hex');
  const point = ecdh.getPublicKey();
  const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  return createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: base64url(point.subarray(1, 33)),
      y: base64url(point.subarray(33)),
      d: base64url(Buffer.from(d, 'hex')),
    },
  });
}
