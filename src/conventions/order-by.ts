import { Type } from 'typebox';

/** What rows are sorted by: a time, or the id, which sorts by time in some lists. */
export type SortKey = 'createdAt' | 'deadlineAt';

export interface Sort {
  readonly by: SortKey | 'id';
  readonly descending: boolean;
}

/** Fields of a list by which it can be sorted, each with what its rows are sorted by; all have an index. */
export type SortFields = Readonly<Record<string, Sort['by']>>;

/** `createTime`, or `createTime desc` (AIP-132); the order of ids when it is left out. */
export const OrderBy = (fields: SortFields) =>
  Type.Optional(
    Type.Enum(
      Object.keys(fields).flatMap((field) => [field, `${field} desc`]),
      { description: 'What the list is sorted by; with desc the last comes first. By id when left out.' },
    ),
  );

/** The order that is asked for, which the contract has checked. */
export function sortOf(orderBy: string | undefined, fields: SortFields): Sort | undefined {
  if (orderBy === undefined) return undefined;
  const [field = '', direction] = orderBy.split(' ');
  const by = fields[field];
  return by && { by, descending: direction === 'desc' };
}

/**
 * At most `limit` rows in the order of `sort`, or else of their ids, behind the row with this id and this key; fewer where
 * they are heavy, yet one if there is one.
 */
export interface Rows {
  readonly limit: number;
  readonly after?: string;
  readonly afterKey?: number;
  readonly sort?: Sort;
}
