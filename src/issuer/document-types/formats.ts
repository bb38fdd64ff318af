import { J2C } from 'image-size/types/j2c';
import { JP2 } from 'image-size/types/jp2';
import { JPG } from 'image-size/types/jpg';
import type { ValueType } from './document-type.ts';
import countries from './iso-3166-1.json' with { type: 'json' };

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** JPEG, the file format of JPEG 2000, and its bare code stream (ISO 18013-5 7.2.2). */
const KINDS = [JPG, JP2, J2C];

/** Larger images are not portraits and could exhaust the memory of a reader. */
const LONGEST_SIDE = 10_000;

/** Width and height in pixels, from the header; undefined if the image is neither JPEG nor JPEG 2000. */
export function imageSize(bytes: Uint8Array): ImageSize | undefined {
  // A copy, because image readers may read the buffer beyond a view.
  const image = new Uint8Array(bytes);
  try {
    const { width, height } = KINDS.find((kind) => kind.validate(image))?.calculate(image) ?? {};
    return width && height ? { width, height } : undefined;
  } catch {
    return undefined;
  }
}

const TYPES = [
  [JPG, 'image/jpeg'],
  [JP2, 'image/jp2'],
  [J2C, 'image/j2c'],
] as const;

/** The media type, from the first bytes; undefined if the image is neither JPEG nor JPEG 2000. */
export function imageType(bytes: Uint8Array): (typeof TYPES)[number][1] | undefined {
  const image = new Uint8Array(bytes);
  return imageSize(bytes) && TYPES.find(([kind]) => kind.validate(image))?.[1];
}

export function imageProblem(bytes: Uint8Array): string | undefined {
  const size = imageSize(bytes);
  if (!size) return 'must be a JPEG or JPEG 2000 image';
  return Math.max(size.width, size.height) > LONGEST_SIDE
    ? `must have sides of at most ${LONGEST_SIDE} pixels`
    : undefined;
}

type Format = NonNullable<ValueType['format']>;

/** Returns the problem of a value; undefined if there is none. */
type Check<Value> = (value: Value) => string | undefined;

/** ISO/IEC 8859-1 has printable characters in two ranges. */
const LATIN1 = /^[\u0020-\u007e\u00a0-\u00ff]*$/u;
const ALPHA_2 = /^[A-Z]{2}$/;
const ALPHA_3 = /^[A-Z]{3}$/;
const SUBDIVISION = /^([A-Z]{2})-[A-Z0-9]{1,3}$/;
/** ISO 3166-1 leaves these codes to its users, for example XK, and QS and QU in a PID. */
const USER_ASSIGNED = /^(AA|Q[M-Z]|X[A-Z]|ZZ)$/;

const ASSIGNED: ReadonlySet<string> = new Set(countries.assigned.flatMap((line) => line.split(' ')));

const isCountry = (code: string) => ASSIGNED.has(code) || USER_ASSIGNED.test(code);

const alpha2: Check<string> = (text) => {
  if (!ALPHA_2.test(text)) return 'must be a country code of two capital letters (ISO 3166-1 alpha-2)';
  return isCountry(text) ? undefined : 'is not a country code of ISO 3166-1';
};

/** Formats of text values. */
export const TEXT_FORMATS: Readonly<Partial<Record<Format, Check<string>>>> = {
  latin1: (text) =>
    LATIN1.test(text) ? undefined : 'must only have characters of Latin alphabet No. 1 (ISO/IEC 8859-1)',
  'alpha-2': alpha2,
  'alpha-2-or-3': (text) => (ALPHA_3.test(text) ? undefined : alpha2(text)),
  subdivision: (text) => {
    const country = SUBDIVISION.exec(text)?.[1];
    if (country === undefined) return 'must be a subdivision code such as US-WA (ISO 3166-2)';
    return isCountry(country) ? undefined : 'does not begin with a country code of ISO 3166-1';
  },
};

/** Formats of byte strings. */
export const BYTES_FORMATS: Readonly<Partial<Record<Format, Check<Uint8Array>>>> = { image: imageProblem };
