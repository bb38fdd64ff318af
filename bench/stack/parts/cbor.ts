import { Encoder } from 'cbor-x';

/** The shortest form of maps, so that a device that encodes a value again gets the same bytes. */
const encoder = new Encoder({
  mapsAsObjects: false,
  useRecords: false,
  variableMapSize: true,
  tagUint8Array: false,
});

export const encodeCbor = (value: unknown): Buffer => encoder.encode(value);
export const decodeCbor = (bytes: Uint8Array): unknown => encoder.decode(bytes);
