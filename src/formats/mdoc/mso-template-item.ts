import { encodeInOrder, MAJOR } from '../cbor/index.ts';
import { head, type Pieces, type Slot, slot, wrapped } from './byte-layout.ts';
import type { DigestIdRange } from './digest-ids.ts';
import { joinBytes } from './encoding.ts';

/** Bytes of the random value of each item; ISO 18013-5 9.1.2.5 asks for 16 or more. */
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

/** IssuerSignedItemBytes with open digest id and salt; `value` is encoded CBOR. */
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
