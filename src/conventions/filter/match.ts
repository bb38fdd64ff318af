import type { Filter, FilterClause } from './check.ts';

/** The value of a field, or its values; undefined where the item has none. */
export type FieldValues = (field: string) => string | readonly string[] | undefined;

function holds({ field, values }: FilterClause, valuesOf: FieldValues): boolean {
  const value = valuesOf(field);
  if (value === undefined) return false;
  return typeof value === 'string' ? values.has(value) : value.some((one) => values.has(one));
}

export function matchesFilter(filter: Filter, valuesOf: FieldValues): boolean {
  return filter.every((clause) => holds(clause, valuesOf));
}
