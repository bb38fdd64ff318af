import { isAssignedCountry } from '../../conventions/iso-3166.ts';
import type { ImageErrorCode } from '../../formats/errors.ts';
import { type Image, ImageError, imageType, readImage } from '../../formats/image/index.ts';
import type { ValueType } from './document-type.ts';

/** Larger images are not portraits and could exhaust the memory of a reader. */
const LONGEST_SIDE = 10_000;

const PROBLEMS: Readonly<Record<ImageErrorCode, string>> = {
  notAnImage: 'must be a JPEG or JPEG 2000 image',
  damaged: 'must be a whole image: this one is cut off or damaged',
  unusual: 'must be a baseline or progressive JPEG with 8 bits: phones do not show other kinds',
};

/** ISO/IEC 18013-5 7.2.2 */
function imageProblem(bytes: Uint8Array): string | undefined {
  let image: Image;
  try {
    image = readImage(bytes);
  } catch (error) {
    if (error instanceof ImageError) return PROBLEMS[error.code];
    throw error;
  }
  return Math.max(image.width, image.height) > LONGEST_SIDE
    ? `must have sides of at most ${LONGEST_SIDE} pixels`
    : undefined;
}

/** PID Rulebook 2.2: browsers and most wallets show no JPEG 2000. */
const jpegProblem = (bytes: Uint8Array) =>
  imageType(bytes) === 'image/jpeg' ? imageProblem(bytes) : 'must be a JPEG image';

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

const isCountry = (code: string) => isAssignedCountry(code) || USER_ASSIGNED.test(code);

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

/** Formats of byte strings. All of them are images. */
export const BYTES_FORMATS: Readonly<Partial<Record<Format, Check<Uint8Array>>>> = {
  image: imageProblem,
  jpeg: jpegProblem,
};
