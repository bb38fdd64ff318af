import { hash } from 'node:crypto';
import type { BodyOf } from '../../../mediation/contract/index.ts';
import { dayBoundsOf } from '../../../mediation/reports/report-days.ts';
import type { FileRow } from './rows.ts';

/** Rows of a batch: less than 1 MiB, whatever members they have. */
const MOST_ROWS = 2000;
/** Ad units that a batch names. */
const MOST_UNITS = 1000;

type Body = BodyOf<'accounts.statistics.ingest'>;
type Replaced = NonNullable<Body['replace']>;

interface Batch {
  readonly date: string;
  readonly rows: readonly FileRow[];
  readonly body: Body;
}

interface Part {
  readonly units: readonly string[];
  readonly rows: readonly FileRow[];
}

/** Splits the rows of a day between ad units, so that every ad unit is in exactly one part. */
function partsOf(rows: readonly FileRow[], units: readonly string[]): readonly Part[] {
  const byUnit = Map.groupBy(rows, ({ adUnitId }) => adUnitId);
  const parts: { units: string[]; rows: FileRow[] }[] = [];
  for (const unit of units) {
    const of = byUnit.get(unit) ?? [];
    const last = parts.at(-1);
    const isFull = !last || last.rows.length + of.length > MOST_ROWS || last.units.length === MOST_UNITS;
    if (isFull) parts.push({ units: [unit], rows: [...of] });
    else {
      last.units.push(unit);
      last.rows.push(...of);
    }
  }
  return parts;
}

function dateParts(date: string) {
  const [year, month, day] = date.split('-').map(Number);
  return { year: year ?? 0, month: month ?? 0, day: day ?? 0 };
}

interface BatchOptions {
  readonly source: string;
  /** Of the account: a day of the file is that day there. */
  readonly timeZone: string;
  /** Makes the ids of batches different from those of an earlier import of the same file. */
  readonly salt: string;
  /** The ad units that the file covers, in order. */
  readonly units: readonly string[];
  /** Whether the file covers all ad units of the account, also those that it does not name. */
  readonly isWhole: boolean;
}

/** The members of a body but its id and what the rest of a chain continues. */
type Chain = Omit<Body, 'batchId' | 'rows'> & { readonly replace: Replaced };

/**
 * The batches of a part: one, or a first one and others that continue it. Their ids depend on all of their rows, so that
 * a part of which anything changed is replaced as a whole.
 */
function chained(date: string, time: string, chain: Chain, rows: readonly FileRow[], salt: string): Batch[] {
  const sent = rows.map(({ adUnitId, adSourceId, members }) => ({ time, adUnitId, adSourceId, ...members }));
  const id = hash('sha256', salt + JSON.stringify([chain, sent])).slice(0, 40);
  const count = Math.max(1, Math.ceil(rows.length / MOST_ROWS));
  return Array.from({ length: count }, (_, index): Batch => {
    const [from, to] = [index * MOST_ROWS, (index + 1) * MOST_ROWS];
    const continued = index === 0 ? {} : { continues: id };
    return {
      date,
      rows: rows.slice(from, to),
      body: {
        batchId: index === 0 ? id : `${id}-${index + 1}`,
        ...chain,
        replace: { ...chain.replace, ...continued },
        rows: sent.slice(from, to),
      },
    };
  });
}

/** The batches of a file: each replaces its ad units on one day, for all ad sources of the file. */
export function batchesOf(rows: readonly FileRow[], options: BatchOptions): readonly Batch[] {
  const { source, timeZone, salt, units, isWhole } = options;
  // Ad sources without rows on a day are replaced, too: the file says that they earned nothing.
  const adSourceIds = [...new Set(rows.map(({ adSourceId }) => adSourceId))].sort();
  const days = [...Map.groupBy(rows, ({ date }) => date)].sort(([a], [b]) => (a < b ? -1 : 1));
  return days.flatMap(([date, ofDay]) => {
    const time = new Date(dayBoundsOf(date, date, timeZone)[0]!.from).toISOString();
    const day = dateParts(date);
    const parts = partsOf(ofDay, units);
    return parts.flatMap(({ units: adUnitIds, rows: ofPart }, index) => {
      const [from, before] = [index === 0 ? undefined : adUnitIds[0], parts[index + 1]?.units[0]];
      const scope = isWhole
        ? {
            ...(from !== undefined && { adUnitsFrom: from }),
            ...(before !== undefined && { adUnitsBefore: before }),
          }
        : { adUnitIds: [...adUnitIds] };
      const replace = {
        dateRange: { startDate: day, endDate: day },
        adSourceIds: [...adSourceIds],
        ...scope,
      };
      return chained(date, time, { source, mode: 'REPLACE', replace }, ofPart, salt);
    });
  });
}
