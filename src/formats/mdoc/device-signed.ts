import { Encoded, encodeInOrder } from '../cbor/index.ts';
import { mdocDecoder, read } from '../structure/index.ts';
import { type DeviceAuth, decodeDeviceAuth, encodeDeviceAuth } from './device-auth.ts';
import { embed, encodeMembers, encodingOf, FOREIGN, keepEncoding, mapValues } from './encoding.ts';

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
