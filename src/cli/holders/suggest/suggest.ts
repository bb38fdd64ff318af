import type { DocumentType, ValueType } from '../../../issuer/document-types/index.ts';
import { type Contents, contentsOf, isShort, NOTHING } from './column-contents.ts';
import { elementOf } from './column-names.ts';
import type { FoundImages } from './images.ts';
import type { Sample } from './sample.ts';

type Confidence = 'high' | 'medium' | 'low';

interface Column {
  readonly heading: string;
  readonly contents: Contents;
  readonly element: string | undefined;
}

interface Proposal {
  readonly source: string;
  readonly confidence: Confidence;
  readonly why: string;
}

const quoted = (text: string) => JSON.stringify(text);
/** YAML needs no quotes around a plain word. */
const word = (text: string) =>
  /^[A-Za-z][A-Za-z0-9_]*$/.test(text) && !/^(true|false|null)$/i.test(text) ? text : quoted(text);

const DATES = ['full-date', 'date', 'date-time'];

const propose = (source: string, confidence: Confidence, why: string): Proposal => ({
  source,
  confidence,
  why,
});

/** For dates other than birth: years 00–69 mean 20xx. */
const LATEST = 69;

/** A date whose year has two digits. Years up to `pivot` are in this century, later ones in the last. */
function shortDate(column: string, format: string, pivot: number): Proposal {
  const source = `{column: ${column}, date: {format: ${quoted(format)}, pivot: ${pivot}}}`;
  const [last, next] = [pivot, pivot + 1].map((year) => String(year).padStart(2, '0'));
  return propose(source, 'medium', `its name; check the years: ${last} is 20${last}, ${next} is 19${next}`);
}

function dateProposal(
  { heading, contents, element }: Column,
  common: string | undefined,
  year: number,
): Proposal {
  const { dates, notDates, filled } = contents;
  const column = word(heading);
  const [format = ''] = dates;
  if (dates.length === 0)
    return propose(column, 'low', 'its name; its values have no common format of dates');
  if (isShort(format)) return shortDate(column, format, element === 'birth_date' ? year % 100 : LATEST);
  const isCommon = common !== undefined && dates.includes(common);
  const source = isCommon ? column : `{column: ${column}, date: ${quoted(format)}}`;
  const isUnclear = dates.some((one) => one.startsWith('D')) && dates.some((one) => one.startsWith('M'));
  if (isUnclear)
    return propose(source, 'medium', 'its name; day and month could be the other way round: check them');
  return notDates === 0
    ? propose(source, 'high', 'its name, and all its values are dates')
    : propose(source, 'medium', `its name; no such date: ${notDates} of ${filled} values`);
}

const codesText = (codes: Readonly<Record<string, string | number>>) =>
  Object.entries(codes)
    .map(([code, value]) => `${/^[A-Z]+$/.test(code) ? code : quoted(code)}: ${value}`)
    .join(', ');

function privileges({ heading, contents }: Column): Proposal {
  const { separator, datesOfCode } = contents;
  const dates = ['', 'issue_date: {part: 2}', 'expiry_date: {part: 3}'].slice(0, datesOfCode + 1);
  const source = [
    '',
    `    split: ${word(heading)}`,
    `    by: ${quoted(separator ?? ',')}`,
    ...(datesOfCode > 0 ? ['    within: " "'] : []),
    `    item: {members: {vehicle_category_code: {part: 1}${dates.join(', ')}}}`,
  ].join('\n');
  if (datesOfCode > 0)
    return propose(source, 'medium', 'its name, and codes with dates: check which dates they are');
  const why =
    separator === undefined ? 'its name; one category in each row seen' : 'its name, and lists of codes';
  return propose(source, separator === undefined ? 'medium' : 'high', why);
}

/** ISO/IEC 18013-5 7.2.1. A number does not tell what it counts. */
const UNITS: Readonly<Record<string, string>> = { height: 'centimetres', weight: 'kilograms' };

function proposalOf(column: Column, type: ValueType, { common, year }: Found): Proposal {
  const { heading, contents, element } = column;
  if (type.identifier === 'driving_privileges') return privileges(column);
  if (DATES.includes(type.type)) return dateProposal(column, common, year);
  if (type.type === 'bytes')
    return contents.isImage
      ? propose(`{file: ${word(heading)}}`, 'high', 'its name, and names of image files')
      : propose(`{file: ${word(heading)}, ending: .jpg}`, 'low', 'its name; check the ending of the files');
  if (contents.codes?.element === element)
    return propose(
      `{column: ${word(heading)}, codes: {${codesText(contents.codes?.codes ?? {})}}}`,
      'high',
      'its name, and all its values are known codes: check what they mean',
    );
  if (type.values)
    return propose(
      `{column: ${word(heading)}, codes: {}}`,
      'low',
      `its name; write what its codes mean: one of ${type.values.slice(0, 12).join(', ')}`,
    );
  const unit = UNITS[type.identifier ?? ''];
  if (type.type === 'uint' && !contents.isNumber)
    return propose(
      word(heading),
      'low',
      `its name, but not all are whole numbers${unit ? ` of ${unit}` : ''}`,
    );
  if (unit !== undefined) return propose(word(heading), 'medium', `its name; the values must be ${unit}`);
  return propose(word(heading), contents.filled > 0 ? 'medium' : 'low', 'its name');
}

/** Without a name that tells something, only images are certain enough. */
const byContents = (columns: readonly Column[], wanted: string) =>
  wanted === 'portrait'
    ? columns.filter(({ element, contents }) => element === undefined && contents.isImage)
    : [];

