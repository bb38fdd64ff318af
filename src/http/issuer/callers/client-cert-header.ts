/** Longest certificate that a proxy may pass on, in characters of base64. */
const LONGEST = 24 * 1024;

/** RFC 8941 3.3.5: base64 between colons. */
const BYTE_SEQUENCE = /^:([A-Za-z0-9+/]+={0,2}):$/;

/**
 * The certificate in a header `Client-Cert` (RFC 9440 2.2): a single byte sequence, without parameters. Undefined for
 * anything else, also where the header stands twice.
 */
export function certificateInHeader(value: string): Uint8Array | undefined {
  const base64 = value.length > LONGEST ? undefined : BYTE_SEQUENCE.exec(value)?.[1];
  if (base64 === undefined) return undefined;
  const der = Buffer.from(base64, 'base64');
  // One text for one certificate: padding is there, and no bit is left over.
  return der.toString('base64') === base64 ? der : undefined;
}
