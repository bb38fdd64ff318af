import { Encoded, encodeInOrder } from '../cbor/index.ts';
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
import { embed, encodeMembers, encodingOf, FOREIGN, keepEncoding, mapValues } from './encoding.ts';

/** DeviceAuth of ISO 18013-5 8.3.2.1.2.2: exactly one of the two forms, with a detached payload. */
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

/** DeviceNameSpaces of ISO 18013-5 8.3.2.1.2.2: namespace, then element identifier, then encoded value. */
export type DeviceNameSpaces = ReadonlyMap<string, ReadonlyMap<string, Uint8Array>>;

/** DeviceSigned of ISO 18013-5 8.3.2.1.2.2. */
export interface DeviceSigned {
  readonly nameSpaces: DeviceNameSpaces;
  readonly deviceAuth: DeviceAuth;
}

/** DeviceNameSpacesBytes, tag 24 included: part of what the device authenticates. */
export function encodeDeviceNameSpaces(nameSpaces: DeviceNameSpaces): Uint8Array {
  return encodingOf(nameSpaces, () =>
    embed(
      encodeInOrder(mapValues(nameSpaces, (elements) => mapValues(elements, (value) => new Encoded(value)))),
    ),
  );
}

export function encodeDeviceSigned(deviceSigned: DeviceSigned): Uint8Array {
  return encodingOf(deviceSigned, ({ nameSpaces, deviceAuth }) =>
    encodeMembers({
      nameSpaces: new Encoded(encodeDeviceNameSpaces(nameSpaces)),
      deviceAuth: new Encoded(encodeDeviceAuth(deviceAuth)),
    }),
  );
}

/** Throws MdocError `malformed`. */
export function decodeDeviceSigned(bytes: Uint8Array): DeviceSigned {
  const members = mdocDecoder.item(
    'DeviceSigned',
    bytes,
    (reader) =>
      mdocDecoder.map('DeviceSigned', reader, {
        required: { nameSpaces: read.raw, deviceAuth: read.raw },
        others: 'skip',
      }),
    FOREIGN,
  );
  const deviceSigned = {
    nameSpaces: decodeDeviceNameSpaces(members.nameSpaces),
    deviceAuth: decodeDeviceAuth(members.deviceAuth),
  };
  return keepEncoding(deviceSigned, bytes);
}

function decodeDeviceNameSpaces(bytes: Uint8Array): DeviceNameSpaces {
  const inner = mdocDecoder.item('DeviceNameSpacesBytes', bytes, read.embedded, FOREIGN);
  const readNameSpaces = read.mapOf(read.text, read.mapOf(read.text, read.raw));
  return keepEncoding(mdocDecoder.item('DeviceNameSpaces', inner, readNameSpaces, FOREIGN), bytes);
}
