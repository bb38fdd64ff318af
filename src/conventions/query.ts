/** Parameters of a query string or of a form body, each with its values in order. */
export type Query = ReadonlyMap<string, readonly string[]>;

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
