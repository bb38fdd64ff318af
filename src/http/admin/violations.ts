import type { TSchema } from 'typebox';
import type { Validator } from 'typebox/compile';
import { LINES } from '../../conventions/printable.ts';
import { type FieldViolation, StatusError } from '../../conventions/status.ts';

type ShapeError = ReturnType<Validator['Errors']>[number];

/** The part of a schema that an error refers to by a path such as `#/properties/id/items`. */
function schemaAt(schema: TSchema, path: string): TSchema {
  let at = schema as Readonly<Record<string, unknown>>;
  for (const step of path.split('/').slice(1)) at = (at[step] ?? {}) as Readonly<Record<string, unknown>>;
  return at as TSchema;
}

/** Uses the description of the member, which is easier to read than a regular expression. */
function patternText(pattern: string, { description }: { readonly description?: string }): string {
  if (pattern === LINES || pattern.startsWith('^[^'))
    return 'must not hold control characters, or marks that turn the direction of text';
  return description === undefined ? `must match ${pattern}` : `must be of this form: ${description}`;
}

type Keyword = ShapeError['keyword'];
type Words<K extends Keyword> = (
  error: Extract<ShapeError, { readonly keyword: K }>,
  schema: TSchema,
) => string;

/** Replaces messages of the validator that are written for programmers. */
const WORDS: { readonly [K in Keyword]?: Words<K> } = {
  pattern: ({ params, schemaPath }, schema) =>
    patternText(String(params.pattern), schemaAt(schema, schemaPath)),
  enum: ({ params }) => `must be one of ${params.allowedValues.join(', ')}`,
  format: ({ params, message }) =>
    params.format === 'date-time' ? 'must be a time such as 2026-01-31T12:00:00Z' : message,
  boolean: () => 'is not known here',
};

function descriptionOf(error: ShapeError, schema: TSchema): string {
  const words = WORDS[error.keyword] as Words<Keyword> | undefined;
  return words?.(error, schema) ?? error.message;
}

/** Turns the problems of a request into a readable refusal. */
export function shapeRefusal(errors: readonly ShapeError[], schema: TSchema): StatusError {
  // Unknown members already have one violation each.
  const named = errors.some(({ keyword }) => keyword === 'boolean');
  const relevant = errors.filter(({ keyword }) => !(named && keyword === 'additionalProperties'));
  const violations: readonly FieldViolation[] = relevant.map((error) => ({
    field: error.instancePath.slice(1).replaceAll('/', '.'),
    description: descriptionOf(error, schema),
  }));
  const words = violations.map(({ field, description }) => `${field} ${description}`.trim());
  return new StatusError('REQUEST_INVALID', words.join('; '), violations);
}
