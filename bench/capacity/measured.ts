import type { StoredKind } from '../load/storage.ts';

/** What `bench/capacity/measure.ts` found, in `measured.json`. */
export interface Measured {
  readonly on: string;
  readonly date: string;
  /** In the databases that were measured. */
  readonly credentials: number;
  /** Bytes of one row of each kind, with indexes and free space. */
  readonly bytes: Readonly<Record<'sqlite' | 'postgres', Readonly<Record<StoredKind, number>>>>;
  /** Processor time of the server. */
  readonly microseconds: { readonly perRefresh: number; readonly perMso: number };
  /** A list with 1 % of its entries set. */
  readonly statusList: { readonly entries: number; readonly bytes: number; readonly milliseconds: number };
}
