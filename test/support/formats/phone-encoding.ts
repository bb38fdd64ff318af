import { derWriter, readDer, TAG } from '../../../src/formats/der/index.ts';

/** An element in parts, so that it can be encoded otherwise than in DER. */
export interface Element {
  readonly identifier: Uint8Array;
  /** Elements, or octets. */
  readonly contents: readonly Element[] | Uint8Array;
}

const CONSTRUCTED = 0x20;

/** The element that fills the octets. */
export function elementOf(der: Uint8Array): Element {
  const high = (der[0]! & 0x1f) === 0x1f;
  const identifierEnd = high ? der.findIndex((octet, at) => at > 0 && octet < 0x80) + 1 : 1;
  const first = der[identifierEnd]!;
  const start = identifierEnd + 1 + (first < 0x80 ? 0 : first & 0x7f);
  const identifier = der.subarray(0, identifierEnd);
  const contents = der.subarray(start);
  const isNested = (identifier[0]! & CONSTRUCTED) !== 0 || holdsElement(identifier, contents);
  return { identifier, contents: isNested ? elementsIn(contents) : contents };
}

/** OCTET STRINGs of extensions and of the application id hold a SEQUENCE or, for key usage, a BIT STRING. */
function holdsElement(identifier: Uint8Array, contents: Uint8Array): boolean {
  if (identifier[0] !== TAG.octetString >> 3) return false;
  try {
    return readDer(contents, (reader) => {
      const tag = reader.peek();
      reader.wellFormedElement();
      return tag === TAG.sequence || tag === TAG.bitString;
    });
  } catch {
    return false;
  }
}

function elementsIn(contents: Uint8Array): readonly Element[] {
  return readDer(derWriter.sequence(contents), (reader) => {
    const inner = reader.sequence();
    const elements: Element[] = [];
    while (!inner.done) elements.push(elementOf(inner.element()));
    return elements;
  });
}

/** A number from 0 to `most`; 0 keeps DER. */
export type Choose = (most: number) => number;

const join = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

function lengthOctets(length: number, choose: Choose): Uint8Array {
  const shortest = derWriter.octetString(new Uint8Array(length)).subarray(1, -length || undefined);
  const padding = choose(3);
  if (padding === 0) return shortest;
  const digits = length < 0x80 ? shortest : shortest.subarray(1);
  return join(Uint8Array.of(0x80 + padding - 1 + digits.length), new Uint8Array(padding - 1), digits);
}

const SETS: readonly number[] = [0xa1, 0xa5];
const ECDSA = '2a8648ce3d0403';
const NULL: Element = { identifier: Uint8Array.of(TAG.null >> 3), contents: new Uint8Array(0) };

/** Contents of a primitive element with what phones may do to them. */
function primitive(tag: number, octets: Uint8Array, choose: Choose): Uint8Array {
  if (tag === TAG.boolean >> 3 && octets[0] === 0xff) return Uint8Array.of(0xff - choose(0xfe));
  if (tag === TAG.integer >> 3 || tag === TAG.enumerated >> 3) {
    const sign = octets[0]! >= 0x80 ? 0xff : 0;
    return join(new Uint8Array(choose(4)).fill(sign), octets);
  }
  if (tag === TAG.bitString >> 3 && octets[0]! > 0 && octets.length > 1) {
    return octets.with(-1, octets.at(-1)! | choose((1 << octets[0]!) - 1));
  }
  return octets;
}

/** Repeats the tag of a set with more than one value, once for each. */
function divided(elements: readonly Element[], choose: Choose): readonly Element[] {
  return elements.flatMap((element) => {
    const [set] = element.contents as readonly Element[];
    if (!SETS.includes(element.identifier[0]!) || element.identifier.length > 1) return [element];
    if (set?.identifier[0] !== 0x31 || choose(1) === 0) return [element];
    return (set.contents as readonly Element[]).map((one) => ({
      ...element,
      contents: [{ ...set, contents: [one] }],
    }));
  });
}

function inside(contents: readonly Element[], choose: Choose): readonly Element[] {
  const [first] = contents;
  const isEcdsa = contents.length === 1 && first!.identifier[0] === TAG.objectIdentifier >> 3;
  const name = isEcdsa ? Buffer.from(first!.contents as Uint8Array).toString('hex') : '';
  if (name.startsWith(ECDSA) && choose(1) === 1) return [first!, NULL];
  return divided(contents, choose);
}

/** The element in BER, with those deviations from DER that the readers of phones' certificates let pass. */
export function phoneEncoding({ identifier, contents }: Element, choose: Choose): Uint8Array {
  const octets =
    contents instanceof Uint8Array
      ? primitive(identifier[0]!, contents, choose)
      : join(...inside(contents, choose).map((one) => phoneEncoding(one, choose)));
  return join(identifier, lengthOctets(octets.length, choose), octets);
}
