/** An optional member from a column that is nullable, or not in the table yet. */
export function member<Key extends string, Value>(
  key: Key,
  value: Value | null | undefined,
): { [K in Key]?: Value } {
  return value === null || value === undefined ? {} : ({ [key]: value } as { [K in Key]?: Value });
}

/** The value of a column with JSON. */
export function parseColumn<T>(text: string | null | undefined): T | null {
  return text === null || text === undefined ? null : (JSON.parse(text) as T);
}

/** The entity of a row that may be absent. */
export function mapped<Row, Entity>(row: Row | undefined, map: (row: Row) => Entity): Entity | undefined {
  return row === undefined ? undefined : map(row);
}
