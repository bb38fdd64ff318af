import { Buffer } from 'node:buffer';
import { type Image, type ImageRemark, requireWhole } from './image.ts';
import { exifRemarks, xmpRemarks } from './metadata.ts';

const MARKER = { SIZ: 0xff51, COD: 0xff52, QCD: 0xff5c, SOT: 0xff90, SOD: 0xff93, EOC: 0xffd9 } as const;

/** Where a marker segment ends (ISO/IEC 15444-1 A.1.3). */
function endOfSegment(bytes: Buffer, at: number, end: number): number {
  const length = bytes.readUInt16BE(at + 2);
  requireWhole(length >= 2 && at + 2 + length <= end, 'a segment without its end');
  return at + 2 + length;
}

/** ISO/IEC 15444-1 A.5.1: the size of the image and the number of its tiles. */
function readSize(bytes: Buffer) {
  requireWhole(bytes.readUInt16BE(2) === MARKER.SIZ, 'no size after the start');
  const long = (index: number) => bytes.readUInt32BE(8 + 4 * index);
  const [width, height] = [long(0) - long(2), long(1) - long(3)];
  requireWhole(width > 0 && height > 0 && long(4) > 0 && long(5) > 0, 'no pixels');
  const across = Math.ceil((long(0) - long(6)) / long(4));
  return { width, height, tiles: across * Math.ceil((long(1) - long(7)) / long(5)) };
}

/** ISO/IEC 15444-1 A.4.2: reads a tile-part; returns its tile and its end. */
function readTilePart(bytes: Buffer, start: number) {
  const length = bytes.readUInt32BE(start + 6);
  // Only the last one may leave out its length; it ends before EOC.
  const end = length === 0 ? bytes.length - 2 : start + length;
  requireWhole(bytes.readUInt16BE(start + 2) === 10 && end <= bytes.length, 'a tile without its end');
  let at = start + 12;
  while (bytes.readUInt16BE(at) !== MARKER.SOD) at = endOfSegment(bytes, at, end);
  requireWhole(at + 2 <= end, 'a tile without data');
  return { tile: bytes.readUInt16BE(start + 4), end };
}

/** Reads a code stream (ISO/IEC 15444-1 Annex A) from SOC to EOC. Nothing is decoded. */
export function readCodeStream(bytes: Buffer): Image {
  const { width, height, tiles } = readSize(bytes);
  const header = new Set<number>();
  let at = 2;
  for (; bytes.readUInt16BE(at) !== MARKER.SOT; at = endOfSegment(bytes, at, bytes.length))
    header.add(bytes.readUInt16BE(at));
  requireWhole(header.has(MARKER.COD) && header.has(MARKER.QCD), 'a header without its segments');
  const seen = new Set<number>();
  while (bytes.readUInt16BE(at) === MARKER.SOT) {
    const part = readTilePart(bytes, at);
    seen.add(part.tile);
    at = part.end;
  }
  requireWhole(bytes.readUInt16BE(at) === MARKER.EOC && seen.size === tiles, 'tiles are missing');
  const remarks = new Set<ImageRemark>(at + 2 < bytes.length ? ['trailer'] : []);
  return { width, height, remarks };
}

interface Box {
  readonly type: string;
  readonly content: Buffer;
  readonly end: number;
}

/** ISO/IEC 15444-1 I.4; undefined if no box begins here. */
function boxAt(bytes: Buffer, at: number): Box | undefined {
  if (at + 8 > bytes.length) return undefined;
  const short = bytes.readUInt32BE(at);
  const isLong = short === 1 && at + 16 <= bytes.length;
  const length = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short;
  const [start, end] = [at + (isLong ? 16 : 8), short === 0 ? bytes.length : at + length];
  if (start > end || end > bytes.length) return undefined;
  return { type: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(start, end), end };
}

/** Far more than images have; the limit bounds the time. */
const MOST_BOXES = 1_000;

/** The boxes up to the first bytes that are none, and where these are. */
function boxesIn(bytes: Buffer): { readonly boxes: readonly Box[]; readonly end: number } {
  const boxes: Box[] = [];
  let at = 0;
  for (let box = boxAt(bytes, at); box; box = boxAt(bytes, at)) {
    requireWhole(boxes.length < MOST_BOXES, 'too many boxes');
    boxes.push(box);
    at = box.end;
  }
  return { boxes, end: at };
}

/** Enumerated colour spaces of ISO/IEC 15444-1 I.5.3.3: sRGB, grey and sYCC. */
const USUAL_COLOURS = [16, 17, 18];
const isUsual = ({ content }: Box) =>
  content.readUInt8(0) !== 1 || USUAL_COLOURS.includes(content.readUInt32BE(3));

const EXIF = Buffer.from('JpgTiffExif->JP2', 'latin1');
const XMP = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');

function metadata(content: Buffer, remarks: Set<ImageRemark>): void {
  const [id, rest] = [content.subarray(0, 16), content.subarray(16)];
  if (id.equals(EXIF)) exifRemarks(rest, remarks);
  else if (id.equals(XMP)) xmpRemarks(rest, remarks);
}

/** Reads a JP2 file (ISO/IEC 15444-1 Annex I): signature, type, header, a whole code stream. */
export function readJp2(bytes: Buffer): Image {
  const { boxes, end } = boxesIn(bytes);
  const contentOf = (type: string) => boxes.find((box) => box.type === type)?.content;
  const [header, stream] = [contentOf('jp2h'), contentOf('jp2c')];
  requireWhole(
    boxes[1]?.type === 'ftyp' && header !== undefined && stream !== undefined,
    'boxes are missing',
  );
  const inner = boxesIn(header).boxes;
  requireWhole(inner[0]?.type === 'ihdr' && inner[0].content.length === 14, 'no image header');
  const { width, height, remarks: streamRemarks } = readCodeStream(stream);
  const remarks = new Set(streamRemarks);
  const colours = inner.find(({ type }) => type === 'colr');
  if (colours && !isUsual(colours)) remarks.add('colours');
  if (end < bytes.length) remarks.add('trailer');
  for (const { type, content } of boxes) if (type === 'uuid') metadata(content, remarks);
  return { width, height, remarks };
}
