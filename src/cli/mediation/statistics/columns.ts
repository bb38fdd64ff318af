import { UsageError } from '../../failures.ts';
import type { Field, Profile } from './profile.ts';

/** A column of a file that is imported. */
export interface Column {
  readonly field: Field;
  readonly heading: string;
  readonly index: number;
  /** The currency that the heading names, as in “Estimated earnings (EUR)”. */
  readonly currency: string | undefined;
}

interface Heading {
  readonly text: string;
  /** Without case, blanks and signs, which exports and interfaces of a network write differently. */
  readonly name: string;
  readonly currency: string | undefined;
}

const UNIT = / \(([^()]*)\)$/;
const CURRENCY = /^[A-Z]{3}$/;

const nameOf = (text: string) =>
  text
    .replace(UNIT, '')
    .toLowerCase()
    .replaceAll(/[ _/-]/g, '');

function headingOf(text: string): Heading {
  const [, unit = ''] = UNIT.exec(text) ?? [];
  return { text, name: nameOf(text), currency: CURRENCY.test(unit) ? unit : undefined };
}

const quoted = (texts: readonly string[]) => texts.map((text) => `“${text}”`).join(', ');

const REQUIRED = ['date', 'adUnitId', 'adSourceId'] as const;
const DIMENSIONS: ReadonlySet<Field> = new Set<Field>([
  ...REQUIRED,
  'mediationGroupId',
  'lineId',
  'country',
  'osVersion',
  'sdkVersion',
  'appVersion',
  'servingRestriction',
  'currency',
]);

export const isRequired = (field: Field) => (REQUIRED as readonly Field[]).includes(field);

/** Finds the columns by their headings. @throws UsageError for headings that the profile does not know */
export function columnsOf(texts: readonly string[], profile: Profile, path: string): readonly Column[] {
  const headings = texts.map(headingOf);
  const found: Column[] = [];
  for (const [field, names] of Object.entries(profile.columns) as [Field, readonly string[]][]) {
    const [index = -1] = names
      .map((name) => headings.findIndex((heading) => heading.name === nameOf(name)))
      .filter((each) => each >= 0);
    const heading = headings[index];
    if (heading) found.push({ field, heading: heading.text, index, currency: heading.currency });
    else if (isRequired(field) && profile.constants[field] === undefined)
      throw new UsageError(
        `${path} has no column ${quoted(names)} for ${field}; its columns are ${texts.join(', ')}. ` +
          'Export it with this column and English headings, or name another column in a profile (--profile).',
      );
  }
  const ignored = new Set(profile.ignored.map(nameOf));
  const used = new Set(found.map(({ index }) => index));
  const unknown = headings.filter(({ name }, index) => !used.has(index) && !ignored.has(name));
  if (unknown.length > 0)
    throw new UsageError(
      `${path} has columns that are not known: ${quoted(unknown.map(({ text }) => text))}. Name each in a ` +
        'profile (--profile): in "columns" if it is to be imported, in "ignored" if it is not.',
    );
  if (found.every(({ field }) => DIMENSIONS.has(field)))
    throw new UsageError(
      `${path} has no column with numbers, such as ${quoted(profile.columns.impressions ?? [])}`,
    );
  return found;
}
