import { mdocDecoder, read } from '../structure/index.ts';
import { type Document, decodeDocument, encodeDocument, errorCode } from './document.ts';
import { encodedAll, encodeMembers, encodingOf, FOREIGN, keepEncoding } from './encoding.ts';

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
