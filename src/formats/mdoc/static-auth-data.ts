import { Encoded } from '../cbor/index.ts';
import { mdocDecoder, read } from '../structure/index.ts';
import { encodeMembers, encodingOf, keepEncoding } from './encoding.ts';
import { decodeIssuerAuth, encodeIssuerAuth, type IssuerAuth } from './issuer-auth.ts';
import {
  decodedNameSpaces,
  ENCODED_NULL,
  encodedNameSpaces,
  type IssuerNameSpaces,
  type IssuerSigned,
  type IssuerSignedItem,
  readItems,
  withElementValue,
} from './issuer-signed.ts';

/**
 * What an issuer gives a holder for one authentication key: the signed digests, and the items without their
 * values, which the holder has from provisioning. The bytes of MobileSecurityObject in the issuer interface.
 */
export interface StaticAuthData {
  /** Each elementValue is an encoded null. */
  readonly digestIdMapping: IssuerNameSpaces;
  readonly issuerAuth: IssuerAuth;
}

/** Encoded value of an element that the holder stores; undefined for an element to leave out. */
export type StoredValue = (namespace: string, elementIdentifier: string) => Uint8Array | undefined;

export function encodeStaticAuthData(data: StaticAuthData): Uint8Array {
  return encodingOf(data, ({ digestIdMapping, issuerAuth }) =>
    encodeMembers({
      digestIdMapping: encodedNameSpaces(digestIdMapping),
      issuerAuth: new Encoded(encodeIssuerAuth(issuerAuth)),
    }),
  );
}

/** Throws MdocError `malformed`. */
export function decodeStaticAuthData(bytes: Uint8Array): StaticAuthData {
  const members = mdocDecoder.item('StaticAuthData', bytes, (reader) =>
    mdocDecoder.map('StaticAuthData', reader, {
      required: { digestIdMapping: readItems, issuerAuth: read.raw },
    }),
  );
  const data = {
    digestIdMapping: decodedNameSpaces(members.digestIdMapping),
    issuerAuth: decodeIssuerAuth(members.issuerAuth),
  };
  return keepEncoding(data, bytes);
}

/** For issuers: builds the data for these items, without their values. */
export const staticAuthDataOf = (nameSpaces: IssuerNameSpaces, issuerAuth: IssuerAuth): StaticAuthData => ({
  digestIdMapping: mapItems(nameSpaces, (item) => withElementValue(item, ENCODED_NULL)),
  issuerAuth,
});

/**
 * For holders: puts the values back and keeps all other bytes, which the issuer digested. A value that the
 * issuer left in the mapping stays.
 */
export function completeStaticAuthData(data: StaticAuthData, storedValue: StoredValue): IssuerSigned {
  const nameSpaces = mapItems(data.digestIdMapping, (item, namespace) => {
    if (!isNull(item.elementValue)) return item;
    const value = storedValue(namespace, item.elementIdentifier);
    return value && withElementValue(item, value);
  });
  return { ...(nameSpaces.size > 0 && { nameSpaces }), issuerAuth: data.issuerAuth };
}

const isNull = (encoded: Uint8Array): boolean => encoded.length === 1 && encoded[0] === ENCODED_NULL[0];

/** Omits namespaces without items, because the CDDL requires at least one. */
function mapItems(
  nameSpaces: IssuerNameSpaces,
  change: (item: IssuerSignedItem, namespace: string) => IssuerSignedItem | undefined,
): IssuerNameSpaces {
  const changed = [...nameSpaces].map(
    ([namespace, items]) => [namespace, items.flatMap((item) => change(item, namespace) ?? [])] as const,
  );
  return new Map(changed.filter(([, items]) => items.length > 0));
}
