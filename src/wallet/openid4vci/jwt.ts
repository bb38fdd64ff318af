import { hash } from '../crypto.ts';
import type { DeviceKey } from '../device/device-key.ts';

/** What a hostile wallet changes in a JWT. A member that is undefined is left out. */
export interface JwtChanges {
  readonly header?: object;
  readonly claims?: object;
  /** Signs in place of the right key; the header stays. */
  readonly signer?: DeviceKey;
}

export const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

const part = (value: object): string => base64url(Buffer.from(JSON.stringify(value)));

/** The public key (RFC 7518 6.2.1). */
export const jwkOf = ({ point }: DeviceKey) => ({
  kty: 'EC',
  crv: 'P-256',
  x: base64url(point.subarray(1, 33)),
  y: base64url(point.subarray(33)),
});

/** With the private part, which no wallet may send. */
export const privateJwkOf = ({ privateKey }: DeviceKey) => privateKey.export({ format: 'jwk' });

export const sha256 = (text: string): string => hash('sha256', text, 'base64url');

/** RFC 7638. */
export function thumbprintOf(key: DeviceKey): string {
  const { crv, kty, x, y } = jwkOf(key);
  return sha256(JSON.stringify({ crv, kty, x, y }));
}

/** A JWT in compact form; always signed by ES256, whatever the header says (RFC 7515 7.1). */
export async function signedJwt(
  key: DeviceKey,
  header: object,
  claims: object,
  changes: JwtChanges = {},
): Promise<string> {
  const head = part({ alg: 'ES256', ...header, ...changes.header });
  const input = `${head}.${part({ ...claims, ...changes.claims })}`;
  const signature = await (changes.signer ?? key).sign(Buffer.from(input));
  return `${input}.${base64url(signature)}`;
}