/** The format that most columns of dates have. */
function commonFormat(columns: readonly Column[]): string | undefined {
  const count = (format: string) => columns.filter(({ contents }) => contents.dates.includes(format)).length;
  const found = columns.flatMap(({ contents }) => contents.dates).filter((format) => !isShort(format));
  const formats = [...new Set(found)];
  return formats.sort((a, b) => count(b) - count(a))[0];
}

const PLACEHOLDER: Readonly<Record<string, string>> = {
  issuing_country: '{value: US}',
  issuing_authority: '{value: "name of the authority"}',
  un_distinguishing_sign: '{value: USA}',
};

function portraitLine({ column, ending, isComplete }: FoundImages): string {
  const source = ending === '' ? `{file: ${word(column)}}` : `{file: ${word(column)}, ending: ${ending}}`;
  const why = isComplete
    ? 'high: the folder has images of these names'
    : 'medium: the folder has images of these names, but not all';
  return `  portrait: ${source}  # ${why}`;
}

interface Found {
  readonly columns: readonly Column[];
  readonly common: string | undefined;
  readonly images: FoundImages | undefined;
  readonly used: Set<string>;
  /** The current one. */
  readonly year: number;
}

function lineFor(type: ValueType, found: Found): readonly string[] {
  const { columns, images, used } = found;
  const name = type.identifier ?? '';
  if (name === 'portrait' && images) {
    used.add(images.column);
    return [portraitLine(images)];
  }
  const [column, ...more] = [
    ...columns.filter(({ element }) => element === name),
    ...byContents(columns, name),
  ];
  if (column && type.type === 'text' && !type.values && more.length > 0) {
    for (const { heading } of [column, ...more]) used.add(heading);
    const names = [column, ...more].map(({ heading }) => word(heading));
    return [`  ${name}: {columns: [${names.join(', ')}]}  # medium: their names; empty ones are left out`];
  }
  if (column) {
    used.add(column.heading);
    const { source, confidence, why } = proposalOf(column, type, found);
    const [first, ...rest] = source.split('\n');
    return [`  ${name}:${first === '' ? '' : ` ${first}`}  # ${confidence}: ${why}`, ...rest];
  }
  if (!type.mandatory) return [];
  const placeholder = PLACEHOLDER[name];
  return placeholder === undefined
    ? [`  # ${name}: required, but no column was found`]
    : [`  ${name}: ${placeholder}  # required: no column was found; write the right value`];
}

function idLine(columns: readonly Column[], used: Set<string>): string {
  const from = (heading: string, why: string) => {
    used.add(heading);
    return `id: ${word(heading)}  # ${why}`;
  };
  const named = columns.find(({ element, contents }) => element === 'id' && contents.isUnique);
  if (named) return from(named.heading, 'high: its name, and no value occurs twice');
  const unique = columns.find(
    ({ element, contents }) => element === undefined && contents.isUnique && contents.isNumber,
  );
  if (unique) return from(unique.heading, 'low: no value occurs twice');
  const number = columns.find(({ element }) => element === 'document_number');
  if (number) return from(number.heading, 'low: better is a number that is on no document');
  return 'id: "?"  # no column was found; it must be unique and must not be personal data';
}

/** A file does not say which code page it has. A person sees whether the letters are those of its names. */
const guessText = (letters: string | undefined) =>
  letters === undefined
    ? ''
    : `  # low: a guess, because a file does not say its encoding. Confirm that names have these letters: ${letters}`;

/** A map that fits the names and contents of the columns. It has headings and known codes, but no value of the file. */
export function suggestedMap(
  { headings, rows, delimiter, encoding, letters }: Sample,
  type: DocumentType,
  year: number,
  images?: FoundImages,
): string {
  const columns = headings.map((heading, index): Column => {
    const cells = rows.map((row) => row[index] ?? '');
    return { heading, contents: contentsOf(cells), element: elementOf(heading) };
  });
  const common = commonFormat(columns);
  const used = new Set<string>();
  const namespaces = type.namespaces.filter(({ optional }) => !optional);
  const isAmbiguous = (name: string) =>
    type.namespaces.filter(({ elements }) => elements.some((one) => one.identifier === name)).length > 1;
  const lines = namespaces.flatMap(({ name, elements }) =>
    elements.flatMap((element) =>
      lineFor(element, { columns, common, images, used, year }).map((line) =>
        isAmbiguous(element.identifier ?? '')
          ? line.replace(`  ${element.identifier}:`, `  ${name}/${element.identifier}:`)
          : line,
      ),
    ),
  );
  const id = idLine(columns, used);
  const left = headings.filter((heading) => !used.has(heading));
  return [
    '# Proposed from the names of the columns and the first rows. Check every line; "low" and "required" need work.',
    `documentType: ${type.docType}`,
    `csv: {delimiter: ${quoted(delimiter)}, encoding: ${encoding}}${guessText(letters)}`,
    `empty: ${JSON.stringify(NOTHING)}`,
    ...(common === undefined ? [] : [`dates: ${quoted(common)}`]),
    `images: ${images === undefined || /^[\w./-]+$/.test(images.folder) ? (images?.folder ?? '.') : quoted(images.folder)}  # folder of the image files, relative to this file`,
    id,
    'elements:',
    ...lines,
    ...(left.length > 0 ? [`# not used: ${left.join(', ')}`] : []),
    '',
  ].join('\n');
}
