import {
  DER,
  DerError,
  type DerReader,
  type DerTag,
  derWriter,
  isStringTag,
  readDer,
  TAG,
} from '../der/index.ts';
import { CertificateError } from '../errors.ts';
import { OID } from './oid.ts';

/**
 * One AttributeTypeAndValue. `type` is the DER tag of the value. `value` is in hex with `#` if it is not a
 * string (RFC 4514 2.4).
 */
export interface NameAttribute {
  readonly oid: string;
  readonly value: string;
  readonly type: DerTag;
}

/**
 * Attributes of a Name in their order, without grouping by relative distinguished name (RFC 5280
 * 4.1.2.4). Throws {@link CertificateError} `malformed`.
 */
export function parseName(name: Uint8Array, rules = DER): readonly NameAttribute[] {
  try {
    return readDer(name, readName, rules);
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

/** Whether two names have the same attributes, in any string type, case and spacing (RFC 5280 7.1). */
export const isSameName = (one: readonly NameAttribute[], other: readonly NameAttribute[]): boolean =>
  one.length === other.length &&
  one.every(({ oid, value }, at) => oid === other[at]!.oid && folded(value) === folded(other[at]!.value));

const folded = (value: string): string => value.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

export const attributeValue = (attributes: readonly NameAttribute[], oid: string): string | undefined =>
  attributes.find((attribute) => attribute.oid === oid)?.value;

export const isPrintable = (attribute: NameAttribute): boolean => attribute.type === TAG.printableString;

/** Runs an encoder. A text that the type cannot encode is an error in the caller's specification. */
export function encodable(member: string, encode: () => Uint8Array): Uint8Array {
  try {
    return encode();
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new CertificateError('invalidSpec', `${member} has characters that are not allowed`, {
      cause: error,
    });
  }
}

/** The attributes of names, from general to specific. */
export interface DistinguishedName {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country?: string | undefined;
  readonly stateOrProvince?: string | undefined;
  readonly organization?: string | undefined;
  readonly title?: string | undefined;
  readonly serialNumber?: string | undefined;
  readonly commonName?: string | undefined;
}

interface AttributeRule {
  readonly oid: string;
  readonly encode: (text: string) => Uint8Array;
  /** The longest value in characters (RFC 5280 A.1). */
  readonly longest: number;
}

const ATTRIBUTES: readonly (readonly [keyof DistinguishedName, AttributeRule])[] = [
  ['country', { oid: OID.country, encode: derWriter.printableString, longest: 2 }],
  ['stateOrProvince', { oid: OID.stateOrProvince, encode: derWriter.utf8String, longest: 128 }],
  ['organization', { oid: OID.organization, encode: derWriter.utf8String, longest: 64 }],
  ['title', { oid: OID.title, encode: derWriter.utf8String, longest: 64 }],
  ['serialNumber', { oid: OID.serialNumber, encode: derWriter.printableString, longest: 64 }],
  ['commonName', { oid: OID.commonName, encode: derWriter.utf8String, longest: 64 }],
];

/** DER Name of one attribute per relative name. Throws {@link CertificateError} `invalidSpec`. */
export function encodeName(name: DistinguishedName): Uint8Array {
  if (name.country !== undefined && !/^[A-Z]{2}$/.test(name.country)) {
    throw new CertificateError('invalidSpec', 'country is not two upper-case letters');
  }
  const relativeNames = ATTRIBUTES.flatMap(([member, rule]) => {
    const text = name[member];
    if (text === undefined) return [];
    if (text === '' || [...text].length > rule.longest) {
      throw new CertificateError(
        'invalidSpec',
        `${member} is empty or longer than ${rule.longest} characters`,
      );
    }
    return [
      derWriter.setOf(
        derWriter.sequence(
          derWriter.objectIdentifier(rule.oid),
          encodable(member, () => rule.encode(text)),
        ),
      ),
    ];
  });
  return derWriter.sequence(...relativeNames);
}
