/**
 * Where a reader departs from DER (X.690 10 and 11) and from the profile of certificates that is built on it (RFC
 * 5280). Each deviation is another encoding of the same value, so it never changes what is read.
 */
export const DEVIATIONS = {
  trueOctet: 'TRUE is any octet but 00 (X.690 8.2.2)',
  paddedInteger: 'an INTEGER or ENUMERATED repeats its sign in more octets than needed (X.690 8.3.2)',
  longLength: 'a definite length has more octets than needed (X.690 8.1.3.5)',
  unusedBits: 'unused bits of a BIT STRING are one (X.690 8.6.2.4)',
  ecdsaNull: 'ECDSA algorithms have NULL parameters (RFC 5758 3.2 omits them)',
  missingSign: 'serial numbers and parts of signatures have no sign octet (RFC 5280 4.1.2.2)',
} as const;

export type Deviation = keyof typeof DEVIATIONS;

/** The deviations that a reader lets pass. */
export type EncodingRules = ReadonlySet<Deviation>;

export const DER: EncodingRules = new Set();

/**
 * For what the firmware of phones encodes: attestation chains, key descriptions, certificates of authentication keys.
 * Firmware is never repaired, so what it writes is read. Indefinite lengths, trailing bytes and repeated members are
 * refused.
 */
export const PHONE: EncodingRules = new Set(Object.keys(DEVIATIONS) as Deviation[]);
