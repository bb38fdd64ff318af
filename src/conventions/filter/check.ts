import { faultsOf, shown } from '../refusal.ts';
import type { FieldViolation } from '../status.ts';
import { type FilterCall, filterViolation, INVALID_FILTER, parseFilter } from './parse.ts';

/** IN: the field has one of the listed values. CONTAINS_ANY: one of the field's values is listed. */
type FilterFunction = 'IN' | 'CONTAINS_ANY';

export interface FilterField {
  readonly function: FilterFunction;
  /** All values that the field can have. */
  readonly values?: readonly string[];
  /** Converts a listed value to its stored form. */
  readonly normalize?: (value: string) => string;
}

/** The fields that a method can filter by, by their names in filters. */
export type FilterTable = Readonly<Record<string, FilterField>>;

export interface FilterClause {
  readonly function: FilterFunction;
  readonly field: string;
  readonly values: ReadonlySet<string>;
}

/** All clauses must match. Without clauses, everything matches. */
export type Filter = readonly FilterClause[];

function problems(
  call: FilterCall,
  values: readonly string[],
  table: FilterTable,
): readonly FieldViolation[] {
  const name = shown(call.name);
  const filtered = shown(call.field);
  if (name !== 'IN' && name !== 'CONTAINS_ANY') {
    return [
      filterViolation(`the function '${name}' is not known; known are IN and CONTAINS_ANY`, {
        function: name,
      }),
    ];
  }
  if (!Object.hasOwn(table, call.field)) {
    const known = Object.keys(table).join(', ');
    return [filterViolation(`the field '${filtered}' is not known; known are ${known}`, { filtered, known })];
  }
  const { function: fitting, values: legal } = table[call.field]!;
  if (name !== fitting) {
    const text = `the field '${filtered}' is filtered by ${fitting}, not by ${name}`;
    return [filterViolation(text, { filtered, function: name, fitting })];
  }
  const wrong = legal && values.find((value) => !legal.includes(value));
  if (wrong === undefined) return [];
  const known = legal!.join(', ');
  const text = `'${shown(wrong)}' is not a value of '${filtered}'; values are ${known}`;
  return [filterViolation(text, { filtered, value: shown(wrong), known })];
}

/** An absent or blank filter has no clauses. Throws INVALID_FILTER with all problems. */
export function readFilter(text: string | undefined, table: FilterTable): Filter {
  if (text === undefined || text.trim() === '') return [];
  const faults = faultsOf(INVALID_FILTER);
  const clauses = parseFilter(text).map((call) => {
    const { normalize } = (Object.hasOwn(table, call.field) && table[call.field]) || {};
    const values = normalize ? call.values.map(normalize) : call.values;
    faults.add(...problems(call, values, table));
    return { function: call.name as FilterFunction, field: call.field, values: new Set(values) };
  });
  faults.raise();
  return clauses;
}

/** The value or values of a field; undefined if the item has none. */
export type FieldValues = (field: string) => string | readonly string[] | undefined;

function holds({ field, values }: FilterClause, valuesOf: FieldValues): boolean {
  const value = valuesOf(field);
  if (value === undefined) return false;
  return typeof value === 'string' ? values.has(value) : value.some((one) => values.has(one));
}

export function matchesFilter(filter: Filter, valuesOf: FieldValues): boolean {
  return filter.every((clause) => holds(clause, valuesOf));
}
