import { Type } from 'typebox';

/** The sort key: a time, or the id, which in some lists sorts by time. */
export type SortKey = 'createdAt' | 'deadlineAt' | 'placedAt' | 'registeredAt';

export interface Sort {
  readonly by: SortKey | 'id';
  readonly descending: boolean;
}

/** The fields by which a list can be sorted, with their sort keys. Every sort key has an index. */
export type SortFields = Readonly<Record<string, Sort['by']>>;

/** `createTime`, or `createTime desc` (AIP-132). If it is left out, the order is that of ids. */
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
 * At most `limit` rows after the row with this id and sort key, in the order of `sort` or by id. Fewer rows
 * if they are large, but at least one if any is left.
 */
export interface Rows {
  readonly limit: number;
  readonly after?: string;
  readonly afterKey?: number;
  readonly sort?: Sort;
  /** Only rows whose id starts with this. */
  readonly idPrefix?: string;
}
