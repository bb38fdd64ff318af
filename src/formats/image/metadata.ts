import { Buffer } from 'node:buffer';
import type { ImageRemark } from './image.ts';

const ORIENTATION = 0x0112;
const GPS_DIRECTORY = 0x8825;
const GPS_VERSION = 0;
const ENTRY_BYTES = 12;

/** Entries of a directory of TIFF 6.0: tag, and the position of the value. */
function* entriesOf(tiff: Buffer, at: number, isLittle: boolean) {
  const count = isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  for (let index = 0; index < count; index += 1) {
    const entry = at + 2 + index * ENTRY_BYTES;
    yield { tag: isLittle ? tiff.readUInt16LE(entry) : tiff.readUInt16BE(entry), value: entry + 8 };
  }
}

function readExif(tiff: Buffer, remarks: Set<ImageRemark>): void {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const [short, long] = isLittle
    ? [(at: number) => tiff.readUInt16LE(at), (at: number) => tiff.readUInt32LE(at)]
    : [(at: number) => tiff.readUInt16BE(at), (at: number) => tiff.readUInt32BE(at)];
  let places: number | undefined;
  for (const { tag, value } of entriesOf(tiff, long(4), isLittle)) {
    if (tag === ORIENTATION && short(value) > 1) remarks.add('turned');
    if (tag === GPS_DIRECTORY) places ??= long(value);
  }
  if (places === undefined) return;
  // Cameras without a place write the version of the directory alone.
  for (const { tag } of entriesOf(tiff, places, isLittle)) if (tag !== GPS_VERSION) remarks.add('place');
}

/** Exif (CIPA DC-008). Viewers ignore what they cannot read, and so does this. */
export function exifRemarks(tiff: Buffer, remarks: Set<ImageRemark>): void {
  try {
    readExif(tiff, remarks);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}

/** XMP (ISO 16684-1) writes the place as `exif:GPSLatitude`. */
const XMP_PLACE = Buffer.from('GPSLatitude');

export function xmpRemarks(packet: Buffer, remarks: Set<ImageRemark>): void {
  if (packet.includes(XMP_PLACE)) remarks.add('place');
}
