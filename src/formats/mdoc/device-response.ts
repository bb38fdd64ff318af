import { Encoded } from '../cbor/index.ts';
import { type FieldReader, mdocDecoder, read } from '../structure/index.ts';
import { type DeviceSigned, decodeDeviceSigned, encodeDeviceSigned } from './device-signed.ts';
import { encodedAll, encodeMembers, encodingOf, FOREIGN, keepEncoding } from './encoding.ts';
import { decodeIssuerSigned, encodeIssuerSigned, type IssuerSigned } from './issuer-signed.ts';

/** Error codes by namespace and element identifier (ISO 18013-5 8.3.2.1.2.3). */
export type DocumentElementErrors = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Document of ISO 18013-5 8.3.2.1.2.2. */
export interface Document {
  readonly docType: string;
  readonly issuerSigned: IssuerSigned;
  readonly deviceSigned: DeviceSigned;
  readonly errors?: DocumentElementErrors;
}

export function encodeDocument(document: Document): Uint8Array {
  return encodingOf(document, ({ docType, issuerSigned, deviceSigned, errors }) =>
    encodeMembers({
      docType,
      issuerSigned: new Encoded(encodeIssuerSigned(issuerSigned)),
      deviceSigned: new Encoded(encodeDeviceSigned(deviceSigned)),
      errors,
    }),
  );
}

/** Throws MdocError `malformed`. */
export function decodeDocument(bytes: Uint8Array): Document {
  const { issuerSigned, deviceSigned, ...members } = mdocDecoder.item(
    'Document',
    bytes,
    (reader) =>
      mdocDecoder.map('Document', reader, {
        required: { docType: read.text, issuerSigned: read.raw, deviceSigned: read.raw },
        optional: { errors: read.mapOf(read.text, read.mapOf(read.text, errorCode)) },
        others: 'skip',
      }),
    FOREIGN,
  );
  const document = {
    ...members,
    issuerSigned: decodeIssuerSigned(issuerSigned),
    deviceSigned: decodeDeviceSigned(deviceSigned),
  };
  return keepEncoding(document, bytes);
}

const errorCode: FieldReader<number> = (reader) => reader.int();

/** DeviceResponse of ISO 18013-5 8.3.2.1.2.2. */
export interface DeviceResponse {
  readonly version: string;
  readonly documents?: readonly Document[];
  /** Error codes by document type. */
  readonly documentErrors?: readonly ReadonlyMap<string, number>[];
  /** 0 is OK (ISO 18013-5 8.3.2.1.2.3). */
  readonly status: number;
}

export function encodeDeviceResponse(response: DeviceResponse): Uint8Array {
  return encodingOf(response, ({ version, documents, documentErrors, status }) =>
    encodeMembers({
      version,
      documents: documents && encodedAll(documents.map(encodeDocument)),
      documentErrors,
      status,
    }),
  );
}

/** Throws MdocError `malformed`. */
export function decodeDeviceResponse(bytes: Uint8Array): DeviceResponse {
  const { documents, ...members } = mdocDecoder.item(
    'DeviceResponse',
    bytes,
    (reader) =>
      mdocDecoder.map('DeviceResponse', reader, {
        required: { version: read.text, status: read.uint },
        optional: {
          documents: read.arrayOf(read.raw),
          documentErrors: read.arrayOf(read.mapOf(read.text, errorCode)),
        },
        others: 'skip',
      }),
    FOREIGN,
  );
  const response: DeviceResponse = {
    ...members,
    ...(documents && { documents: documents.map(decodeDocument) }),
  };
  return keepEncoding(response, bytes);
}
