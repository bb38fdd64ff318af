import type { ValueType } from './document-type.ts';
import { imageProblem } from './image.ts';
import countries from './iso-3166-1.json' with { type: 'json' };

type Format = NonNullable<ValueType['format']>;

/** What is wrong with a value; undefined when nothing is. */
type Check<Value> = (value: Value) => string | undefined;

/** ISO/IEC 8859-1 has printable characters in two ranges. */
const LATIN1 = /^[\u0020-\u007e\u00a0-\u00ff]*$/u;
const ALPHA_2 = /^[A-Z]{2}$/;
const ALPHA_3 = /^[A-Z]{3}$/;
const SUBDIVISION = /^([A-Z]{2})-[A-Z0-9]{1,3}$/;
/** ISO 3166-1 leaves these codes to their users; XK and, in a PID, QS and QU are among them. */
const USER_ASSIGNED = /^(AA|Q[M-Z]|X[A-Z]|ZZ)$/;

const ASSIGNED: ReadonlySet<string> = new Set(countries.assigned.flatMap((line) => line.split(' ')));

const isCountry = (code: string) => ASSIGNED.has(code) || USER_ASSIGNED.test(code);

const alpha2: Check<string> = (text) => {
  if (!ALPHA_2.test(text)) return 'must be a country code of two capital letters (ISO 3166-1 alpha-2)';
  return isCountry(text) ? undefined : 'is not a country code of ISO 3166-1';
};

/** The formats of texts. */
export const TEXT_FORMATS: Readonly<Partial<Record<Format, Check<string>>>> = {
  latin1: (text) =>
    LATIN1.test(text) ? undefined : 'must have characters of Latin alphabet No. 1 only (ISO/IEC 8859-1)',
  'alpha-2': alpha2,
  'alpha-2-or-3': (text) => (ALPHA_3.test(text) ? undefined : alpha2(text)),
  subdivision: (text) => {
    const country = SUBDIVISION.exec(text)?.[1];
    if (country === undefined) return 'must be a subdivision code such as US-WA (ISO 3166-2)';
    return isCountry(country) ? undefined : 'does not begin with a country code of ISO 3166-1';
  },
};

/** The formats of bytes. */
export const BYTES_FORMATS: Readonly<Partial<Record<Format, Check<Uint8Array>>>> = { image: imageProblem };
