import {
  columnsOf,
  type DocumentTypes,
  type HeadingProblem,
  headingProblems,
  rowReader,
  type TypeColumns,
} from '../../client/import/columns.ts';
import { UsageError } from '../cli-errors.ts';
import type { ReadRows } from './csv.ts';
import { type ReadImage, withImages } from './files.ts';

/** Maximum number of headings in one error. */
const MOST_PROBLEMS = 20;

const FOREIGN =
  'if the file comes from another system, make a map of its columns with diptych holders map --suggest FILE';

const TEXTS: Readonly<Record<HeadingProblem['kind'], (problem: HeadingProblem) => string>> = {
  noId: () => 'there is no column id',
  twice: ({ heading }) => `column ${heading} occurs twice`,
  empty: ({ heading }) => `column ${heading} has no heading`,
  unknown: ({ heading }) => heading,
  ambiguous: ({ heading, places = [] }) => `column ${heading} is ambiguous; write ${places.join(' or ')}`,
  sameElement: ({ heading }) => `two columns hold ${heading}`,
};

const textOf = (problem: HeadingProblem) => TEXTS[problem.kind](problem);

/** One sentence for all headings that are nothing here. */
function foreignProblem(headings: readonly string[], types: DocumentTypes): readonly string[] {
  if (headings.length === 0) return [];
  const docTypes = types.map(({ docType }) => docType).join(', ');
  const named = headings.slice(0, MOST_PROBLEMS).join(', ');
  const more = headings.length > MOST_PROBLEMS ? `, and ${headings.length - MOST_PROBLEMS} more` : '';
  return [`columns that are no elements of ${docTypes}: ${named}${more}`, FOREIGN];
}

/** @throws UsageError that names every heading with a problem */
function refuse(problems: readonly HeadingProblem[], types: DocumentTypes = []): void {
  const unknown = problems.filter(({ kind }) => kind === 'unknown').map(textOf);
  const others = problems.filter(({ kind }) => kind !== 'unknown').map(textOf);
  const all = [...others, ...foreignProblem(unknown, types)];
  if (all.length > 0) throw new UsageError(all.slice(0, MOST_PROBLEMS).join('\n  '));
}

/**
 * Rows below the headings `id`, optionally `documentType`, and elements as `identifier` or `namespace/identifier`. A cell
 * contains lists and maps as JSON.
 */
export const namedColumns =
  (types: DocumentTypes, readImage: ReadImage): ReadRows =>
  (headings) => {
    refuse(headingProblems(headings, types), types);
    const known = new Map<string, TypeColumns['columns']>();
    const read = rowReader(headings, (docType) => {
      const type = types.find((one) => one.docType === docType);
      if (!type || known.has(docType)) return known.get(docType);
      const { columns, problems } = columnsOf(headings, type);
      refuse(problems);
      known.set(docType, columns);
      return columns;
    });
    return (cells) => {
      const { record, problems } = read(cells);
      const inlined = withImages(record, readImage);
      const own = problems.map(({ kind, column }) => ({
        path: '',
        problem:
          kind === 'column'
            ? `has a value in column ${column}, which its document type does not have`
            : `has a name twice in one object in column ${column}`,
      }));
      return { record: inlined.record, problems: [...own, ...inlined.problems] };
    };
  };
