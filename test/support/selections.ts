import type { Schema } from '../../src/conventions/json-schema.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** Values of each filter of a list: the first one matches many rows if it is known, the last one none. */
export type Filters = Readonly<Record<string, readonly unknown[]>>;

const NOTHING = 'nothing';
/** Values of a closed list that are tried: more than any list of states has. */
const MOST_VALUES = 8;
const [PAST, FUTURE] = ['2000-01-01T00:00:00Z', '2100-01-01T00:00:00Z'];

/** What an optional member of a request selects by. `row` is one of the list, with members of the same names. */
function valuesOf(name: string, schema: Schema, row: Arguments): readonly unknown[] {
  const known = name === 'idPrefix' ? row.id : row[name];
  const first = known === undefined ? [] : [known];
  if (schema.enum) return [...first, ...schema.enum.filter((value) => value !== known)].slice(0, MOST_VALUES);
  if (schema.type === 'boolean') return [true, false];
  if (name === 'startTime') return [PAST, FUTURE];
  if (name === 'endTime') return [FUTURE, PAST];
  return [...first, NOTHING];
}

const NOT_FILTERS = new Set(['pageSize', 'pageToken', 'orderBy']);

/** The filters of a list by the shape of its request, in which all but the required members select. */
export function filtersOf(request: Schema, row: Arguments): Filters {
  const { required = [] } = request as { readonly required?: readonly string[] };
  const names = Object.keys(request.properties ?? {}).filter(
    (name) => !NOT_FILTERS.has(name) && !required.includes(name),
  );
  return Object.fromEntries(
    names.map((name) => [name, valuesOf(name, request.properties?.[name] as Schema, row)]),
  );
}

export const ordersOf = ({ properties }: Schema): readonly (string | undefined)[] => [
  undefined,
  ...((properties?.orderBy?.enum ?? []) as readonly string[]),
];

/** Each value of each filter alone, and none. */
export const singly = (filters: Filters): readonly Arguments[] => [
  {},
  ...Object.entries(filters).flatMap(([name, values]) => values.map((value) => ({ [name]: value }))),
];

/** Each two filters, with a value that matches many rows beside one that matches none: they make most work. */
export const inPairs = (filters: Filters): readonly Arguments[] =>
  Object.entries(filters).flatMap(([name, [many]]) =>
    Object.entries(filters)
      .filter(([other]) => other !== name)
      .map(([other, values]) => ({ [name]: many, [other]: values.at(-1) })),
  );
