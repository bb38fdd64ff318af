import { createPublicKey, hash, type JsonWebKey, type KeyObject, verify } from 'node:crypto';
import { isObject, type JsonObject } from '../../conventions/json.ts';
import { parseStrictJson } from '../../conventions/strict-json.ts';
import { MINUTE } from '../../conventions/time.ts';

/** No real proof is longer: it has one key, and perhaps an attestation with the keys of its batch. */
const LONGEST = 65_536;
const PART = /^[A-Za-z0-9_-]+$/;

interface Jws {
  readonly header: JsonObject;
  readonly claims: JsonObject;
  /** Whether the key signed it by ES256. */
  isSignedBy(key: KeyObject): boolean;
}

function objectIn(part: string): JsonObject | undefined {
  try {
    const value = parseStrictJson(Buffer.from(part, 'base64url').toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A JWT in compact form that claims ES256 and has no critical extension; undefined if the text is none. */
export function readJws(text: string, types: string | readonly string[], longest = LONGEST): Jws | undefined {
  const parts = text.split('.');
  if (text.length > longest || parts.length !== 3 || !parts.every((part) => PART.test(part)))
    return undefined;
  const [head = '', body = '', tail = ''] = parts;
  const [header, claims] = [objectIn(head), objectIn(body)];
  if (header?.alg !== 'ES256' || header.crit !== undefined || !claims) return undefined;
  if (![types].flat().includes(String(header.typ))) return undefined;
  const signature = Buffer.from(tail, 'base64url');
  const signed = Buffer.from(`${head}.${body}`);
  return {
    header,
    claims,
    isSignedBy: (key) => verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, signature),
  };
}

/** 32 bytes; other last characters spell the same bytes, and would make another thumbprint of the same key. */
const COORDINATE = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

export interface P256Key {
  readonly key: KeyObject;
  /** Uncompressed. */
  readonly point: Uint8Array;
  /** RFC 7638. */
  readonly thumbprint: string;
}

/** A public key on P-256; undefined if it is something else, or private. */
export function p256KeyOf(jwk: unknown): P256Key | undefined {
  if (!isObject(jwk) || jwk.kty !== 'EC' || jwk.crv !== 'P-256' || 'd' in jwk) return undefined;
  const { x, y } = jwk;
  if (typeof x !== 'string' || typeof y !== 'string' || !COORDINATE.test(x) || !COORDINATE.test(y))
    return undefined;
  // The required members in order, of which the thumbprint is made.
  const members: JsonWebKey = { crv: 'P-256', kty: 'EC', x, y };
  try {
    // Refuses points that are not on the curve.
    const key = createPublicKey({ key: members, format: 'jwk' });
    const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
    return { key, point, thumbprint: hash('sha256', JSON.stringify(members), 'base64url') };
  } catch {
    return undefined;
  }
}

/** The clocks of phones may be wrong by this much. */
export const TOLERANCE = 5 * MINUTE;

/** A time in seconds after `now`. */
export const isAhead = (time: unknown, now: number): boolean => typeof time === 'number' && time * 1000 > now;

/** A time in seconds that is at most `tolerance` milliseconds from `now`. */
export const isAround = (time: unknown, now: number, tolerance: number): boolean =>
  typeof time === 'number' && Math.abs(time * 1000 - now) <= tolerance;
