import { Buffer } from 'node:buffer';
import { ImageError } from '../errors.ts';
import type { Image, ReadImage } from './image.ts';
import { readJpeg } from './jpeg.ts';
import { readCodeStream, readJp2 } from './jpeg-2000.ts';

export { ImageError } from '../errors.ts';
export type { Image, ImageRemark } from './image.ts';

export type ImageType = 'image/jpeg' | 'image/jp2' | 'image/j2c';

/** JPEG, the file format of JPEG 2000 and its bare code stream (ISO/IEC 18013-5 7.2.2), by their first bytes. */
const KINDS: readonly { readonly type: ImageType; readonly start: Buffer; readonly read: ReadImage }[] = [
  { type: 'image/jpeg', start: Buffer.from('ffd8ff', 'hex'), read: readJpeg },
  { type: 'image/jp2', start: Buffer.from('0000000c6a5020200d0a870a', 'hex'), read: readJp2 },
  { type: 'image/j2c', start: Buffer.from('ff4fff51', 'hex'), read: readCodeStream },
];

const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

function kindOf(image: Buffer) {
  return KINDS.find(({ start }) => image.subarray(0, start.length).equals(start));
}

/** The media type, from the first bytes; undefined if the image is neither JPEG nor JPEG 2000. */
export const imageType = (bytes: Uint8Array): ImageType | undefined => kindOf(bufferOf(bytes))?.type;

/**
 * Reads the structure of an image from its first to its last byte, in time and memory linear in its size. @throws
 * ImageError if it is another kind of file, or not whole
 */
export function readImage(bytes: Uint8Array): Image & { readonly type: ImageType } {
  const image = bufferOf(bytes);
  const kind = kindOf(image);
  if (!kind) throw new ImageError('notAnImage', 'neither JPEG nor JPEG 2000');
  try {
    return { type: kind.type, ...kind.read(image) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ImageError('damaged', 'ends too early', { cause: error });
  }
}
