/** What a search by name needs, as far as a text has it. */
interface TypedPerson {
  readonly familyName: string;
  readonly givenName: string;
  /** YYYY-MM-DD; empty if it is not typed yet. */
  readonly birthDate: string;
}

const DATES = [
  [/\b(\d{4})-(\d{1,2})-(\d{1,2})\b/, ([, year, month, day]: RegExpExecArray) => [year, month, day]],
  [/\b(\d{1,2})[./](\d{1,2})[./](\d{4})\b/, ([, day, month, year]: RegExpExecArray) => [year, month, day]],
] as const;

const two = (text = '') => text.padStart(2, '0');

/** `Elena Brandt 1990-01-31`, `Brandt, Elena 31.01.1990`: the last word is the family name unless a comma says otherwise. */
export function typedPerson(text: string): TypedPerson | undefined {
  let rest = text;
  let birthDate = '';
  for (const [pattern, parts] of DATES) {
    const found = pattern.exec(rest);
    if (!found) continue;
    const [year, month, day] = parts(found);
    birthDate = `${year}-${two(month)}-${two(day)}`;
    rest = rest.replace(found[0], ' ');
    break;
  }
  const name = rest.replace(/\s+/g, ' ').trim();
  if (!/^\p{L}[\p{L}\p{M} .,'’-]*$/u.test(name)) return undefined;
  const [family = '', given] = name.split(/\s*,\s*/, 2);
  if (given !== undefined) return { familyName: family, givenName: given, birthDate };
  const words = name.split(' ');
  const last = words.pop() ?? '';
  return { familyName: last, givenName: words.join(' '), birthDate };
}
