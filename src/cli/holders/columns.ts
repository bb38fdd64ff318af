import { matchesIdentifier } from '../../issuer/document-types/index.ts';
import { UsageError } from '../failures.ts';
import type { Cells, ReadRows } from './csv.ts';
import { inlineImages, type ReadImage } from './files.ts';
import { recordJson } from './json.ts';
import type { DocumentTypes, RecordProblem } from './text-file.ts';

type Type = DocumentTypes[number];

/** The element of a document type that a column contains. */
interface Column {
  readonly namespace: string;
  readonly identifier: string;
  /** Converts a cell. A cell that cannot be converted stays text, so that the server reports it. */
  readonly read: (cell: string) => unknown;
}

export const DEFAULT_DOCUMENT_TYPE = 'org.iso.18013.5.1.mDL';

/** Columns that describe the record and are not elements of it. */
const ABOUT: readonly string[] = ['id', 'documentType'];

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false };

function json(cell: string): unknown {
  const { value, problem } = recordJson(cell);
  return problem === undefined ? value : cell;
}

/** Readers of cells by the type of the element. Other types are text in JSON. */
export const READERS: Readonly<Record<string, Column['read']>> = {
  uint: (cell) => (/^\d{1,15}$/.test(cell) ? Number(cell) : cell),
  boolean: (cell) => BOOLEANS[cell.toLowerCase()] ?? cell,
  array: json,
  map: json,
};

const asText = (cell: string) => cell;

const pathOf = ({ namespace, identifier }: Column) => `${namespace}/${identifier}`;

/** `namespace/identifier` names one element; a bare identifier names the element in every namespace that has it. */
export function elementsNamed(heading: string, { namespaces }: Type) {
  const slash = heading.lastIndexOf('/');
  const [wanted, identifier] =
    slash < 0 ? [undefined, heading] : [heading.slice(0, slash), heading.slice(slash + 1)];
  return namespaces
    .filter(({ name }) => wanted === undefined || name === wanted)
    .flatMap(({ name, elements }) => {
      const element = elements.find((one) => matchesIdentifier(one, identifier));
      return element ? [{ namespace: name, identifier, element }] : [];
    });
}

const placesOf = (heading: string, type: Type): readonly Column[] =>
  elementsNamed(heading, type).map(({ element, ...place }) => ({
    ...place,
    read: READERS[element.type] ?? asText,
  }));

/** The texts that occur a second time. */
function repeated(texts: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return texts.filter((text) => seen.size === seen.add(text).size);
}

/** Maximum number of headings in one error. */
const MOST_PROBLEMS = 20;

const FOREIGN =
  'if the file comes from another system, make a map of its columns with diptych holders map --suggest FILE';

/** One sentence for all headings that are nothing here. */
function foreignProblem(headings: readonly string[], docTypes: string): readonly string[] {
  if (headings.length === 0) return [];
  const named = headings.slice(0, MOST_PROBLEMS).join(', ');
  const more = headings.length > MOST_PROBLEMS ? `, and ${headings.length - MOST_PROBLEMS} more` : '';
  return [`columns that are no elements of ${docTypes}: ${named}${more}`, FOREIGN];
}

/** Problems of the heading line itself. */
function headingProblems(headings: readonly string[], types: DocumentTypes): readonly string[] {
  const isKnown = (heading: string) =>
    ABOUT.includes(heading) || types.some((type) => placesOf(heading, type).length > 0);
  const docTypes = types.map(({ docType }) => docType).join(', ');
  return [
    ...(headings.includes('id') ? [] : ['there is no column id']),
    ...repeated(headings).map((heading) => `column ${heading} occurs twice`),
    ...headings.flatMap((heading, index) => (heading === '' ? [`column ${index + 1} has no heading`] : [])),
    ...foreignProblem(
      headings.filter((heading) => heading !== '' && !isKnown(heading)),
      docTypes,
    ),
  ];
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new UsageError(problems.slice(0, MOST_PROBLEMS).join('\n  '));
}

/** @throws UsageError that names every heading that matches no element of a served document type */
function checkHeadings(headings: readonly string[], types: DocumentTypes): void {
  refuse(headingProblems(headings, types));
}

/**
 * The element of each column in a document type; undefined if the type does not have the element. @throws
 * UsageError if a heading matches several elements, or two headings match the same element
 */
function columnsOf(headings: readonly string[], type: Type): readonly (Column | undefined)[] {
  const places = headings.map((heading) => (ABOUT.includes(heading) ? [] : placesOf(heading, type)));
  const several = places.flatMap((found, index) =>
    found.length > 1
      ? [`column ${headings[index]} is ambiguous; write ${found.map(pathOf).join(' or ')}`]
      : [],
  );
  const columns = places.map(([place]) => place);
  const paths = columns.flatMap((column) => (column ? [pathOf(column)] : []));
  refuse([...several, ...repeated(paths).map((path) => `two columns hold ${path}`)]);
  return columns;
}

/** An empty cell means that the record does not have the element. */
function elementsOf(cells: Cells, headings: Cells, columns: readonly (Column | undefined)[]) {
  const elements: Record<string, Record<string, unknown>> = {};
  const problems: RecordProblem[] = [];
  for (const [index, cell] of cells.entries()) {
    const heading = headings[index] ?? '';
    if (cell === '' || ABOUT.includes(heading)) continue;
    const column = columns[index];
    if (column) {
      const { namespace, identifier, read } = column;
      elements[namespace] ??= {};
      elements[namespace][identifier] = read(cell);
    } else {
      const problem = `has a value in column ${heading}, which its document type does not have`;
      problems.push({ path: '', problem });
    }
  }
  return { elements, problems };
}

/**
 * Rows below the headings `id`, optionally `documentType`, and elements as `identifier` or `namespace/identifier`. A cell
 * contains lists and maps as JSON.
 */
export const namedColumns =
  (types: DocumentTypes, readImage: ReadImage): ReadRows =>
  (headings) => {
    checkHeadings(headings, types);
    const columns = new Map<string, readonly (Column | undefined)[]>();
    const cellOf = (cells: Cells, heading: string) => cells[headings.indexOf(heading)] ?? '';
    return (cells) => {
      const id = cellOf(cells, 'id');
      const documentType = cellOf(cells, 'documentType') || DEFAULT_DOCUMENT_TYPE;
      const type = types.find(({ docType }) => docType === documentType);
      if (!type) return { record: { id, documentType, elements: {} }, problems: [] };
      if (!columns.has(documentType)) columns.set(documentType, columnsOf(headings, type));
      const { elements, problems } = elementsOf(cells, headings, columns.get(documentType) ?? []);
      const inlined = inlineImages({ id, documentType, elements }, readImage);
      return { record: inlined.record, problems: [...problems, ...inlined.problems] };
    };
  };
