import type { ELEMENT_WORDS } from '../admin/contract/explained/elements.ts';
import { dateFormat, numberFormat } from '../conventions/intl-formats.ts';

type Widened<Words> = {
  readonly [Key in keyof Words]: Words[Key] extends string
    ? string
    : Words[Key] extends (...args: infer Args) => string
      ? (...args: Args) => string
      : Words[Key] extends Readonly<Record<string, string>>
        ? Readonly<Record<string, string>>
        : Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/** The words for elements, of any language. */
type ElementWords = Widened<typeof ELEMENT_WORDS>;
type Words = ElementWords;

/** Elements that a reviewer compares first. The others follow in the order of the record. */
const FIRST = [
  'family_name',
  'given_name',
  'birth_date',
  'document_number',
  'issue_date',
  'expiry_date',
  'issuing_country',
  'issuing_authority',
];

const rank = (identifier: string) => {
  const index = FIRST.indexOf(identifier);
  return index === -1 ? FIRST.length : index;
};

export const inOrder = <Element extends { readonly identifier: string }>(
  elements: readonly Element[],
): readonly Element[] => elements.toSorted((one, other) => rank(one.identifier) - rank(other.identifier));

const AGE = /^age_over_(\d\d)$/;
const TEMPLATE = /^biometric_template_(.+)$/;

/** An element of another document type is shown by its identifier. */
export function labelOf(identifier: string, words: Words): string {
  const name = Object.hasOwn(words.names, identifier) ? words.names[identifier] : undefined;
  if (name !== undefined) return name;
  const age = AGE.exec(identifier)?.[1];
  if (age !== undefined) return words.ageOver(age);
  const type = TEMPLATE.exec(identifier)?.[1];
  return type === undefined ? identifier.replaceAll('_', ' ') : words.biometricTemplate(type);
}

/**
 * Rows of a record with their labels. The `age_over_NN` elements that are true share a row, and so do those that are
 * false.
 */
export function rowsOf<Element extends { readonly identifier: string; readonly value: unknown }>(
  elements: readonly Element[],
  words: Words,
): readonly { readonly label: string; readonly element: Element }[] {
  const ages = elements.filter(({ identifier }) => AGE.test(identifier));
  const alike = (element: Element) => ages.filter(({ value }) => value === element.value);
  return inOrder(elements).flatMap((element) => {
    if (!AGE.test(element.identifier)) return [{ label: labelOf(element.identifier, words), element }];
    const group = alike(element);
    if (group[0] !== element) return [];
    const numbers = group.map(({ identifier }) => AGE.exec(identifier)?.[1]).toSorted();
    return [{ label: words.ageOver(numbers.join(', ')), element }];
  });
}

/** A calendar date has no time zone, and does not break into lines. Text that is not a date is shown as it is. */
export function dateText(value: string, locale: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(value) || Number.isNaN(Date.parse(value))) return value;
  const format = dateFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return format.format(Date.parse(value)).replaceAll(' ', '\u00a0');
}

/** `240 kB`, by the rules of the locale. */
export function sizeText(bytes: number, locale: string): string {
  const isSmall = bytes < 1000;
  return numberFormat(locale, {
    style: 'unit',
    unit: isSmall ? 'byte' : 'kilobyte',
    unitDisplay: isSmall ? 'long' : 'short',
    maximumFractionDigits: isSmall ? 0 : 1,
  }).format(isSmall ? bytes : bytes / 1000);
}

/** Units of numbers, by element. */
const UNITS: Readonly<Record<string, 'centimeter' | 'kilogram'>> = {
  height: 'centimeter',
  weight: 'kilogram',
};

/** Elements whose values are countries (ISO 3166-1 alpha-2). */
const COUNTRIES: ReadonlySet<string> = new Set([
  'issuing_country',
  'nationality',
  'resident_country',
  'birth_country',
  'country',
]);

/** `Switzerland (CH)`; the code alone if it has no name. */
function countryText(code: string, locale: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  const name = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }).of(code);
  return name === undefined ? code : `${name} (${code})`;
}

/** An element of the record of a holder, as getHolderRecord answers it. */
interface RecordElement {
  readonly identifier: string;
  readonly kind: string;
  readonly value?: unknown;
}

function plainValue({ identifier, value }: RecordElement, locale: string, words: Words): string {
  const meaning = words.values[identifier]?.[String(value)];
  if (meaning !== undefined) return meaning;
  const unit = UNITS[identifier];
  if (unit !== undefined && typeof value === 'number')
    return numberFormat(locale, { style: 'unit', unit }).format(value);
  if (COUNTRIES.has(identifier)) return countryText(String(value), locale);
  return plainText(value, locale, words);
}

/** The value as people read it; a list has a text for each entry. */
export function valueTexts(element: RecordElement, locale: string, words: Words): readonly string[] {
  const { kind, value } = element;
  if (kind === 'image' || kind === 'bytes') {
    const { bytes, mediaType } = value as { readonly bytes: number; readonly mediaType?: string };
    const size = sizeText(bytes, locale);
    return [mediaType === undefined ? words.bytes(size) : words.image(mediaType, size)];
  }
  if (kind === 'boolean') return [value === true ? words.yes : words.no];
  if (kind === 'array' && Array.isArray(value)) return value.map((one) => plainText(one, locale, words));
  return [plainValue(element, locale, words)];
}

interface Namespace<Element> {
  readonly name: string;
  readonly elements: readonly Element[];
}

/** Without elements that an earlier namespace has with the same value, and without namespaces that are then empty. */
export function withoutRepeats<Element extends RecordElement>(
  namespaces: readonly Namespace<Element>[],
): readonly Namespace<Element>[] {
  const shown = new Set<string>();
  return namespaces.flatMap(({ name, elements }) => {
    const own = elements.filter(({ identifier, value }) => !shown.has(JSON.stringify([identifier, value])));
    for (const { identifier, value } of elements) shown.add(JSON.stringify([identifier, value]));
    return own.length === 0 ? [] : [{ name, elements: own }];
  });
}

/** The specification that a namespace is from; its name if it is of another document type. */
export const namespaceText = (name: string, words: Words): string => words.namespaces[name] ?? name;

/** A value of any shape on one line, such as a category of a driving licence. */
export function plainText(value: unknown, locale: string, words: Words): string {
  if (Array.isArray(value)) return value.map((one) => plainText(one, locale, words)).join('; ');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, inner]) => `${labelOf(name, words)}: ${plainText(inner, locale, words)}`)
      .join(', ');
  return typeof value === 'string' ? dateText(value, locale) : String(value);
}

interface Named {
  readonly namespaces: readonly {
    readonly elements: readonly { readonly identifier: string; readonly value: unknown }[];
  }[];
}

/** Given and family name, to name the person in a question; undefined if the record has none. */
export function personName({ namespaces }: Named): string | undefined {
  const elements = namespaces.flatMap(({ elements: all }) => all);
  const textOf = (identifier: string) => {
    const value = elements.find((one) => one.identifier === identifier)?.value;
    return typeof value === 'string' ? value : undefined;
  };
  const parts = [textOf('given_name'), textOf('family_name')].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(' ') : undefined;
}

/** Above times that do not name their zone. */
export const timesIn = (zone: string): string => `Times are in ${zone}.`;
