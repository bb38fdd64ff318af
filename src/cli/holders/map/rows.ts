import { DEFAULT_DOCUMENT_TYPE, type DocumentTypes, elementsNamed } from '../../../client/import/columns.ts';
import type { ShapeProblem } from '../../../conventions/yaml/shape.ts';
import type { Cells, ReadRows } from '../csv.ts';
import type { ColumnsAt, RecordProblem } from '../text-file.ts';
import { Compiler, type Make, type TypeAt } from './compile.ts';
import { readerOf } from './convert.ts';
import { type ParsedMap, valueProblem } from './parse.ts';
import type { Source } from './schema.ts';

type DocumentType = DocumentTypes[number];

interface Element {
  readonly namespace: string;
  readonly identifier: string;
  readonly make: Make;
  readonly columns: Cells;
}

/** Compiles the elements of a map. Problems of their names go into `problems`. */
function elementsOf(
  elements: Readonly<Record<string, Source>>,
  type: DocumentType,
  compiler: Compiler,
): { readonly made: readonly Element[]; readonly problems: readonly ShapeProblem[] } {
  const problems: ShapeProblem[] = [];
  const seen = new Set<string>();
  const made = Object.entries(elements).flatMap(([name, source]) => {
    const path = ['elements', name];
    const named = (message: string) => {
      problems.push({ path, at: 'name', message: `elements.${name} ${message}` });
      return [];
    };
    const [place, ...more] = elementsNamed(name, type);
    if (!place) return named(`is not an element of ${type.docType}`);
    const places = [place, ...more].map(({ namespace, identifier }) => `${namespace}/${identifier}`);
    if (more.length > 0) return named(`is ambiguous; write ${places.join(' or ')}`);
    if (seen.size === seen.add(places[0] ?? '').size) return named('is there twice');
    const { namespace, identifier, element } = place;
    const typeAt: TypeAt = (inner) =>
      inner === '' ? element : element.parts?.find((part) => part.path === inner);
    return [{ namespace, identifier, ...compiler.compileElement(source, { path, inner: '', typeAt }) }];
  });
  return { made, problems };
}

/** Cells that mean nothing are empty. */
function emptier(empty: readonly string[]): (cells: Cells) => Cells {
  const nothing = new Set(empty);
  return (cells) => cells.map((cell) => (nothing.has(cell) ? '' : cell));
}

const pathOf = (namespace: string, identifier: string) => `elements/${namespace}/${identifier}`;

/** The columns that an element comes from, by a path of the record, which can also lead into the element. */
function columnsByPath(entries: readonly (readonly [string, Cells])[]): ColumnsAt {
  const columns = new Map(entries);
  return (path) => {
    const start = path.lastIndexOf('/') + 1;
    const [identifier = ''] = path.slice(start).split(/[.[]/, 1);
    return columns.get(path.slice(0, start) + identifier) ?? [];
  };
}

/**
 * Reads rows as a map says. `unused` gets the columns that the map does not use. @throws ConfigurationFileError with all
 * problems of the map and their positions
 */
export const mappedRows =
  ({ map, folder, refuse }: ParsedMap, types: DocumentTypes, unused: (columns: Cells) => void): ReadRows =>
  (headings) => {
    const { documentType = DEFAULT_DOCUMENT_TYPE, empty = [], dates } = map;
    const type = types.find(({ docType }) => docType === documentType);
    if (!type) {
      const served = types.map(({ docType }) => docType).join(', ');
      refuse([valueProblem(['documentType'], `documentType is not served; served: ${served}`)]);
      throw new Error('unreachable');
    }
    const compiler = new Compiler(map, headings, folder);
    const id = compiler.compileElement(map.id, { path: ['id'], inner: '', typeAt: () => ({ type: 'text' }) });
    const { made, problems } = elementsOf(map.elements, type, compiler);
    const dateProblem = dates === undefined ? undefined : readerOf(dates);
    refuse([
      ...(typeof dateProblem === 'string' ? [valueProblem(['dates'], `dates ${dateProblem}`)] : []),
      ...problems,
      ...compiler.problems,
    ]);
    unused(compiler.unused);
    const columnsAt = columnsByPath([
      ['id', id.columns],
      ...made.map(({ namespace, identifier, columns }) => [pathOf(namespace, identifier), columns] as const),
    ]);
    const emptied = emptier(empty);
    return (raw) => {
      const found: RecordProblem[] = [];
      const note = (problem: RecordProblem) => void found.push(problem);
      const given = { cells: emptied(raw), parts: [], note };
      const elements: Record<string, Record<string, unknown>> = {};
      const holderId = id.make(given, 'id');
      for (const { namespace, identifier, make } of made) {
        const value = make(given, pathOf(namespace, identifier));
        if (value === undefined) continue;
        elements[namespace] ??= {};
        elements[namespace][identifier] = value;
      }
      return { record: { id: holderId, documentType, elements }, problems: found, columnsAt };
    };
  };
