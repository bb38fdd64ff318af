import { Encoded, encodeInOrder } from '../cbor/index.ts';
import { mdocDecoder, read } from '../structure/index.ts';
import {
  embed,
  encodedAll,
  encodeMembers,
  encodingOf,
  FOREIGN,
  keepEncoding,
  mapValues,
} from './encoding.ts';
import { decodeIssuerAuth, encodeIssuerAuth, type IssuerAuth } from './issuer-auth.ts';

/** IssuerSignedItem of ISO 18013-5 8.3.2.1.2.2. */
export interface IssuerSignedItem {
  /** Unique within its namespace. */
  readonly digestId: number;
  /** The salt of the digest, at least 16 bytes. */
  readonly random: Uint8Array;
  readonly elementIdentifier: string;
  /** Encoded CBOR. */
  readonly elementValue: Uint8Array;
}

/** Bytes of an encoded `null`, the value of an item in StaticAuthData. */
export const ENCODED_NULL = Uint8Array.of(0xf6);

/**
 * IssuerSignedItemBytes including tag 24, the input of the digest (ISO 18013-5 9.1.2.5). A new item has its
 * members in the order digestID, random, elementIdentifier, elementValue.
 */
export function encodeIssuerSignedItem(item: IssuerSignedItem): Uint8Array {
  return encodingOf(item, ({ digestId, random, elementIdentifier, elementValue }) =>
    embed(
      encodeMembers({
        digestID: digestId,
        random,
        elementIdentifier,
        elementValue: new Encoded(elementValue),
      }),
    ),
  );
}

/** Decodes IssuerSignedItemBytes, including tag 24. Throws MdocError `malformed`. */
export function decodeIssuerSignedItem(bytes: Uint8Array): IssuerSignedItem {
  const { digestID: digestId, ...members } = mdocDecoder.item(
    'IssuerSignedItem',
    innerItem(bytes),
    (reader) =>
      mdocDecoder.map('IssuerSignedItem', reader, {
        required: {
          digestID: read.uint,
          random: read.bytes,
          elementIdentifier: read.text,
          elementValue: read.raw,
        },
      }),
    FOREIGN,
  );
  return keepEncoding({ digestId, ...members }, bytes);
}

/**
 * IssuerSignedItemBytes with another value; everything else stays, including the order of members. A holder
 * does this with an item of StaticAuthData. `value` is encoded CBOR.
 */
export function withElementValue(item: IssuerSignedItem, value: Uint8Array): IssuerSignedItem {
  const members = mdocDecoder.item(
    'IssuerSignedItem',
    innerItem(encodeIssuerSignedItem(item)),
    read.mapOf(read.text, read.raw),
    FOREIGN,
  );
  const entries = [...members].map(
    ([key, member]) => [key, new Encoded(key === 'elementValue' ? value : member)] as const,
  );
  return decodeIssuerSignedItem(embed(encodeInOrder(new Map(entries))));
}

const innerItem = (bytes: Uint8Array): Uint8Array =>
  mdocDecoder.item('IssuerSignedItemBytes', bytes, read.embedded, FOREIGN);

/** IssuerNameSpaces of ISO 18013-5 8.3.2.1.2.2. */
export type IssuerNameSpaces = ReadonlyMap<string, readonly IssuerSignedItem[]>;

/** IssuerSigned of ISO 18013-5 8.3.2.1.2.2. */
export interface IssuerSigned {
  readonly nameSpaces?: IssuerNameSpaces;
  readonly issuerAuth: IssuerAuth;
}

export function encodeIssuerSigned(issuerSigned: IssuerSigned): Uint8Array {
  return encodingOf(issuerSigned, ({ nameSpaces, issuerAuth }) =>
    encodeMembers({
      nameSpaces: nameSpaces && encodedNameSpaces(nameSpaces),
      issuerAuth: new Encoded(encodeIssuerAuth(issuerAuth)),
    }),
  );
}

/** Throws MdocError `malformed`. */
export function decodeIssuerSigned(bytes: Uint8Array): IssuerSigned {
  const members = mdocDecoder.item(
    'IssuerSigned',
    bytes,
    (reader) =>
      mdocDecoder.map('IssuerSigned', reader, {
        required: { issuerAuth: read.raw },
        optional: { nameSpaces: readItems },
        others: 'skip',
      }),
    FOREIGN,
  );
  const issuerSigned: IssuerSigned = {
    ...(members.nameSpaces && { nameSpaces: decodedNameSpaces(members.nameSpaces) }),
    issuerAuth: decodeIssuerAuth(members.issuerAuth),
  };
  return keepEncoding(issuerSigned, bytes);
}

/** Namespaces with their items still encoded. */
export const readItems = read.mapOf(read.text, read.arrayOf(read.raw));

export const decodedNameSpaces = (items: ReadonlyMap<string, readonly Uint8Array[]>): IssuerNameSpaces =>
  mapValues(items, (encoded) => encoded.map(decodeIssuerSignedItem));

export const encodedNameSpaces = (nameSpaces: IssuerNameSpaces): ReadonlyMap<string, readonly Encoded[]> =>
  mapValues(nameSpaces, (items) => encodedAll(items.map(encodeIssuerSignedItem)));
