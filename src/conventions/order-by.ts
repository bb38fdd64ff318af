import { Type } from 'typebox';

/** The sort key: a time or the id, which sorts by time in some lists. */
export type SortKey = 'createdAt' | 'deadlineAt';

export interface Sort {
  readonly by: SortKey | 'id';
  readonly descending: boolean;
}

/** The fields by which a list can be sorted, with their sort keys. All have an index. */
export type SortFields = Readonly<Record<string, Sort['by']>>;

/** `createTime`, or `createTime desc` (AIP-132); the order of ids when it is left out. */
export const OrderBy = (fields: SortFields) =>
  Type.Optional(
    Type.Enum(
      Object.keys(fields).flatMap((field) => [field, `${field} desc`]),
      { description: 'What the list is sorted by; with desc the last comes first. By id when left out.' },
    ),
  );

/** The requested order, which the contract has validated. */
export function sortOf(orderBy: string | undefined, fields: SortFields): Sort | undefined {
  if (orderBy === undefined) return undefined;
  const [field = '', direction] = orderBy.split(' ');
  const by = fields[field];
  return by && { by, descending: direction === 'desc' };
}

/**
 * At most `limit` rows after the row with this id and sort key, in the order of `sort` or by id. Fewer if the rows are
 * large, but at least one if there is one.
 */
export interface Rows {
  readonly limit: number;
  readonly after?: string;
  readonly afterKey?: number;
  readonly sort?: Sort;
}
