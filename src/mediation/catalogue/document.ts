import { isNode, LineCounter, parseDocument } from 'yaml';
import { parseStrictJson } from '../../conventions/strict-json.ts';
import { CatalogueError } from './error.ts';

/** Where a value stands in a document, from the outside in. */
export type Place = readonly (string | number)[];

interface CatalogueDocument {
  readonly value: unknown;
  /** The line of what is at a place, or of what it would be in. */
  lineOf(place: Place): number | undefined;
}

function parsed(text: string): CatalogueDocument {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, prettyErrors: false });
  const [problem] = document.errors;
  if (problem) {
    const { line } = lines.linePos(problem.pos[0]);
    throw new CatalogueError([{ line, description: `it is neither JSON nor YAML: ${problem.message}` }]);
  }
  const lineOf = (place: Place): number | undefined => {
    const node: unknown = document.getIn(place, true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    return place.length === 0 ? undefined : lineOf(place.slice(0, -1));
  };
  return { value: document.toJS() as unknown, lineOf };
}

/** JSON or YAML with the lines of its values; those of JSON, which is read much faster without, when asked for. */
export function readDocument(text: string): CatalogueDocument {
  try {
    const value: unknown = parseStrictJson(text);
    let withLines: CatalogueDocument | undefined;
    return {
      value,
      lineOf(place) {
        withLines ??= parsed(text);
        return withLines.lineOf(place);
      },
    };
  } catch {
    return parsed(text);
  }
}
