import { contextConstructed, contextPrimitive, DerError, type DerReader, TAG } from '../der/index.ts';
import { type Certificate, parseCertificate } from '../x509/index.ts';
import { readAlgorithm } from './algorithm.ts';
import { TSP_OID } from './oid.ts';

/** More certificates than a chain has. */
const MOST_CERTIFICATES = 10;

/** Signed data of CMS (RFC 5652, section 5) with one signer, as time stamps have it. */
export interface SignedData {
  /** OBJECT IDENTIFIER. */
  readonly contentType: string;
  readonly content: Uint8Array;
  readonly certificates: readonly Certificate[];
  readonly signer: SignerInfo;
}

export interface SignerInfo {
  /** Whether the signer is named as this certificate. */
  readonly isBy: (certificate: Certificate, subjectKeyIdentifier: Uint8Array | undefined) => boolean;
  readonly digestAlgorithm: string;
  /** The values of each signed attribute, a SET in DER, by OBJECT IDENTIFIER. */
  readonly attributes: ReadonlyMap<string, Uint8Array>;
  /** The bytes that are signed. */
  readonly signedBytes: Uint8Array;
  readonly signatureAlgorithm: string;
  readonly signature: Uint8Array;
}

function readCertificates(fields: DerReader): readonly Certificate[] {
  if (!fields.nextIs(contextConstructed(0))) return [];
  const list = fields.enter(contextConstructed(0));
  const certificates: Certificate[] = [];
  while (!list.done) {
    if (certificates.length === MOST_CERTIFICATES)
      throw new DerError('tooManyItems', list.offset, 'too many certificates');
    certificates.push(parseCertificate(list.element(TAG.sequence)));
  }
  return certificates;
}

/** SignerIdentifier: issuer and serial number, or the identifier of the key. */
function readIdentifier(fields: DerReader): SignerInfo['isBy'] {
  if (fields.nextIs(contextPrimitive(0))) {
    const wanted = fields.octetString(contextPrimitive(0));
    return (_, identifier) => identifier !== undefined && Buffer.compare(identifier, wanted) === 0;
  }
  const pair = fields.sequence();
  const issuer = pair.element(TAG.sequence);
  const content = pair.integerContent();
  pair.end();
  const serial = content.length > 1 && content[0] === 0 ? content.subarray(1) : content;
  return (certificate) =>
    Buffer.compare(certificate.issuer, issuer) === 0 &&
    Buffer.compare(certificate.serialNumber, serial) === 0;
}

function readAttributes(list: DerReader): ReadonlyMap<string, Uint8Array> {
  const attributes = new Map<string, Uint8Array>();
  while (!list.done) {
    const attribute = list.sequence();
    const oid = attribute.objectIdentifier();
    if (attributes.has(oid)) throw new DerError('duplicateTag', list.offset, 'an attribute is repeated');
    attributes.set(oid, attribute.element(TAG.set));
    attribute.end();
  }
  return attributes;
}

/** RFC 5652, section 5.4: the attributes are signed with the tag of a SET. */
function asSet(element: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(element);
  bytes[0] = 0x31;
  return bytes;
}

function readSigner(fields: DerReader): SignerInfo {
  const set = fields.set();
  const info = set.sequence();
  set.end();
  info.smallInteger();
  const isBy = readIdentifier(info);
  const digestAlgorithm = readAlgorithm(info);
  const start = info.offset;
  const attributes = readAttributes(info.enter(contextConstructed(0)));
  const signedBytes = asSet(info.bytes.subarray(start, info.offset));
  const signatureAlgorithm = readAlgorithm(info);
  const signature = info.octetString();
  if (info.nextIs(contextConstructed(1))) info.wellFormedElement();
  info.end();
  return { isBy, digestAlgorithm, attributes, signedBytes, signatureAlgorithm, signature };
}

/** Throws DerError, and CertificateError for a malformed certificate. */
export function readSignedData(reader: DerReader): SignedData {
  const outer = reader.sequence();
  const type = outer.objectIdentifier();
  if (type !== TSP_OID.signedData) throw new DerError('unexpectedTag', 0, 'not signed data');
  const wrapper = outer.explicit(0);
  outer.end();
  const fields = wrapper.sequence();
  wrapper.end();
  fields.smallInteger();
  fields.element(TAG.set);
  const encapsulated = fields.sequence();
  const contentType = encapsulated.objectIdentifier();
  const inner = encapsulated.explicit(0);
  encapsulated.end();
  const content = inner.octetString();
  inner.end();
  const certificates = readCertificates(fields);
  if (fields.nextIs(contextConstructed(1))) fields.wellFormedElement();
  const signer = readSigner(fields);
  fields.end();
  return { contentType, content, certificates, signer };
}
