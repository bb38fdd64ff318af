import type { CborValue } from '../cbor/index.ts';
import { MsoStatusError } from '../errors.ts';

/** Identifiers of revoked MSOs in lower-case hex (ISO/IEC 18013-5, second edition, 12.3.6.5). */
export type IdentifierList = ReadonlySet<string>;

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

export const isListed = (list: IdentifierList, identifier: Uint8Array): boolean => list.has(hex(identifier));

/** The claim of a CWT: a map from each identifier to an empty map, which may get members later. */
export const encodeIdentifierList = (list: IdentifierList): CborValue => ({
  identifiers: new Map([...list].map((identifier) => [new Uint8Array(Buffer.from(identifier, 'hex')), {}])),
});

/** Throws MsoStatusError `invalidList`. */
export function decodeIdentifierList(claim: CborValue): IdentifierList {
  const identifiers: CborValue = claim instanceof Map ? claim.get('identifiers') : undefined;
  if (!(identifiers instanceof Map)) throw new MsoStatusError('invalidList', 'the list has no identifiers');
  const list = new Set<string>();
  for (const [identifier, entry] of identifiers) {
    if (!(identifier instanceof Uint8Array) || !(entry instanceof Map)) {
      throw new MsoStatusError('invalidList', 'an identifier is not a byte string with a map');
    }
    list.add(hex(identifier));
  }
  return list;
}
