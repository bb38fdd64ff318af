import type { CborValue } from '../cbor/index.ts';
import {
  CoseError,
  type CoseSign1,
  decodeCoseSign1,
  encodeCoseSign1,
  type RawSigner,
  signCoseSign1,
} from '../cose/index.ts';
import { MdocError } from '../errors.ts';
import { encodingOf, FOREIGN, keepEncoding } from './encoding.ts';
import {
  type DecodedMobileSecurityObject,
  decodeMobileSecurityObject,
  encodeMobileSecurityObject,
  type MobileSecurityObject,
} from './mobile-security-object.ts';

/** COSE header parameter of RFC 9360; unprotected in issuerAuth (ISO 18013-5 9.1.2.4). */
export const X5CHAIN = 33;

/** IssuerAuth of ISO 18013-5 9.1.2.4: an untagged COSE_Sign1 around MobileSecurityObjectBytes. */
export interface IssuerAuth {
  readonly sign1: CoseSign1;
  /** DER, document signer first, IACA root left out. */
  readonly certificates: readonly Uint8Array[];
  readonly mobileSecurityObject: DecodedMobileSecurityObject;
}

/** One certificate is a bare byte string, more are an array (RFC 9360 2). */
export const x5chain = (certificates: readonly Uint8Array[]): CborValue =>
  certificates.length === 1 ? certificates[0] : certificates;

export function encodeIssuerAuth(issuerAuth: IssuerAuth): Uint8Array {
  return encodingOf(issuerAuth, ({ sign1 }) => encodeCoseSign1(sign1));
}

/**
 * Throws MdocError `malformed`. A tagged value is refused, because issuerAuth must be inline and untagged.
 */
export function decodeIssuerAuth(bytes: Uint8Array): IssuerAuth {
  const sign1 = readSign1(bytes);
  if (sign1.payload === null) throw new MdocError('malformed', 'issuerAuth: the payload is detached');
  const issuerAuth = {
    sign1,
    certificates: readX5chain(sign1.unprotectedHeader.get(X5CHAIN)),
    mobileSecurityObject: decodeMobileSecurityObject(sign1.payload),
  };
  return keepEncoding(issuerAuth, bytes);
}

/** Signs with ES256; `sign` uses the document signer's key. */
export async function signIssuerAuth(
  mso: MobileSecurityObject,
  certificates: readonly Uint8Array[],
  sign: RawSigner,
): Promise<IssuerAuth> {
  const unprotected = new Map<CborValue, CborValue>([[X5CHAIN, x5chain(certificates)]]);
  return decodeIssuerAuth(await signCoseSign1(encodeMobileSecurityObject(mso), sign, { unprotected }));
}

function readSign1(bytes: Uint8Array): CoseSign1 {
  try {
    return decodeCoseSign1(bytes, { tag: 'refuse', decode: FOREIGN });
  } catch (error) {
    if (!(error instanceof CoseError)) throw error;
    throw new MdocError('malformed', `issuerAuth: ${error.message}`, { cause: error });
  }
}

function readX5chain(header: CborValue): readonly Uint8Array[] {
  const chain = Array.isArray(header) ? header : [header];
  if (chain.length > 0 && chain.every((certificate) => certificate instanceof Uint8Array)) return chain;
  throw new MdocError('malformed', 'issuerAuth: x5chain is missing or malformed');
}
