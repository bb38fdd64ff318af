import { Compile } from 'typebox/compile';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { consistencyProblems } from './consistency.ts';
import { DocumentType, type Place, type TypeProblem } from './document-type.ts';

const shape = Compile(DocumentType);

function placeOf(pointer: string): Place {
  const parts = pointer.split('/').slice(1);
  return parts.map((part) => {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    return /^\d+$/.test(name) ? Number(name) : name;
  });
}

/** `namespaces[0].elements[3].type` */
const nameOf = (place: Place): string =>
  place
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');

function shapeProblems(value: unknown): readonly TypeProblem[] {
  // Unknown members have their own errors, so the error of their object is omitted.
  const errors = shape.Errors(value).filter(({ keyword }) => keyword !== 'additionalProperties');
  return errors.map(({ instancePath, keyword, message, params }) => {
    const place = placeOf(instancePath);
    const allowed = keyword === 'enum' ? `must be one of ${params.allowedValues.join(', ')}` : message;
    return { place, description: keyword === 'boolean' ? 'is not a member of the format' : allowed };
  });
}

/** Returns the document type, or all problems of the data. */
export function checkDocumentType(value: unknown): {
  readonly documentType?: DocumentType;
  readonly problems: readonly TypeProblem[];
} {
  if (!shape.Check(value)) return { problems: shapeProblems(value) };
  const problems = consistencyProblems(value);
  return problems.length === 0 ? { documentType: value, problems } : { problems };
}

/** Maximum number of problems in one error. */
const MOST_PROBLEMS = 20;

/** An invalid document type. Each problem has its position: `line:column member problem`. */
export class DocumentTypeError extends Error {
  override readonly name = 'DocumentTypeError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    const problemTexts = problems.slice(0, MOST_PROBLEMS);
    super(problemTexts.join('; '));
    this.problems = problemTexts;
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
  const problemTexts = ({ place, description }: TypeProblem) =>
    `${shown(offsetOf(place))} ${nameOf(place) || 'the file'} ${description}`;
  const { documentType, problems } = checkDocumentType(document.toJS());
  if (!documentType) throw new DocumentTypeError(problems.map(problemTexts));
  return documentType;
}
