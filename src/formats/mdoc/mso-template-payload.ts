import { encodeInOrder, MAJOR } from '../cbor/index.ts';
import { head, type Pieces, type Slot, slot, wrapped } from './byte-layout.ts';
import type { DigestIdRange } from './digest-ids.ts';
import { joinBytes } from './encoding.ts';
import { TDATE_LENGTH } from './tdate.ts';

const COORDINATE_LENGTH = 32;
const DIGEST_LENGTH = 32;

/** Open places of a MobileSecurityObject. */
export interface PayloadSlots {
  /** By namespace, then by digest id from the first one on. */
  readonly digests: readonly (readonly Slot[])[];
  readonly x: Slot;
  readonly y: Slot;
  /** signed, validFrom, validUntil and perhaps expectedUpdate. */
  readonly dates: readonly Slot[];
}

export const payloadSlots = (ranges: readonly DigestIdRange[], expectedUpdate: boolean): PayloadSlots => ({
  digests: ranges.map(({ count }) => Array.from({ length: count }, () => slot(DIGEST_LENGTH))),
  x: slot(COORDINATE_LENGTH),
  y: slot(COORDINATE_LENGTH),
  dates: Array.from({ length: expectedUpdate ? 4 : 3 }, () => slot(TDATE_LENGTH)),
});

const DATE_NAMES = ['signed', 'validFrom', 'validUntil', 'expectedUpdate'] as const;
const DIGEST_HEAD = head(MAJOR.bytes, DIGEST_LENGTH);
const TDATE_HEAD = joinBytes(head(MAJOR.tag, 0), head(MAJOR.text, TDATE_LENGTH));
const BEGINNING = joinBytes(
  head(MAJOR.map, 6),
  ...['version', '1.0', 'digestAlgorithm', 'SHA-256', 'valueDigests'].map((text) => encodeInOrder(text)),
);
/** deviceKeyInfo with an EC2 key on P-256 (RFC 9053 7.1.1): {1: 2, -1: 1, -2: x, -3: y}. */
const BEFORE_X = joinBytes(
  encodeInOrder('deviceKeyInfo'),
  head(MAJOR.map, 1),
  encodeInOrder('deviceKey'),
  Uint8Array.of(0xa4, 0x01, 0x02, 0x20, 0x01, 0x21),
  head(MAJOR.bytes, COORDINATE_LENGTH),
);
const BEFORE_Y = joinBytes(Uint8Array.of(0x22), head(MAJOR.bytes, COORDINATE_LENGTH));
const AFTER_Y = encodeInOrder('docType');
const VALIDITY_INFO = encodeInOrder('validityInfo');

/** MobileSecurityObjectBytes; the digests stand in the order of their ids, which says nothing of the elements. */
export function payloadPieces(
  docType: string,
  namespaces: readonly { readonly name: string; readonly range: DigestIdRange }[],
  slots: PayloadSlots,
): Pieces {
  return [
    head(MAJOR.tag, 24),
    ...wrapped(MAJOR.bytes, [
      BEGINNING,
      head(MAJOR.map, namespaces.length),
      ...namespaces.flatMap(({ name, range }, index) => [
        encodeInOrder(name),
        head(MAJOR.map, range.count),
        ...slots.digests[index]!.flatMap((digest, place) => [
          encodeInOrder(range.first + place),
          DIGEST_HEAD,
          digest,
        ]),
      ]),
      BEFORE_X,
      slots.x,
      BEFORE_Y,
      slots.y,
      AFTER_Y,
      encodeInOrder(docType),
      VALIDITY_INFO,
      head(MAJOR.map, slots.dates.length),
      ...slots.dates.flatMap((date, index) => [encodeInOrder(DATE_NAMES[index]!), TDATE_HEAD, date]),
    ]),
  ];
}
