import { hash } from 'node:crypto';
import type { BodyOf } from '../../../mediation/contract/index.ts';
import { dayBoundsOf } from '../../../mediation/reports/calendar.ts';
import type { FileRow } from './rows.ts';

/** Rows of a batch: less than 1 MiB, whatever members they have. */
const MOST_ROWS = 2000;

type Body = BodyOf<'accounts.statistics.ingest'>;

export interface Batch {
  readonly date: string;
  readonly rows: readonly FileRow[];
  readonly body: Body;
}

interface Part {
  readonly adSourceIds: readonly string[];
  readonly rows: readonly FileRow[];
  readonly adUnitsFrom?: string | undefined;
  readonly adUnitsBefore?: string | undefined;
}

/** Splits the rows of one ad source between ad units, so that every ad unit is in exactly one part. */
function splitByUnit(adSourceId: string, rows: readonly FileRow[]): readonly Part[] {
  const byUnit = [...Map.groupBy(rows, ({ adUnitId }) => adUnitId)].sort(([a], [b]) => (a < b ? -1 : 1));
  const parts: FileRow[][] = [];
  for (const [, of] of byUnit) {
    const last = parts.at(-1);
    if (last && last.length + of.length <= MOST_ROWS) last.push(...of);
    else parts.push([...of]);
  }
  return parts.map((part, index) => ({
    adSourceIds: [adSourceId],
    rows: part,
    adUnitsFrom: index === 0 ? undefined : part[0]?.adUnitId,
    adUnitsBefore: parts[index + 1]?.[0]?.adUnitId,
  }));
}

/** The parts of a day. Ad sources without rows are replaced too: the file says that they earned nothing. */
function partsOf(rows: readonly FileRow[], adSourceIds: readonly string[]): readonly Part[] {
  const bySource = Map.groupBy(rows, ({ adSourceId }) => adSourceId);
  const parts: Part[] = [];
  let open: { adSourceIds: string[]; rows: FileRow[] } = { adSourceIds: [], rows: [] };
  for (const adSourceId of adSourceIds) {
    const of = bySource.get(adSourceId) ?? [];
    if (of.length > MOST_ROWS) {
      parts.push(...splitByUnit(adSourceId, of));
      continue;
    }
    if (open.rows.length + of.length > MOST_ROWS) {
      parts.push(open);
      open = { adSourceIds: [], rows: [] };
    }
    open.adSourceIds.push(adSourceId);
    open.rows.push(...of);
  }
  return open.adSourceIds.length > 0 ? [...parts, open] : parts;
}

function dateParts(date: string) {
  const [year, month, day] = date.split('-').map(Number);
  return { year: year ?? 0, month: month ?? 0, day: day ?? 0 };
}

export interface BatchOptions {
  readonly source: string;
  /** Of the account: a day of the file is that day there. */
  readonly timeZone: string;
  /** Makes the ids of batches different from those of an earlier import of the same file. */
  readonly salt: string;
}

/** The batches of a file: each replaces its ad sources on one day. */
export function batchesOf(
  rows: readonly FileRow[],
  { source, timeZone, salt }: BatchOptions,
): readonly Batch[] {
  const adSourceIds = [...new Set(rows.map(({ adSourceId }) => adSourceId))].sort();
  const days = [...Map.groupBy(rows, ({ date }) => date)].sort(([a], [b]) => (a < b ? -1 : 1));
  return days.flatMap(([date, ofDay]) => {
    const time = new Date(dayBoundsOf(date, date, timeZone)[0]!.from).toISOString();
    const day = dateParts(date);
    return partsOf(ofDay, adSourceIds).map((part): Batch => {
      const { rows: ofPart, adSourceIds: ids, adUnitsFrom, adUnitsBefore } = part;
      const body: Body = {
        source,
        mode: 'REPLACE',
        replace: {
          dateRange: { startDate: day, endDate: day },
          adSourceIds: [...ids],
          ...(adUnitsFrom !== undefined && { adUnitsFrom }),
          ...(adUnitsBefore !== undefined && { adUnitsBefore }),
        },
        rows: ofPart.map(({ adUnitId, adSourceId, members }) => ({ time, adUnitId, adSourceId, ...members })),
      };
      const batchId = hash('sha256', salt + JSON.stringify(body)).slice(0, 40);
      return { date, rows: ofPart, body: { batchId, ...body } };
    });
  });
}
