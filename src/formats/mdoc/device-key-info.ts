import type { CborValue } from '../cbor/index.ts';
import { CoseError, coseKeyFromPoint, pointFromCoseKey } from '../cose/index.ts';
import { MdocError } from '../errors.ts';
import { type FieldReader, mdocDecoder, read } from '../structure/index.ts';

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

export const deviceKeyInfoMembers = (info: DeviceKeyInfo): ReadonlyMap<string, CborValue> =>
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

export const readDeviceKeyInfo: FieldReader<DeviceKeyInfo> = (reader) =>
  mdocDecoder.map('DeviceKeyInfo', reader, {
    required: { deviceKey: read.value },
    optional: { keyAuthorizations: readKeyAuthorizations, keyInfo: read.mapOf(readInteger, read.value) },
    others: 'skip',
  });

const readInteger: FieldReader<number> = (reader) => reader.int();
