import { encodeInOrder, headLength, MAJOR, writeHead } from '../cbor/index.ts';
import type { DigestIdRange } from './digest-ids.ts';
import { joinBytes } from './encoding.ts';
import { TDATE_LENGTH } from './tdate.ts';

/**
 * A placeholder of fixed size that is filled in later. With size 0 it only marks a position. Slots are
 * compared by identity.
 */
interface Slot {
  readonly size: number;
}

export const slot = (size: number): Slot => ({ size });

/** Bytes with placeholders. */
export type Pieces = readonly (Uint8Array | Slot)[];

const sizeOf = (piece: Uint8Array | Slot): number =>
  piece instanceof Uint8Array ? piece.length : piece.size;

export const totalSize = (pieces: Pieces): number => pieces.reduce((sum, piece) => sum + sizeOf(piece), 0);

/** A head of type `major` whose argument is the size of `pieces`, followed by the pieces. */
export const wrapped = (major: number, pieces: Pieces): Pieces => [head(major, totalSize(pieces)), ...pieces];

export function head(major: number, argument: number): Uint8Array {
  const bytes = new Uint8Array(headLength(argument));
  writeHead(bytes, 0, major, argument);
  return bytes;
}

export interface Layout {
  /** The bytes, with zeros for the placeholders. */
  readonly bytes: Uint8Array;
  /** The offset of a slot. */
  readonly offsetOf: (slot: Slot) => number;
}

export function layOut(pieces: Pieces): Layout {
  const offsets = new Map<Slot, number>();
  const bytes = new Uint8Array(totalSize(pieces));
  let at = 0;
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) bytes.set(piece, at);
    else offsets.set(piece, at);
    at += sizeOf(piece);
  }
  return { bytes, offsetOf: (wanted) => offsets.get(wanted)! };
}

/** Number of bytes of the random value of each item; ISO 18013-5 9.1.2.5 requires at least 16. */
export const SALT_LENGTH = 32;

/** The placeholders of an item, and marks for its start and end. */
export interface ItemSlots {
  readonly start: Slot;
  readonly id: Slot;
  readonly salt: Slot;
  readonly end: Slot;
}

export const itemSlots = (range: DigestIdRange): ItemSlots => ({
  start: slot(0),
  id: slot(range.size),
  salt: slot(SALT_LENGTH),
  end: slot(0),
});

const TAG_24 = head(MAJOR.tag, 24);
const FOUR_MEMBERS = head(MAJOR.map, 4);
const DIGEST_ID = joinBytes(FOUR_MEMBERS, encodeInOrder('digestID'));
const RANDOM = joinBytes(encodeInOrder('random'), head(MAJOR.bytes, SALT_LENGTH));
const ELEMENT_IDENTIFIER = encodeInOrder('elementIdentifier');
const ELEMENT_VALUE = encodeInOrder('elementValue');

/** First byte of a CBOR unsigned integer whose argument takes `size` more bytes. */
const idHead = (range: DigestIdRange): Uint8Array => Uint8Array.of(range.size === 1 ? 0x18 : 0x19);

/** IssuerSignedItemBytes with placeholders for digest id and salt; `value` is encoded CBOR. */
export function itemPieces(
  range: DigestIdRange,
  slots: ItemSlots,
  identifier: string,
  value: Uint8Array,
): Pieces {
  return [
    slots.start,
    TAG_24,
    ...wrapped(MAJOR.bytes, [
      DIGEST_ID,
      idHead(range),
      slots.id,
      RANDOM,
      slots.salt,
      ELEMENT_IDENTIFIER,
      encodeInOrder(identifier),
      ELEMENT_VALUE,
      value,
    ]),
    slots.end,
  ];
}

const COORDINATE_LENGTH = 32;
const DIGEST_LENGTH = 32;

/** Placeholders of a MobileSecurityObject. */
export interface PayloadSlots {
  /** The placeholders of the digests in each namespace, in the order of their digest ids. */
  readonly digests: readonly (readonly Slot[])[];
  readonly x: Slot;
  readonly y: Slot;
  /** signed, validFrom, validUntil and perhaps expectedUpdate. */
  readonly dates: readonly Slot[];
  readonly status?: StatusSlots;
}

/** The placeholders of the place in a status list. The index is in shortest form with its head. */
interface StatusSlots {
  readonly idx: Slot;
  readonly uri: Slot;
}

/** What decides the size of a MobileSecurityObject, beside its elements. */
export interface PayloadShape {
  readonly expectedUpdate: boolean;
  /** Sizes in bytes; absent for an MSO without status. */
  readonly status?: { readonly idx: number; readonly uri: number };
}

export const payloadSlots = (
  ranges: readonly DigestIdRange[],
  { expectedUpdate, status }: PayloadShape,
): PayloadSlots => ({
  digests: ranges.map(({ count }) => Array.from({ length: count }, () => slot(DIGEST_LENGTH))),
  x: slot(COORDINATE_LENGTH),
  y: slot(COORDINATE_LENGTH),
  dates: Array.from({ length: expectedUpdate ? 4 : 3 }, () => slot(TDATE_LENGTH)),
  ...(status && { status: { idx: slot(status.idx), uri: slot(status.uri) } }),
});

const DATE_NAMES = ['signed', 'validFrom', 'validUntil', 'expectedUpdate'] as const;
const DIGEST_HEAD = head(MAJOR.bytes, DIGEST_LENGTH);
const TDATE_HEAD = joinBytes(head(MAJOR.tag, 0), head(MAJOR.text, TDATE_LENGTH));
const BEGINNING = joinBytes(
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
const STATUS = joinBytes(
  encodeInOrder('status'),
  head(MAJOR.map, 1),
  encodeInOrder('status_list'),
  head(MAJOR.map, 2),
  encodeInOrder('idx'),
);
const URI = encodeInOrder('uri');

/** ISO/IEC 18013-5, second edition, 12.3.6.3. */
const statusPieces = ({ idx, uri }: StatusSlots): Pieces => [STATUS, idx, URI, ...wrapped(MAJOR.text, [uri])];

/** MobileSecurityObjectBytes; the digests are in the order of their ids, which reveals nothing about the elements. */
export function payloadPieces(
  docType: string,
  namespaces: readonly { readonly name: string; readonly range: DigestIdRange }[],
  slots: PayloadSlots,
): Pieces {
  return [
    head(MAJOR.tag, 24),
    ...wrapped(MAJOR.bytes, [
      head(MAJOR.map, slots.status ? 7 : 6),
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
      ...(slots.status ? statusPieces(slots.status) : []),
    ]),
  ];
}
