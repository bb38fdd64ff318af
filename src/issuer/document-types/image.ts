import { J2C } from 'image-size/types/j2c';
import { JP2 } from 'image-size/types/jp2';
import { JPG } from 'image-size/types/jpg';

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** JPEG, JPEG 2000 in its file format, and its bare code stream (ISO 18013-5 7.2.2). */
const KINDS = [JPG, JP2, J2C];

/** Sides beyond this are no portrait but a way to exhaust a reader. */
const LONGEST_SIDE = 10_000;

/** Width and height in pixels by the header; undefined when it is neither JPEG nor JPEG 2000. */
export function imageSize(bytes: Uint8Array): ImageSize | undefined {
  // A copy begins its own buffer: the readers must not look into neighbours.
  const image = new Uint8Array(bytes);
  try {
    const { width, height } = KINDS.find((kind) => kind.validate(image))?.calculate(image) ?? {};
    return width && height ? { width, height } : undefined;
  } catch {
    return undefined;
  }
}

export function imageProblem(bytes: Uint8Array): string | undefined {
  const size = imageSize(bytes);
  if (!size) return 'must be a JPEG or JPEG 2000 image';
  return Math.max(size.width, size.height) > LONGEST_SIDE
    ? `must have sides of at most ${LONGEST_SIDE} pixels`
    : undefined;
}
