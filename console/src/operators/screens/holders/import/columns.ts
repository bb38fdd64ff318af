import type { AdminResponse } from '../../../api.ts';

export type DocumentTypes = AdminResponse<'listDocumentTypes'>['documentTypes'];
type Type = DocumentTypes[number];
type Element = Type['namespaces'][number]['elements'][number];

/** The element that a column holds in a document type. */
export interface Column {
  readonly namespace: string;
  readonly identifier: string;
  /** A cell that cannot be converted stays text, so that the server reports it. */
  readonly read: (cell: string) => unknown;
}

/** Columns that describe the record and are not elements of it. */
export const ABOUT: readonly string[] = ['id', 'documentType'];

export interface HeadingProblem {
  readonly kind: 'noId' | 'twice' | 'empty' | 'unknown' | 'ambiguous';
  readonly heading: string;
  /** The possible meanings of an ambiguous heading. */
  readonly places?: readonly string[];
}

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false };

function json(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}

const READERS: Readonly<Record<string, Column['read']>> = {
  uint: (cell) => (/^\d{1,15}$/.test(cell) ? Number(cell) : cell),
  boolean: (cell) => BOOLEANS[cell.toLowerCase()] ?? cell,
  array: json,
  map: json,
};

const isNamed = ({ identifier, identifierPattern }: Element, given: string) =>
  identifierPattern === undefined ? identifier === given : new RegExp(identifierPattern).test(given);

/** `namespace/identifier` names one element; a bare identifier names it in every namespace that has it. */
function placesOf(heading: string, { namespaces }: Type): readonly Column[] {
  const slash = heading.lastIndexOf('/');
  const [wanted, identifier] =
    slash < 0 ? [undefined, heading] : [heading.slice(0, slash), heading.slice(slash + 1)];
  return namespaces
    .filter(({ name }) => wanted === undefined || name === wanted)
    .flatMap(({ name, elements }) => {
      const element = elements.find((one) => isNamed(one, identifier));
      return element
        ? [{ namespace: name, identifier, read: READERS[element.type] ?? ((cell: string) => cell) }]
        : [];
    });
}

/** Problems of the heading line, independent of the rows. */
export function headingProblems(
  headings: readonly string[],
  types: DocumentTypes,
): readonly HeadingProblem[] {
  const problems: HeadingProblem[] = headings.includes('id') ? [] : [{ kind: 'noId', heading: 'id' }];
  for (const [index, heading] of headings.entries()) {
    if (heading === '') problems.push({ kind: 'empty', heading: String(index + 1) });
    else if (headings.indexOf(heading) !== index) problems.push({ kind: 'twice', heading });
    else if (!ABOUT.includes(heading)) {
      const found = types.map((type) => placesOf(heading, type));
      const several = found.find((places) => places.length > 1);
      if (several)
        problems.push({
          kind: 'ambiguous',
          heading,
          places: several.map(({ namespace, identifier }) => `${namespace}/${identifier}`),
        });
      else if (found.every((places) => places.length === 0)) problems.push({ kind: 'unknown', heading });
    }
  }
  return problems;
}

/** The element of each column in a document type; undefined where the type has no such element. */
export const columnsOf = (headings: readonly string[], type: Type): readonly (Column | undefined)[] =>
  headings.map((heading) => (ABOUT.includes(heading) ? undefined : placesOf(heading, type)[0]));

/** The column of a CSV file that a finding is about: `elements/<namespace>/<identifier>[0]…`. */
export function columnOfPath(path: string, headings: readonly string[]): string | undefined {
  const [, rest = ''] = path.startsWith('elements/') ? ['', path.slice('elements/'.length)] : ['', path];
  const bare = rest.replace(/\[.*$/, '');
  const identifier = bare.slice(bare.lastIndexOf('/') + 1);
  const matches = (heading: string) =>
    heading === bare || bare.startsWith(`${heading}/`) || heading === identifier;
  return headings.find(matches);
}
