import { Compile } from 'typebox/compile';
import { consistencyProblems } from './consistency.ts';
import { DocumentType } from './document-type.ts';

/** Where something stands in a file, from the outside in. */
export type Place = readonly (string | number)[];

export interface TypeProblem {
  readonly place: Place;
  readonly description: string;
}

const shape = Compile(DocumentType);

function placeOf(pointer: string): Place {
  const parts = pointer.split('/').slice(1);
  return parts.map((part) => {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    return /^\d+$/.test(name) ? Number(name) : name;
  });
}

/** `namespaces[0].elements[3].type` */
export const nameOf = (place: Place): string =>
  place
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');

function shapeProblems(value: unknown): readonly TypeProblem[] {
  // Members that are not known have an error each beside the one of the object that they are in.
  const errors = shape.Errors(value).filter(({ keyword }) => keyword !== 'additionalProperties');
  return errors.map(({ instancePath, keyword, message, params }) => {
    const place = placeOf(instancePath);
    const allowed = keyword === 'enum' ? `must be one of ${params.allowedValues.join(', ')}` : message;
    return { place, description: keyword === 'boolean' ? 'is not a member of the format' : allowed };
  });
}

/** A document type from data, or everything that is wrong with it. */
export function checkDocumentType(value: unknown): {
  readonly documentType?: DocumentType;
  readonly problems: readonly TypeProblem[];
} {
  if (!shape.Check(value)) return { problems: shapeProblems(value) };
  const problems = consistencyProblems(value);
  return problems.length === 0 ? { documentType: value, problems } : { problems };
}
