/**
 * A tag as one number: tag number × 8, plus the top three bits of the identifier octet (class, constructed).
 * Different tags have different numbers (X.690 8.1.2).
 */
export type DerTag = number;

const universal = (number: number): DerTag => number << 3;
const constructed = (number: number): DerTag => (number << 3) | 1;

export const TAG = {
  boolean: universal(1),
  integer: universal(2),
  bitString: universal(3),
  octetString: universal(4),
  null: universal(5),
  objectIdentifier: universal(6),
  enumerated: universal(10),
  utf8String: universal(12),
  sequence: constructed(16),
  set: constructed(17),
  numericString: universal(18),
  printableString: universal(19),
  teletexString: universal(20),
  ia5String: universal(22),
  utcTime: universal(23),
  generalizedTime: universal(24),
  visibleString: universal(26),
  universalString: universal(28),
  bmpString: universal(30),
} as const;

/** Largest tag number read or written: 2^28 - 1, four base-128 octets. Numbers of KeyMint's tags have 28 bits. */
export const MAX_TAG_NUMBER = 0xfffffff;

/** `[number]` EXPLICIT, or IMPLICIT around a constructed type. */
export const contextConstructed = (number: number): DerTag => (number << 3) | 0b101;

/** `[number]` IMPLICIT around a primitive type. */
export const contextPrimitive = (number: number): DerTag => (number << 3) | 0b100;

export const tagNumber = (tag: DerTag): number => tag >>> 3;
export const isConstructed = (tag: DerTag): boolean => (tag & 1) === 1;
export const isContextTag = (tag: DerTag): boolean => (tag & 0b110) === 0b100;
