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

const spaced = (text: string) => text.replace(/\s+/g, ' ').trim();

/** What is typed, without a part of a date: a name that was shown is known without it. A whole date says which person. */
export const withoutPart = (text: string): string => spaced(text.replace(PART, ' ')) || text;

const two = (text = '') => text.padStart(2, '0');

/** `Elena Brandt 1990-01-31`, `Brandt, Elena 31.01.1990`: the last word is the family name unless a comma says otherwise. */
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
  const name = spaced(rest);
  if (!/^\p{L}[\p{L}\p{M} .,'’-]*$/u.test(name)) return undefined;
  const [family = '', given] = name.split(/\s*,\s*/, 2);
  if (given !== undefined) return { familyName: family, givenName: given, birthDate };
  const words = name.split(' ');
  const last = words.pop() ?? '';
  return { familyName: last, givenName: words.join(' '), birthDate };
}
