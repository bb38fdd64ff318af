import { Encoded } from '../cbor/index.ts';
import { mdocDecoder, read } from '../structure/index.ts';
import { encodedAll, encodeMembers, encodingOf, FOREIGN, keepEncoding, mapValues } from './encoding.ts';
import { decodeIssuerAuth, encodeIssuerAuth, type IssuerAuth } from './issuer-auth.ts';
import {
  decodeIssuerSignedItem,
  encodeIssuerSignedItem,
  type IssuerSignedItem,
} from './issuer-signed-item.ts';

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
