import { dateFormat } from '../../../../../src/conventions/intl-formats.ts';

/** What a search by name needs, as far as a text has it. */
interface TypedPerson {
  readonly familyName: string;
  readonly givenName: string;
  /** YYYY-MM-DD; empty if it is not typed yet, or only a part of it. */
  readonly birthDate: string;
}

const DATES = [
  [/\b(\d{4})-(\d{1,2})-(\d{1,2})\b/, ([, year, month, day]: RegExpExecArray) => [year, month, day]],
  [/\b(\d{1,2})[./](\d{1,2})[./](\d{4})\b/, ([, day, month, year]: RegExpExecArray) => [year, month, day]],
] as const;

/** `1990`, `1/1990`, `31.1.` or `1990-01`: people are found only by the whole date. */
const PART =
  /(?<!\S)(?:(?:\d{1,2}[./-])?(?:19|20)\d\d|(?:19|20)\d\d-(?:\d{1,2}-?)?|\d{1,2}[./]\d{1,2}[./]?)(?!\S)/;

/** `19 March 1986` or `March 19, 1986`, as pages and papers write it. */
const WORDED = /(?<!\S)(?:(\d{1,2})\.?\s+(\p{L}+)\.?|(\p{L}+)\.?\s+(\d{1,2}),?)\s+(\d{4})(?!\S)/gu;

/** 1 to 12 for the name of a month in English or in the language of the page, whole or shortened; else 0. */
function monthOf(word: string): number {
  const isIt = (month: number) =>
    [document.documentElement.lang, 'en-GB', 'en-US'].some((locale) =>
      (['long', 'short'] as const).some((style) => {
        const parts = dateFormat(locale, { day: 'numeric', month: style, timeZone: 'UTC' }).formatToParts(
          Date.UTC(2000, month, 1),
        );
        const name = parts.find(({ type }) => type === 'month')?.value ?? '';
        return name.replace('.', '').toLocaleLowerCase() === word.toLocaleLowerCase();
      }),
    );
  return [...Array(12).keys()].findIndex(isIt) + 1;
}

/** The text with numbers for the months of its dates. */
const withNumbers = (text: string): string =>
  text.replace(WORDED, (worded, day, month, otherMonth, otherDay, year) => {
    const number = monthOf(month ?? otherMonth);
    return number === 0 ? worded : `${year}-${number}-${day ?? otherDay}`;
  });

const spaced = (text: string) => text.replace(/\s+/g, ' ').trim();

/** What is typed, without a part of a date: a name that was shown is known without it. A whole date says which person. */
export const withoutPart = (text: string): string => spaced(withNumbers(text).replace(PART, ' ')) || text;

const two = (text = '') => text.padStart(2, '0');

/** `Elena Brandt 1990-01-31`, `Brandt, Elena, 31 January 1990`: the last word is the family name unless a comma says otherwise. */
export function typedPerson(text: string): TypedPerson | undefined {
  let rest = withoutPart(text);
  let birthDate = '';
  for (const [pattern, parts] of DATES) {
    const found = pattern.exec(rest);
    if (!found) continue;
    const [year, month, day] = parts(found);
    birthDate = `${year}-${two(month)}-${two(day)}`;
    rest = rest.replace(found[0], ' ');
    break;
  }
  const name = spaced(rest.replace(/^[\s,]+|[\s,]+$/g, ''));
  if (!/^\p{L}[\p{L}\p{M} .,'’-]*$/u.test(name)) return undefined;
  const [family = '', given] = name.split(/\s*,\s*/, 2);
  if (given !== undefined) return { familyName: family, givenName: given, birthDate };
  const words = name.split(' ');
  const last = words.pop() ?? '';
  return { familyName: last, givenName: words.join(' '), birthDate };
}
