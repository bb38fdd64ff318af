import type { CborValue } from '../cbor/index.ts';
import { mdocDecoder, read } from '../structure/index.ts';
import { type DeviceKeyInfo, deviceKeyInfoMembers, readDeviceKeyInfo } from './device-key-info.ts';
import { embed, encodeMembers, encodingOf, FOREIGN, keepEncoding } from './encoding.ts';
import { readValidityInfo, type ValidityInfo, validityInfoMembers } from './validity-info.ts';

/** Digest algorithms of ISO 18013-5 9.1.2.5, with their names in node:crypto and their sizes in bytes. */
export const DIGEST_ALGORITHMS = {
  'SHA-256': { hash: 'sha256', size: 32 },
  'SHA-384': { hash: 'sha384', size: 48 },
  'SHA-512': { hash: 'sha512', size: 64 },
} as const;
export type DigestAlgorithm = keyof typeof DIGEST_ALGORITHMS;

/** From namespace and digestID to the digest of the IssuerSignedItemBytes. */
export type ValueDigests = ReadonlyMap<string, ReadonlyMap<number, Uint8Array>>;

/** MobileSecurityObject of ISO 18013-5 9.1.2.4. */
export interface MobileSecurityObject {
  readonly version: string;
  readonly digestAlgorithm: DigestAlgorithm;
  readonly valueDigests: ValueDigests;
  readonly deviceKeyInfo: DeviceKeyInfo;
  readonly docType: string;
  readonly validityInfo: ValidityInfo;
  /** Second edition, 12.3.6. */
  readonly status?: CborValue;
}

export interface DecodedMobileSecurityObject extends MobileSecurityObject {
  readonly validityInfo: ValidityInfo & { readonly strictDates: boolean };
}

/** MobileSecurityObjectBytes, tag 24 included: the payload of issuerAuth. */
export function encodeMobileSecurityObject(mso: MobileSecurityObject): Uint8Array {
  return encodingOf(mso, (object) =>
    embed(
      encodeMembers({
        version: object.version,
        digestAlgorithm: object.digestAlgorithm,
        valueDigests: object.valueDigests,
        deviceKeyInfo: deviceKeyInfoMembers(object.deviceKeyInfo),
        docType: object.docType,
        validityInfo: validityInfoMembers(object.validityInfo),
        status: object.status,
      }),
    ),
  );
}

/** From MobileSecurityObjectBytes, tag 24 included. Throws MdocError `malformed`. */
export function decodeMobileSecurityObject(bytes: Uint8Array): DecodedMobileSecurityObject {
  const inner = mdocDecoder.item('MobileSecurityObjectBytes', bytes, read.embedded, FOREIGN);
  const mso = mdocDecoder.item(
    'MobileSecurityObject',
    inner,
    (reader) =>
      mdocDecoder.map('MobileSecurityObject', reader, {
        required: {
          version: read.text,
          digestAlgorithm: read.literal('SHA-256', 'SHA-384', 'SHA-512'),
          valueDigests: read.mapOf(read.text, read.mapOf(read.uint, read.bytes)),
          deviceKeyInfo: readDeviceKeyInfo,
          docType: read.text,
          validityInfo: readValidityInfo,
        },
        optional: { status: read.value },
        others: 'skip',
      }),
    FOREIGN,
  );
  return keepEncoding(mso, bytes);
}
