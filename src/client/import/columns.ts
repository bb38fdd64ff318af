import type { AdminResponse } from '../../admin/contract/index.ts';
import { matchesIdentifier } from '../../issuer/document-types/identifier.ts';
import { recordJson } from './json.ts';

export type DocumentTypes = AdminResponse<'listDocumentTypes'>['documentTypes'];
type DocumentType = DocumentTypes[number];

export const DEFAULT_DOCUMENT_TYPE = 'org.iso.18013.5.1.mDL';

/** Columns that describe the record and are not elements of it. */
const ABOUT: readonly string[] = ['id', 'documentType'];

/** The element of a document type that a column contains. */
interface Column {
  readonly namespace: string;
  readonly identifier: string;
  /** Absent for text. */
  readonly read: Reader | undefined;
}

/** Converts a cell. One that cannot be converted has no value: it stays text, so that the server reports it. */
type Reader = (cell: string) => ReturnType<typeof recordJson>;

/** Readers of cells by the type of the element. Other types are text in JSON. */
export const READERS: Readonly<Record<string, Reader>> = {
  uint: (cell) => (/^\d{1,15}$/.test(cell) ? { value: Number(cell) } : {}),
  boolean: (cell) => (/^(true|false)$/i.test(cell) ? { value: cell.toLowerCase() === 'true' } : {}),
  array: recordJson,
  map: recordJson,
};

/**
 * `namespace/identifier` names one element; a bare identifier names the element in every namespace that has it. Findings name
 * elements as in a JSON file, after `elements/`, and such a name is a heading too.
 */
export function elementsNamed(heading: string, { namespaces }: DocumentType) {
  const name = heading.replace(/^elements\//, '');
  const slash = name.lastIndexOf('/');
  const [wanted, identifier] = slash < 0 ? [undefined, name] : [name.slice(0, slash), name.slice(slash + 1)];
  return namespaces
    .filter(({ name }) => wanted === undefined || name === wanted)
    .flatMap(({ name, elements }) => {
      const element = elements.find((one) => matchesIdentifier(one, identifier));
      return element ? [{ namespace: name, identifier, element }] : [];
    });
}

const pathOf = ({ namespace, identifier }: Omit<Column, 'read'>) => `${namespace}/${identifier}`;

export interface HeadingProblem {
  readonly kind: 'noId' | 'twice' | 'empty' | 'unknown' | 'ambiguous' | 'sameElement';
  /** The heading, or the number of its column, or the path of the element. */
  readonly heading: string;
  /** The possible meanings of an ambiguous heading. */
  readonly places?: readonly string[];
}

const isRepeated = (text: string, index: number, all: readonly string[]) => all.indexOf(text) !== index;

/** Problems of the heading line, independent of the document types of the rows. */
export function headingProblems(
  headings: readonly string[],
  types: DocumentTypes,
): readonly HeadingProblem[] {
  const isKnown = (heading: string) =>
    ABOUT.includes(heading) || types.some((type) => elementsNamed(heading, type).length > 0);
  const problems: HeadingProblem[] = headings.includes('id') ? [] : [{ kind: 'noId', heading: 'id' }];
  for (const [index, heading] of headings.entries()) {
    if (heading === '') problems.push({ kind: 'empty', heading: String(index + 1) });
    else if (isRepeated(heading, index, headings)) problems.push({ kind: 'twice', heading });
    else if (!isKnown(heading)) problems.push({ kind: 'unknown', heading });
  }
  return problems;
}

export interface TypeColumns {
  /** Undefined where the type has no such element. */
  readonly columns: readonly (Column | undefined)[];
  readonly problems: readonly HeadingProblem[];
}

/** The element of each column in a document type. */
export function columnsOf(headings: readonly string[], type: DocumentType): TypeColumns {
  const places = headings.map((heading) => (ABOUT.includes(heading) ? [] : elementsNamed(heading, type)));
  const ambiguous = places.flatMap((found, index): HeadingProblem[] =>
    found.length > 1
      ? [{ kind: 'ambiguous', heading: headings[index] ?? '', places: found.map(pathOf) }]
      : [],
  );
  const columns = places.map(([place]) => place && { ...place, read: READERS[place.element.type] });
  const paths = columns.flatMap((column) => (column ? [pathOf(column)] : []));
  const same = paths.filter(isRepeated).map((heading): HeadingProblem => ({ kind: 'sameElement', heading }));
  return { columns, problems: [...ambiguous, ...same] };
}

/** A value in a column that the document type of its row does not have. */
interface CellProblem {
  readonly kind: 'column' | 'repeatedInCell';
  readonly column: string;
  /** The member that an object in the cell has twice. */
  readonly member?: string;
}

/** Reads rows into records. An empty cell means that the record does not have the element. */
export function rowReader(
  headings: readonly string[],
  columnsFor: (docType: string) => readonly (Column | undefined)[] | undefined,
) {
  const cellOf = (cells: readonly string[], heading: string) => cells[headings.indexOf(heading)] ?? '';
  return (cells: readonly string[]) => {
    const documentType = cellOf(cells, 'documentType') || DEFAULT_DOCUMENT_TYPE;
    const columns = columnsFor(documentType);
    const elements: Record<string, Record<string, unknown>> = {};
    const problems: CellProblem[] = [];
    for (const [index, cell] of cells.entries()) {
      const heading = headings[index] ?? '';
      if (!columns || cell === '' || ABOUT.includes(heading)) continue;
      const column = columns[index];
      if (!column) {
        problems.push({ kind: 'column', column: heading });
        continue;
      }
      const { namespace, identifier, read } = column;
      const { value, problem } = read?.(cell) ?? {};
      elements[namespace] ??= {};
      elements[namespace][identifier] = value ?? cell;
      if (problem?.member !== undefined)
        problems.push({ kind: 'repeatedInCell', column: heading, member: problem.member });
    }
    return { record: { id: cellOf(cells, 'id'), documentType, elements }, problems };
  };
}
