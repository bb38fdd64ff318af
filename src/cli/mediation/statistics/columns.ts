import { UsageError } from '../../cli-errors.ts';
import { currenciesOf } from './currency.ts';
import { type Field, NUMBERS, nameOf, type Profile, UNIT } from './profile.ts';

/** A column of a file that is imported. */
export interface Column {
  readonly field: Field;
  readonly heading: string;
  readonly index: number;
  /** The currency or its sign that the heading names, as in “Estimated earnings (EUR)”. */
  readonly currency: string | undefined;
}

interface Heading {
  readonly text: string;
  readonly name: string;
  /** What is in parentheses at the end; '' if nothing is. */
  readonly unit: string;
}

const headingOf = (text: string): Heading => ({
  text,
  name: nameOf(text),
  unit: UNIT.exec(text)?.[1] ?? '',
});

/** Whether a column with numbers is in units that are known: an amount in “micros” would be read wrong. */
const hasKnownUnit = (field: Field, unit: string) =>
  unit === '' || !NUMBERS.has(field) || (field === 'revenue' && currenciesOf(unit) !== undefined);

const quoted = (texts: readonly string[]) => texts.map((text) => `“${text}”`).join(', ');

const REQUIRED = ['date', 'adUnitId', 'adSourceId'] as const;

export const isRequired = (field: Field) => (REQUIRED as readonly Field[]).includes(field);

/** Finds the columns by their headings. @throws UsageError for headings that the profile does not know */
export function columnsOf(texts: readonly string[], profile: Profile, path: string): readonly Column[] {
  const headings = texts.map(headingOf);
  const found: Column[] = [];
  for (const [field, names] of Object.entries(profile.columns) as [Field, readonly string[]][]) {
    const [index = -1] = names
      .map((name) =>
        headings.findIndex((heading) => heading.name === nameOf(name) && hasKnownUnit(field, heading.unit)),
      )
      .filter((each) => each >= 0);
    const heading = headings[index];
    if (heading) found.push({ field, heading: heading.text, index, currency: heading.unit || undefined });
    else if (isRequired(field) && profile.constants[field] === undefined)
      throw new UsageError(
        `${path} has no column ${quoted(names)} for ${field}; its columns are ${texts.join(', ')}. ` +
          'Export it with this column and English headings, or name another column in a profile (--profile).',
      );
  }
  // Of an id and a name of one thing, the first counts. Two columns of numbers could be different ones.
  const others = found
    .filter(({ field }) => !NUMBERS.has(field))
    .flatMap(({ field, heading }) =>
      (profile.columns[field] ?? []).filter((name) => nameOf(name) !== nameOf(heading)),
    );
  const ignored = new Set([...profile.ignored, ...others].map(nameOf));
  const used = new Set(found.map(({ index }) => index));
  const unknown = headings.filter(
    // Ratios follow from the numbers.
    ({ name, unit }, index) => !used.has(index) && !ignored.has(name) && unit !== '%',
  );
  if (unknown.length > 0)
    throw new UsageError(
      `${path} has columns that are not known: ${quoted(unknown.map(({ text }) => text))}. Name each in a ` +
        'profile (--profile): in "columns" if it is to be imported, in "ignored" if it is not.',
    );
  if (!found.some(({ field }) => NUMBERS.has(field)))
    throw new UsageError(
      `${path} has no column with numbers, such as ${quoted(profile.columns.impressions ?? [])}`,
    );
  return found;
}
