import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { certificatesFromPem } from '../../x509/index.ts';

const file = (path: string): string =>
  readFileSync(new URL(`../../../../test/vectors/${path}`, import.meta.url), 'utf8');

/** A hex file of test/vectors. */
export const hexVector = (path: string): Uint8Array => new Uint8Array(Buffer.from(file(path).trim(), 'hex'));

export const jsonVector = (path: string): unknown => JSON.parse(file(path));

export const pemVector = (path: string): Uint8Array => certificatesFromPem(file(path))[0]!;

/** Annex D of ISO 18013-5; the documents of the France sample are the same. */
export const ANNEX_D = {
  response: hexVector('iso18013-5-annex-d/device_response.hex'),
  sessionTranscriptBytes: hexVector('iso18013-5-annex-d/session_transcript_bytes.hex'),
  root: hexVector('iso18013-5-annex-d/iaca_root.hex'),
  documentSigner: hexVector('iso18013-5-annex-d/ds_cert.hex'),
  portrait: hexVector('iso18013-5-annex-d/device_response_portrait_data.hex'),
  now: Date.UTC(2021, 5, 1),
};

export interface HexKey {
  readonly x: string;
  readonly y: string;
  readonly d: string;
}

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
