const BEARER = /^Bearer +(\S+) *$/i;

/** Longer tokens are refused unread: no issuer makes tokens of this length, and checking one takes time. */
export const LONGEST_TOKEN = 16 * 1024;

/** The token of an Authorization header (RFC 6750 2.1); undefined for any other credential. */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  BEARER.exec(authorization ?? '')?.[1];
