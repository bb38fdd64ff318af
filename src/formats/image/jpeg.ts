import { Buffer } from 'node:buffer';
import { ImageError } from '../errors.ts';
import { type Image, type ImageRemark, requireWhole } from './image.ts';
import { exifRemarks, xmpRemarks } from './metadata.ts';

const FILL = 0xff;
const MARKER = { DHT: 0xc4, EOI: 0xd9, SOS: 0xda, DQT: 0xdb, APP1: 0xe1 } as const;
/** Far more than images have; the limit bounds the time. */
const MOST_SEGMENTS = 1_000;
const EXIF = Buffer.from('Exif\0\0', 'latin1');
const XMP = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1');

/** SOF0 to SOF15; DHT, JPG and DAC stand between them. */
const isFrame = (marker: number) => (marker & 0xf0) === 0xc0 && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Markers without a length: TEM, RST0 to RST7, SOI. None of them stands between segments. */
const standsAlone = (marker: number) => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);

interface Frame {
  readonly width: number;
  readonly height: number;
  /** Identifiers of the components that no scan has had yet. */
  readonly missing: Set<number>;
  readonly components: number;
}

/** ISO/IEC 10918-1 B.2.2 */
function readFrame(marker: number, segment: Buffer): Frame {
  // Baseline, extended sequential and progressive with Huffman codes; the others are lossless, hierarchical or arithmetic.
  const isUsual = marker <= 0xc2 && segment.readUInt8(0) === 8;
  if (!isUsual) throw new ImageError('unusual', 'a JPEG that is neither baseline nor progressive');
  const [height, width] = [segment.readUInt16BE(1), segment.readUInt16BE(3)];
  const components = segment.readUInt8(5);
  requireWhole(width > 0 && height > 0 && components > 0, 'a frame without pixels');
  requireWhole(segment.length === 6 + 3 * components, 'a frame of another length');
  const missing = new Set(Array.from({ length: components }, (_, index) => segment.readUInt8(6 + 3 * index)));
  return { width, height, missing, components };
}

/** ISO/IEC 10918-1 B.2.3 */
function readScan(segment: Buffer, { missing }: Frame): void {
  const components = segment.readUInt8(0);
  requireWhole(components > 0 && segment.length === 4 + 2 * components, 'a scan of another length');
  for (let index = 0; index < components; index += 1) missing.delete(segment.readUInt8(1 + 2 * index));
}

/** Where the data of a scan end: at the first marker that is not RST0 to RST7. A stuffed byte is no marker. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = start; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== FILL) continue;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== FILL && (next < 0xd0 || next > 0xd7)) return at;
  }
  throw new ImageError('damaged', 'a scan without an end');
}

function metadata(segment: Buffer, remarks: Set<ImageRemark>): void {
  const begins = (name: Buffer) => segment.subarray(0, name.length).equals(name);
  if (begins(EXIF)) exifRemarks(segment.subarray(EXIF.length), remarks);
  else if (begins(XMP)) xmpRemarks(segment, remarks);
}

/** Reads a JPEG (ISO/IEC 10918-1 B.1.1) from SOI to EOI. Coefficients are not decoded. */
export function readJpeg(bytes: Buffer): Image {
  const remarks = new Set<ImageRemark>();
  const tables = new Set<number>();
  let frame: Frame | undefined;
  let at = 2;
  for (let segments = 0; ; segments += 1) {
    requireWhole(segments < MOST_SEGMENTS, 'too many segments');
    requireWhole(bytes.readUInt8(at) === FILL, 'no marker where one begins');
    while (bytes.readUInt8(at) === FILL) at += 1;
    const marker = bytes.readUInt8(at);
    at += 1;
    if (marker === MARKER.EOI) break;
    requireWhole(!standsAlone(marker), 'a marker in the wrong place');
    const length = bytes.readUInt16BE(at);
    requireWhole(length >= 2 && at + length <= bytes.length, 'a segment without its end');
    const segment = bytes.subarray(at + 2, at + length);
    at += length;
    if (isFrame(marker)) {
      requireWhole(frame === undefined, 'two frames');
      frame = readFrame(marker, segment);
    } else if (marker === MARKER.SOS) {
      requireWhole(frame !== undefined, 'a scan without a frame');
      requireWhole(tables.has(MARKER.DHT) && tables.has(MARKER.DQT), 'a scan without tables');
      readScan(segment, frame);
      const end = endOfScan(bytes, at);
      requireWhole(end > at, 'an empty scan');
      at = end;
    } else if (marker === MARKER.APP1) metadata(segment, remarks);
    else tables.add(marker);
  }
  requireWhole(frame !== undefined && frame.missing.size === 0, 'components without a scan');
  if (frame.components !== 1 && frame.components !== 3) remarks.add('colours');
  if (at < bytes.length) remarks.add('trailer');
  return { width: frame.width, height: frame.height, remarks };
}
