import { Encoded } from '../cbor/index.ts';
import {
  CoseError,
  type CoseMac0,
  type CoseSign1,
  decodeCoseMac0,
  decodeCoseSign1,
  encodeCoseMac0,
  encodeCoseSign1,
} from '../cose/index.ts';
import { MdocError } from '../errors.ts';
import { mdocDecoder, read } from '../structure/index.ts';
import { encodeMembers, encodingOf, FOREIGN, keepEncoding } from './encoding.ts';

/** DeviceAuth of ISO 18013-5 8.3.2.1.2.2: exactly one of the two, its payload detached. */
export type DeviceAuth = { readonly deviceSignature: CoseSign1 } | { readonly deviceMac: CoseMac0 };

export function encodeDeviceAuth(deviceAuth: DeviceAuth): Uint8Array {
  return encodingOf(deviceAuth, (auth) =>
    'deviceMac' in auth
      ? encodeMembers({ deviceMac: new Encoded(encodeCoseMac0(auth.deviceMac)) })
      : encodeMembers({ deviceSignature: new Encoded(encodeCoseSign1(auth.deviceSignature)) }),
  );
}

/** Throws MdocError `malformed`. */
export function decodeDeviceAuth(bytes: Uint8Array): DeviceAuth {
  const { deviceSignature, deviceMac } = mdocDecoder.item(
    'DeviceAuth',
    bytes,
    (reader) =>
      mdocDecoder.map('DeviceAuth', reader, {
        required: {},
        optional: { deviceSignature: read.raw, deviceMac: read.raw },
      }),
    FOREIGN,
  );
  if (deviceSignature && !deviceMac) {
    return keepEncoding({ deviceSignature: cose(() => decodeCoseSign1(deviceSignature, UNTAGGED)) }, bytes);
  }
  if (deviceMac && !deviceSignature) {
    return keepEncoding({ deviceMac: cose(() => decodeCoseMac0(deviceMac, UNTAGGED)) }, bytes);
  }
  throw new MdocError('malformed', 'DeviceAuth: either deviceSignature or deviceMac');
}

const UNTAGGED = { tag: 'refuse', decode: FOREIGN } as const;

function cose<T>(decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof CoseError)) throw error;
    throw new MdocError('malformed', `DeviceAuth: ${error.message}`, { cause: error });
  }
}
