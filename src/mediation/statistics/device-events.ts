import { StatusError } from '../../conventions/status.ts';
import { DAY } from '../../conventions/time.ts';
import type { MediationDeps } from '../operation.ts';
import type { ServingKey } from '../ports/entities.ts';
import type { CeilingUse } from '../ports/statistics.ts';
import { violationsOf } from '../refusals.ts';
import { dividedHalfEven, MONEY_SCALE, type Rates } from '../reports/money.ts';
import { dayText } from './days.ts';
import { type GoodRow, type IngestedBatch, ingestBatch } from './ingest-batch.ts';
import { LATEST } from './place-row.ts';
import type { RowReason } from './reasons.ts';
import { DEVICE_SOURCE } from './sources.ts';

/** What devices may claim. Anybody has the key of an app, so nothing that they send is certain. */
export interface DeviceCaps {
  /** Highest mean revenue of an impression in a batch, in US dollar micros. */
  readonly mostMicrosPerImpression: number;
  /** Rows and US dollars that all devices of one key may send on a day (UTC). */
  readonly mostRowsPerDay: number;
  readonly mostDollarsPerDay: number;
}

const MOST_ROWS = 500;
const BATCH_ID = /^[A-Za-z0-9._:-]{1,64}$/;
/** Repetitions that come later have rows that are too late. */
const KEPT = LATEST.device + DAY;
const MICROS = 1_000_000;

type Deps = Pick<MediationDeps, 'store' | 'statistics' | 'catalogue' | 'policy' | 'clock' | 'reports'> & {
  readonly caps: DeviceCaps;
};

/** US dollar micros of a row; undefined if no rate is known. */
function dollarsOf({ row, placed }: GoodRow, rates: Rates): number | undefined {
  const { revenueMicros = 0 } = row.counts;
  const { currency: from } = placed.dimensions;
  if (revenueMicros === 0) return 0;
  const converted = rates.converted(BigInt(revenueMicros), { from, to: 'USD', day: dayText(placed.day) });
  return converted === undefined ? undefined : Number(dividedHalfEven(converted, MONEY_SCALE));
}

/** The rows of another app, without a rate, or with more revenue than an impression can bring. */
function screening(key: ServingKey, rates: Rates, most: number) {
  return (rows: readonly GoodRow[]): ReadonlyMap<number, RowReason> => {
    const refused = new Map<number, RowReason>();
    const priced: { readonly good: GoodRow; readonly dollars: number; readonly impressions: number }[] = [];
    for (const good of rows) {
      const dollars = dollarsOf(good, rates);
      if (good.placed.dimensions.app !== key.appFragment) refused.set(good.index, 'UNKNOWN_AD_UNIT');
      else if (dollars === undefined) refused.set(good.index, 'NO_RATE');
      else priced.push({ good, dollars, impressions: good.row.counts.impressions ?? 0 });
    }
    const sum = (of: 'dollars' | 'impressions') => priced.reduce((total, each) => total + each[of], 0);
    if (sum('dollars') > most * sum('impressions'))
      for (const { good, dollars, impressions } of priced)
        if (dollars > most * impressions) refused.set(good.index, 'IMPLAUSIBLE_REVENUE');
    return refused;
  };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws StatusError INVALID_STATISTICS */
function checked(body: unknown) {
  const violations = violationsOf('INVALID_STATISTICS');
  const { batchId, rows, ...others } = isRecord(body) ? body : {};
  if (typeof batchId !== 'string' || !BATCH_ID.test(batchId))
    violations.add('batchId', 'is not 1 to 64 letters, digits, "-", "_", "." and ":"');
  if (!Array.isArray(rows) || rows.length > MOST_ROWS)
    violations.add('rows', `is not a list of at most ${MOST_ROWS} rows`);
  if (Object.keys(others).length > 0) violations.add('body', 'has members other than batchId and rows');
  violations.refuse();
  return { batchId: batchId as string, rows: rows as readonly unknown[] };
}

/** Counts a batch of what a device saw. @throws StatusError INVALID_STATISTICS, RATE_LIMIT_EXCEEDED */
export function deviceEvents({ caps, clock, reports, ...deps }: Deps) {
  return async (key: ServingKey, body: unknown): Promise<IngestedBatch> => {
    const now = clock();
    const { batchId, rows } = checked(body);
    const publisher = await deps.store.read((reader) => reader.publisher(key.publisherId));
    if (!publisher) throw new StatusError('NOT_FOUND', 'Requested entity was not found.');
    const rates = reports.rates();
    const day = Math.floor(now / DAY);
    const ceiling = (good: readonly GoodRow[]): CeilingUse => ({
      keyId: key.key,
      day,
      rows: good.length,
      revenueMicros: good.reduce((sum, each) => sum + (dollarsOf(each, rates) ?? 0), 0),
      mostRows: caps.mostRowsPerDay,
      mostRevenueMicros: caps.mostDollarsPerDay * MICROS,
    });
    const ingested = await ingestBatch(deps, {
      publisher,
      source: DEVICE_SOURCE,
      batchId,
      rows,
      now,
      latest: LATEST.device,
      kept: KEPT,
      screen: screening(key, rates, caps.mostMicrosPerImpression),
      ceiling,
    });
    if (ingested.outcome === 'overCeiling')
      throw new StatusError('RATE_LIMIT_EXCEEDED', 'The devices of the app have sent too much today.', [], {
        metadata: { quota_limit: 'mediation.statistics.devices' },
        retryDelay: (day + 1) * DAY - now,
      });
    return ingested;
  };
}

export type TakeEvents = ReturnType<typeof deviceEvents>;
