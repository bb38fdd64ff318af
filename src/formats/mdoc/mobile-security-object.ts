import type { CborValue } from '../cbor/index.ts';
import { CoseError, coseKeyFromPoint, pointFromCoseKey } from '../cose/index.ts';
import { MdocError } from '../errors.ts';
import { type FieldReader, mdocDecoder, read } from '../structure/index.ts';
import { embed, encodeMembers, encodingOf, FOREIGN, keepEncoding } from './encoding.ts';
import { type ReadTdate, readTdate, tdate } from './tdate.ts';

/** ValidityInfo of ISO 18013-5 9.1.2.4; milliseconds since 1970. */
export interface ValidityInfo {
  readonly signed: number;
  readonly validFrom: number;
  readonly validUntil: number;
  readonly expectedUpdate?: number;
}

/** `strictDates`: whether every date is in UTC without a fraction, as ISO 18013-5 7.2.1 requires. */
export interface DecodedValidityInfo extends ValidityInfo {
  readonly strictDates: boolean;
}

const validityInfoMembers = (info: ValidityInfo) => ({
  signed: tdate(info.signed),
  validFrom: tdate(info.validFrom),
  validUntil: tdate(info.validUntil),
  ...(info.expectedUpdate === undefined ? {} : { expectedUpdate: tdate(info.expectedUpdate) }),
});

const readValidityInfo: FieldReader<DecodedValidityInfo> = (reader) => {
  const dates = mdocDecoder.map('ValidityInfo', reader, {
    required: { signed: readTdate, validFrom: readTdate, validUntil: readTdate },
    optional: { expectedUpdate: readTdate },
    others: 'skip',
  });
  const all: readonly ReadTdate[] = Object.values(dates);
  return {
    signed: dates.signed.milliseconds,
    validFrom: dates.validFrom.milliseconds,
    validUntil: dates.validUntil.milliseconds,
    ...(dates.expectedUpdate && { expectedUpdate: dates.expectedUpdate.milliseconds }),
    strictDates: all.every((date) => date.strict),
  };
};

/** KeyAuthorizations of ISO 18013-5 9.1.2.4: what the device key may sign. */
export interface KeyAuthorizations {
  readonly nameSpaces?: readonly string[];
  readonly dataElements?: ReadonlyMap<string, readonly string[]>;
}

/** DeviceKeyInfo of ISO 18013-5 9.1.2.4. */
export interface DeviceKeyInfo {
  /** COSE_Key. */
  readonly deviceKey: CborValue;
  readonly keyAuthorizations?: KeyAuthorizations;
  readonly keyInfo?: ReadonlyMap<CborValue, CborValue>;
}

/** For a P-256 device key, as 65-byte uncompressed point. */
export const deviceKeyInfoFromPoint = (point: Uint8Array): DeviceKeyInfo => ({
  deviceKey: coseKeyFromPoint(point),
});

/** The 65-byte uncompressed P-256 point of the device key; throws MdocError `unsupported` for any other key. */
export function devicePoint(info: DeviceKeyInfo): Uint8Array {
  try {
    return pointFromCoseKey(info.deviceKey);
  } catch (error) {
    if (!(error instanceof CoseError)) throw error;
    throw new MdocError('unsupported', 'the device key is not a P-256 key', { cause: error });
  }
}

const deviceKeyInfoMembers = (info: DeviceKeyInfo): ReadonlyMap<string, CborValue> =>
  new Map<string, CborValue>(
    Object.entries({
      deviceKey: info.deviceKey,
      ...(info.keyAuthorizations && { keyAuthorizations: keyAuthorizationsMembers(info.keyAuthorizations) }),
      ...(info.keyInfo && { keyInfo: info.keyInfo }),
    }),
  );

const keyAuthorizationsMembers = ({ nameSpaces, dataElements }: KeyAuthorizations) => ({
  ...(nameSpaces && { nameSpaces }),
  ...(dataElements && { dataElements }),
});

const readKeyAuthorizations: FieldReader<KeyAuthorizations> = (reader) =>
  mdocDecoder.map('KeyAuthorizations', reader, {
    required: {},
    optional: {
      nameSpaces: read.arrayOf(read.text),
      dataElements: read.mapOf(read.text, read.arrayOf(read.text)),
    },
    others: 'skip',
  });

const readDeviceKeyInfo: FieldReader<DeviceKeyInfo> = (reader) =>
  mdocDecoder.map('DeviceKeyInfo', reader, {
    required: { deviceKey: read.value },
    optional: { keyAuthorizations: readKeyAuthorizations, keyInfo: read.mapOf(readInteger, read.value) },
    others: 'skip',
  });

const readInteger: FieldReader<number> = (reader) => reader.int();

/** Digest algorithms of ISO 18013-5 9.1.2.5, with their names in node:crypto and their sizes in bytes. */
export const DIGEST_ALGORITHMS = {
  'SHA-256': { hash: 'sha256', size: 32 },
  'SHA-384': { hash: 'sha384', size: 48 },
  'SHA-512': { hash: 'sha512', size: 64 },
} as const;
export type DigestAlgorithm = keyof typeof DIGEST_ALGORITHMS;

/** The digest of the IssuerSignedItemBytes, by namespace and digestID. */
export type ValueDigests = ReadonlyMap<string, ReadonlyMap<number, Uint8Array>>;

/** MobileSecurityObject of ISO 18013-5 9.1.2.4. */
export interface MobileSecurityObject {
  readonly version: string;
  readonly digestAlgorithm: DigestAlgorithm;
  readonly valueDigests: ValueDigests;
  readonly deviceKeyInfo: DeviceKeyInfo;
  readonly docType: string;
  readonly validityInfo: ValidityInfo;
  /** The status of ISO/IEC 18013-5, second edition, 12.3.6. */
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

/** Decodes MobileSecurityObjectBytes, including tag 24. Throws MdocError `malformed`. */
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
