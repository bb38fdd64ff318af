import { UsageError } from '../exit.ts';
import type { DocumentTypes } from './source.ts';

/** A column of a CSV file that holds an element. */
export interface Column {
  readonly heading: string;
  readonly namespace: string;
  readonly identifier: string;
  /** The value that a cell stands for; a cell that is none stays text, and the server says what is wrong with it. */
  readonly read: (cell: string) => unknown;
}

type Namespaces = DocumentTypes[number]['namespaces'];
type Element = Namespaces[number]['elements'][number];

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

const asText = (cell: string) => cell;

function isNamed({ identifier, identifierPattern }: Element, name: string): boolean {
  if (identifier !== undefined) return identifier === name;
  return identifierPattern !== undefined && new RegExp(identifierPattern, 'u').test(name);
}

/** `namespace/identifier` names one place; a bare identifier every namespace that has it. */
function placesOf(heading: string, namespaces: Namespaces) {
  const slash = heading.lastIndexOf('/');
  const [wanted, identifier] =
    slash < 0 ? [undefined, heading] : [heading.slice(0, slash), heading.slice(slash + 1)];
  return namespaces
    .filter(({ name }) => wanted === undefined || name === wanted)
    .flatMap(({ name, elements }) =>
      elements
        .filter((element) => isNamed(element, identifier))
        .map(({ type }) => ({ heading, namespace: name, identifier, read: READERS[type] ?? asText })),
    );
}

function columnOf(heading: string, docType: string, namespaces: Namespaces): Column {
  const [place, other] = placesOf(heading, namespaces);
  if (!place) throw new UsageError(`column ${heading} is not an element of ${docType}`);
  if (!other) return place;
  const choice = `${place.namespace}/${place.identifier} or ${other.namespace}/${other.identifier}`;
  throw new UsageError(`column ${heading} could be ${choice}; write which`);
}

/** @throws UsageError for a heading that names no element of the type, or several. */
export function columnsOf(
  headings: readonly string[],
  docType: string,
  types: DocumentTypes,
): readonly Column[] {
  const type = types.find((one) => one.docType === docType);
  if (!type) {
    const served = types.map((one) => one.docType).join(', ');
    throw new UsageError(`document type ${docType} is not served; served: ${served}`);
  }
  return headings.map((heading) => columnOf(heading, docType, type.namespaces));
}
