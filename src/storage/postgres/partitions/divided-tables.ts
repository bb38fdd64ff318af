import { DAY } from '../../../conventions/time.ts';
import { timePrefix } from '../../time-ordered-ids.ts';

/** A partition and the values that it has. */
export interface Part {
  readonly name: string;
  readonly values: string;
}

/** A table that can be divided by its primary key. */
export interface DividedTable {
  readonly table: 'issued_mso' | 'state_change';
  readonly key: string;
  readonly by: 'hash' | 'range';
  /** The partitions that are made. `first`: the lowest key of the table, if it has rows. */
  parts(now: number, first: string | undefined): readonly Part[];
}

/** A search by something else than the key looks into each partition, so that more of them cost more. */
const HASHED = 16;

const hashed = Array.from({ length: HASHED }, (_, index) => ({
  name: `issued_mso_${index}`,
  values: `with (modulus ${HASHED}, remainder ${index})`,
}));

/** The ids of entries begin with their time. */
const PERIOD = 91 * DAY;

/** How many periods beyond the present one have a partition. */
const AHEAD = 4;

/** It has all ids behind those of the other partitions, so that no entry is ever without a partition. */
export const OPEN = 'state_change_open';

const startOf = (period: number) => `'${timePrefix(period * PERIOD)}'`;
const dayOf = (period: number) => new Date(period * PERIOD).toISOString().slice(0, 10).replaceAll('-', '');

const between = (from: string, to: string) => `from (${from}) to (${to})`;

export const periodOf = (at: number) => Math.floor(at / PERIOD);

/** The partitions from a period on until a year from now, and the open one. `isFirst`: with all earlier ids. */
export function partsFrom(period: number, now: number, isFirst: boolean): readonly Part[] {
  const behind = Math.max(periodOf(now) + AHEAD + 1, period);
  const parts = Array.from({ length: behind - period }, (_, index) => {
    const from = isFirst && index === 0 ? 'minvalue' : startOf(period + index);
    return {
      name: `state_change_${dayOf(period + index)}`,
      values: between(from, startOf(period + index + 1)),
    };
  });
  return [...parts, { name: OPEN, values: between(startOf(behind), 'maxvalue') }];
}

export const DIVIDED_TABLES: readonly DividedTable[] = [
  { table: 'issued_mso', key: 'key_hash', by: 'hash', parts: () => hashed },
  {
    table: 'state_change',
    key: 'change_id',
    by: 'range',
    parts(now, first) {
      const oldest = Number.parseInt(first ?? '', 10);
      return partsFrom(periodOf(Math.min(now, Number.isSafeInteger(oldest) ? oldest : now)), now, true);
    },
  },
];
