import { DerError, type DerReader, type DerTag, isStringTag, readDer, TAG } from '../der/index.ts';
import { CertificateError } from '../errors.ts';

/** One AttributeTypeAndValue; `type` is the DER tag of the value, `value` hex with `#` when it is no string (RFC 4514 2.4). */
export interface NameAttribute {
  readonly oid: string;
  readonly value: string;
  readonly type: DerTag;
}

/**
 * Attributes of a DER Name, in order, relative distinguished names flattened (RFC 5280 4.1.2.4). Throws
 * {@link CertificateError} `malformed`.
 */
export function parseName(name: Uint8Array): readonly NameAttribute[] {
  try {
    return readDer(name, readName);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new CertificateError('malformed', `malformed name: ${error.message}`, { cause: error });
  }
}

function readName(reader: DerReader): readonly NameAttribute[] {
  const attributes: NameAttribute[] = [];
  const names = reader.sequence();
  while (!names.done) {
    const set = names.set();
    do {
      const pair = set.sequence();
      const oid = pair.objectIdentifier();
      const type = pair.peek();
      attributes.push({ oid, value: isStringTag(type) ? pair.string() : opaque(pair), type });
      pair.end();
    } while (!set.done);
  }
  return attributes;
}

const opaque = (reader: DerReader): string => `#${Buffer.from(reader.wellFormedElement()).toString('hex')}`;

export const attributeValue = (attributes: readonly NameAttribute[], oid: string): string | undefined =>
  attributes.find((attribute) => attribute.oid === oid)?.value;

export const isPrintable = (attribute: NameAttribute): boolean => attribute.type === TAG.printableString;
