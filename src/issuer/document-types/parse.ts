import { isNode, LineCounter, parseDocument } from 'yaml';
import { checkDocumentType, nameOf, type Place, type TypeProblem } from './check.ts';
import type { DocumentType } from './document-type.ts';

/** Most problems that are told at once. */
const MOST_PROBLEMS = 20;

/** A document type cannot be used; every problem says where it is: `line:column member problem`. */
export class DocumentTypeError extends Error {
  override readonly name = 'DocumentTypeError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    const told = problems.slice(0, MOST_PROBLEMS);
    super(told.join('; '));
    this.problems = told;
  }
}

/** Reads a document type, JSON or YAML. @throws DocumentTypeError */
export function parseDocumentType(text: string): DocumentType {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, prettyErrors: false });
  const shown = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${line}:${col}`;
  };
  const [unreadable] = document.errors;
  if (unreadable) {
    throw new DocumentTypeError([
      `${shown(unreadable.pos[0])} is neither JSON nor YAML: ${unreadable.message}`,
    ]);
  }
  const offsetOf = (place: Place): number => {
    const node: unknown = document.getIn(place, true);
    if (isNode(node) && node.range) return node.range[0];
    return place.length === 0 ? 0 : offsetOf(place.slice(0, -1));
  };
  const told = ({ place, description }: TypeProblem) =>
    `${shown(offsetOf(place))} ${nameOf(place) || 'the file'} ${description}`;
  const { documentType, problems } = checkDocumentType(document.toJS());
  if (!documentType) throw new DocumentTypeError(problems.map(told));
  return documentType;
}
