import { DerError } from '../errors.ts';
import { type DerTag, TAG } from './tag.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const PRINTABLE = /^[A-Za-z0-9 '()+,\-./:=?]*$/;
const ASCII = /^[\0-\x7f]*$/;

function latin1(content: Uint8Array): string {
  let text = '';
  for (let at = 0; at < content.length; at++) text += String.fromCharCode(content[at]!);
  return text;
}

function matching(pattern: RegExp): (content: Uint8Array) => string | undefined {
  return (content) => {
    const text = latin1(content);
    return pattern.test(text) ? text : undefined;
  };
}

function utf8Text(content: Uint8Array): string | undefined {
  if (content.length <= 64 && content.every((octet) => octet < 0x80)) return latin1(content);
  try {
    return utf8.decode(content);
  } catch {
    return undefined;
  }
}

function wide(unit: 2 | 4): (content: Uint8Array) => string | undefined {
  return (content) => {
    if (content.length % unit !== 0) return undefined;
    const view = new DataView(content.buffer, content.byteOffset, content.length);
    let text = '';
    for (let at = 0; at < content.length; at += unit) {
      const point = unit === 2 ? view.getUint16(at) : view.getUint32(at);
      if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return undefined;
      text += String.fromCodePoint(point);
    }
    return text;
  };
}

const DECODERS: ReadonlyMap<DerTag, (content: Uint8Array) => string | undefined> = new Map([
  [TAG.utf8String, utf8Text],
  [TAG.printableString, matching(PRINTABLE)],
  [TAG.ia5String, matching(ASCII)],
  [TAG.numericString, matching(/^[0-9 ]*$/)],
  [TAG.visibleString, matching(/^[\x20-\x7e]*$/)],
  [TAG.teletexString, latin1],
  [TAG.bmpString, wide(2)],
  [TAG.universalString, wide(4)],
]);

export const isStringTag = (tag: DerTag): boolean => DECODERS.has(tag);

/** Text of one of the character string types; contents outside the type's alphabet are refused. */
export function decodeString(tag: DerTag, content: Uint8Array, offset: number): string {
  const text = DECODERS.get(tag)?.(content);
  if (text === undefined) throw new DerError('invalidString', offset, 'malformed character string');
  return text;
}

export type EncodableStringType = 'utf8String' | 'printableString' | 'ia5String';

const ALPHABETS: Readonly<Record<EncodableStringType, RegExp>> = {
  utf8String: /^\P{Surrogate}*$/u,
  printableString: PRINTABLE,
  ia5String: ASCII,
};

export function encodeString(type: EncodableStringType, text: string): Uint8Array {
  if (!ALPHABETS[type].test(text)) throw new DerError('unencodable', 0, `text does not fit ${type}`);
  return Buffer.from(text, 'utf8');
}
