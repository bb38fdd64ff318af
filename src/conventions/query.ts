import type { FieldViolation } from './status.ts';

/** Parameters of a query string or of a form body, each with its values in order. */
export type Query = ReadonlyMap<string, readonly string[]>;

/** The refusal of a repeated parameter with different values, of which one would be ignored. */
export const repeatedParameter = (field: string): FieldViolation => ({
  field,
  description: `The query parameter '${field}' is repeated with another value.`,
});

/** Reads `application/x-www-form-urlencoded` text: `+` is a space. */
export function parseQuery(text: string): Query {
  const query = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const values = query.get(name);
    if (values) values.push(value);
    else query.set(name, [value]);
  }
  return query;
}
