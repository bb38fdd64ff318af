import { hash, type JsonWebKey } from 'node:crypto';

/** RFC 7638 3: the required members in the order of their names. */
export function jwkThumbprint({ crv, kty, x, y }: JsonWebKey): string {
  return hash('sha256', JSON.stringify({ crv, kty, x, y }), 'base64url');
}
