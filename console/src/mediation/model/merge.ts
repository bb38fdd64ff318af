import { type Fields, linePath, placeOf } from '../../../../src/client/group-changes.ts';

export type Side = 'theirs' | 'mine';

/** A field that changed after it was read. */
export interface MergeRow {
  readonly path: string;
  readonly base: string | undefined;
  readonly theirs: string | undefined;
  readonly mine: string | undefined;
  /** Who changed the field: `both` with different values, `same` with the same value. */
  readonly changedBy: 'theirs' | 'mine' | 'both' | 'same';
  /** They removed the line. A removed line cannot be restored with the same id. */
  readonly isGone: boolean;
}

const keysOf = (fields: Fields): ReadonlySet<string> =>
  new Set([...fields.keys()].flatMap((path) => placeOf(path)?.key ?? []));

/** Ids of lines that are only in the first. */
function without(fields: Fields, others: Fields): ReadonlySet<string> {
  const known = keysOf(others);
  return new Set([...keysOf(fields)].filter((key) => !known.has(key)));
}

/** Lines that they added. */
export const addedBy = (theirs: Fields, base: Fields): readonly string[] => [...without(theirs, base)];

/** Their group plus the lines that they removed, so that all fields can be compared. */
function withRemoved(theirs: Fields, base: Fields, gone: ReadonlySet<string>): Fields {
  const kept = [...base].filter(([path]) => gone.has(placeOf(path)?.key ?? ''));
  const removed = [...gone].map((key) => [`${linePath(key)}.state`, 'REMOVED'] as const);
  return new Map([...theirs, ...kept, ...removed]);
}

/** The fields that changed after the group was read. Lines that they added are not included. */
export function mergeRows(base: Fields, theirs: Fields, mine: Fields): readonly MergeRow[] {
  const gone = without(base, theirs);
  const added = without(theirs, base);
  const other = withRemoved(theirs, base, gone);
  const paths = new Set([...base.keys(), ...other.keys(), ...mine.keys()]);
  return [...paths].flatMap((path): MergeRow[] => {
    const key = placeOf(path)?.key ?? '';
    if (added.has(key)) return [];
    const [was, theirValue, myValue] = [base.get(path), other.get(path), mine.get(path)];
    const theyDid = theirValue !== was;
    const iDid = myValue !== was;
    if (!theyDid && !iDid) return [];
    const changedBy = !iDid ? 'theirs' : !theyDid ? 'mine' : theirValue === myValue ? 'same' : 'both';
    return [{ path, base: was, theirs: theirValue, mine: myValue, changedBy, isGone: gone.has(key) }];
  });
}

/** The side that is preselected; undefined where a person must choose. */
function usualSide({ changedBy, isGone }: MergeRow): Side | undefined {
  if (isGone) return 'theirs';
  if (changedBy === 'both') return undefined;
  return changedBy === 'mine' ? 'mine' : 'theirs';
}

export type Choices = Readonly<Record<string, Side>>;
export const sideOf = (row: MergeRow, choices: Choices): Side | undefined =>
  row.isGone ? 'theirs' : (choices[row.path] ?? usualSide(row));

/** Their group with the fields chosen from mine; undefined while a choice is missing. */
export function merged(theirs: Fields, rows: readonly MergeRow[], choices: Choices): Fields | undefined {
  const fields = new Map(theirs);
  for (const row of rows) {
    const side = sideOf(row, choices);
    if (side === undefined) return undefined;
    if (side === 'theirs') continue;
    if (row.mine === undefined) fields.delete(row.path);
    else fields.set(row.path, row.mine);
  }
  return fields;
}
