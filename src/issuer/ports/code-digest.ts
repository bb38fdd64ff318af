/**
 * 32 bytes by which a pre-authorization code is known where it is kept. Keyed: whoever has the database alone cannot
 * try codes against it, however short they are.
 */
export type CodeDigest = (text: string) => Uint8Array;
