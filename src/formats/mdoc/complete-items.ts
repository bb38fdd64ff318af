import { encodeInOrder, MAJOR } from '../cbor/index.ts';
import { MdocError } from '../errors.ts';
import { mdocDecoder, read } from '../structure/index.ts';
import { joinBytes } from './encoding.ts';
import { ENCODED_NULL, readItems } from './issuer-signed.ts';
import { head } from './mso-template-layout.ts';
import type { MsoElement, MsoNamespace } from './mso-template-spec.ts';

const TAG_24 = head(MAJOR.tag, 24);
const ELEMENT_VALUE = encodeInOrder('elementValue');
const NAME_SPACES = encodeInOrder('nameSpaces');
const ISSUER_AUTH = encodeInOrder('issuerAuth');

interface Slot extends Pick<MsoElement, 'value'> {
  /** How an item of this element ends without its value: its identifier, and null. */
  readonly end: Buffer;
}

const slotOf = ({ identifier, value }: MsoElement): Slot => ({
  end: Buffer.from(joinBytes(encodeInOrder(identifier), ELEMENT_VALUE, ENCODED_NULL)),
  value,
});

/** The item with its value in place of null; all other bytes stay, because they were digested. */
function withValue(item: Uint8Array, { end, value }: Slot): readonly Uint8Array[] {
  const content = mdocDecoder.item('IssuerSignedItemBytes', item, read.embedded);
  if (!end.equals(content.subarray(-end.length)))
    throw new MdocError('malformed', 'an item is not of the element at its place');
  const kept = content.subarray(0, -ENCODED_NULL.length);
  return [TAG_24, head(MAJOR.bytes, kept.length + value.length), kept, value];
}

/**
 * For issuers: puts the values of a document back into the StaticAuthData of `issueMso`, and gives IssuerSigned. The bytes are
 * copied, not decoded and encoded again, because a batch has many large portraits. The function that it returns throws
 * MdocError `malformed` for the data of another document.
 */
export function issuerSignedOf(namespaces: readonly MsoNamespace[]): (staticAuthData: Uint8Array) => Buffer {
  const slots = new Map(namespaces.map(({ name, elements }) => [name, elements.map(slotOf)]));
  return (staticAuthData) => {
    const { digestIdMapping, issuerAuth } = mdocDecoder.item('StaticAuthData', staticAuthData, (reader) =>
      mdocDecoder.map('StaticAuthData', reader, {
        required: { digestIdMapping: readItems, issuerAuth: read.raw },
      }),
    );
    const pieces = [head(MAJOR.map, 2), NAME_SPACES, head(MAJOR.map, digestIdMapping.size)];
    for (const [name, items] of digestIdMapping) {
      const own = slots.get(name) ?? [];
      if (own.length !== items.length)
        throw new MdocError('malformed', 'a namespace has other elements than the document');
      pieces.push(encodeInOrder(name), head(MAJOR.array, items.length));
      for (let index = 0; index < items.length; index++)
        pieces.push(...withValue(items[index]!, own[index]!));
    }
    return Buffer.concat([...pieces, ISSUER_AUTH, issuerAuth]);
  };
}
