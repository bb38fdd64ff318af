import { ImageError } from '../errors.ts';

/**
 * What readers of an image may not expect: where it was taken, that it must be turned, colours other than RGB, YCbCr and
 * grey, and bytes after its end.
 */
export type ImageRemark = 'place' | 'turned' | 'colours' | 'trailer';

/** An image that is there from its first to its last byte. Sizes are in pixels. */
export interface Image {
  readonly width: number;
  readonly height: number;
  readonly remarks: ReadonlySet<ImageRemark>;
}

/** Reads a structure at the beginning of the bytes; throws a RangeError where they end too early. */
export type ReadImage = (bytes: Buffer) => Image;

export function requireWhole(isWhole: boolean, what: string): asserts isWhole {
  if (!isWhole) throw new ImageError('damaged', what);
}
