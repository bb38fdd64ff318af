import { isObject } from '../../conventions/json.ts';
import { omit } from '../../conventions/omit.ts';
import { StatusError } from '../../conventions/status.ts';
import { DAY } from '../../conventions/time.ts';
import type { MediationDeps } from '../operation.ts';
import type { ServingKey } from '../ports/entities.ts';
import { violationsOf } from '../refusals.ts';
import { dividedHalfEven, MONEY_SCALE, type Rates } from '../reports/currency-conversion.ts';
import { BOUNDED_DIMENSIONS, type BoundedDimension } from './bounded-dimensions.ts';
import { dayText } from './days.ts';
import { added, addressLedger, type Claim, ceilingsOf, isWithin, NOTHING } from './device-limits.ts';
import { type GoodRow, type IngestedBatch, ingestBatch, type SentBatch } from './ingest-batch.ts';
import { LATEST } from './place-row.ts';
import type { RowReason } from './reasons.ts';
import { DEVICE_SOURCE } from './sources.ts';

/** What devices may claim. Anybody has the key of an app, so nothing that they send is certain. */
interface DeviceCaps {
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

interface Screening {
  readonly key: ServingKey;
  readonly rates: Rates;
  readonly caps: DeviceCaps;
  readonly ceilings: ReturnType<typeof ceilingsOf>;
  /** New users that the address may still bring on the day. */
  readonly usersLeft: number;
}

interface Priced {
  readonly good: GoodRow;
  readonly dollars: number;
}

const claimOf = ({ good: { row }, dollars }: Priced): Claim => ({
  ...NOTHING,
  ...Object.fromEntries(Object.entries(row.counts).map(([name, count]) => [name, Number(count)])),
  newUsers: Number(row.newUsers ?? 0),
  rows: 1,
  dollarMicros: dollars,
});

/** Indexes of rows with more revenue than an impression can bring, if the batch has so much in the mean. */
function tooDear(rows: readonly Priced[], most: number): readonly number[] {
  const impressionsOf = ({ good }: Priced) => Number(good.row.counts.impressions ?? 0);
  const dollars = rows.reduce((sum, each) => sum + each.dollars, 0);
  const impressions = rows.reduce((sum, each) => sum + impressionsOf(each), 0);
  if (dollars <= most * impressions) return [];
  return rows.filter((each) => each.dollars > most * impressionsOf(each)).map(({ good }) => good.index);
}

/** A row that counts something else counts without its new users: many phones may share an address. */
function withoutUsers(good: GoodRow): GoodRow | undefined {
  const row = omit(good.row, 'newUsers');
  return Object.keys(row.counts).length > 0 ? { ...good, row } : undefined;
}

/** What a batch of a device claims, and which of its rows are refused. */
function screened(rows: readonly GoodRow[], { key, rates, caps, ceilings, usersLeft }: Screening) {
  const refused = new Map<number, RowReason>();
  const priced: Priced[] = [];
  for (const good of rows) {
    const dollars = dollarsOf(good, rates);
    if (good.placed.dimensions.app !== key.appFragment) refused.set(good.index, 'UNKNOWN_AD_UNIT');
    else if (dollars === undefined) refused.set(good.index, 'NO_RATE');
    else priced.push({ good, dollars });
  }
  for (const index of tooDear(priced, caps.mostMicrosPerImpression))
    refused.set(index, 'IMPLAUSIBLE_REVENUE');
  let claim = NOTHING;
  const counted: GoodRow[] = [];
  for (const each of priced) {
    const { good } = each;
    if (refused.has(good.index)) continue;
    const row = claimOf(each);
    const sum = added(claim, row);
    const isPlausible = isWithin(row, ceilings, 'row') && isWithin(sum, ceilings, 'batch');
    const isCrowded = sum.newUsers > usersLeft;
    const counting = isCrowded ? withoutUsers(good) : good;
    if (isPlausible && counting) {
      claim = isCrowded ? { ...sum, newUsers: claim.newUsers } : sum;
      counted.push(counting);
    } else {
      const isDear = sum.dollarMicros > ceilings.dollarMicros.batch;
      refused.set(good.index, isDear ? 'IMPLAUSIBLE_REVENUE' : 'IMPLAUSIBLE_NUMBER');
    }
  }
  return { refused, counted, claim };
}

/** @throws StatusError INVALID_STATISTICS */
function checked(body: unknown) {
  const violations = violationsOf('INVALID_STATISTICS');
  const { batchId, rows, ...others } = isObject(body) ? body : {};
  if (typeof batchId !== 'string' || !BATCH_ID.test(batchId))
    violations.add('batchId', 'is not 1 to 64 letters, digits, "-", "_", "." and ":"');
  if (!Array.isArray(rows) || rows.length > MOST_ROWS)
    violations.add('rows', `is not a list of at most ${MOST_ROWS} rows`);
  if (Object.keys(others).length > 0) violations.add('body', 'has members other than batchId and rows');
  violations.refuse();
  return { batchId: batchId as string, rows: rows as readonly unknown[] };
}

/** How a row counts: what one address brings in by name is bounded, and rows without money have no currency of their own. */
function bounded(
  { row, placed, index }: GoodRow,
  currency: string,
  named: (of: BoundedDimension, value: string) => string,
) {
  const { dimensions } = placed;
  const values = BOUNDED_DIMENSIONS.map((name) => [name, named(name, dimensions[name])]);
  const own = row.counts.revenueMicros ? {} : { currency };
  return {
    index,
    row,
    placed: { ...placed, dimensions: { ...dimensions, ...Object.fromEntries(values), ...own } },
  };
}

const tooMuch = (retryDelay: number) =>
  new StatusError('RATE_LIMIT_EXCEEDED', 'The devices of the app have sent too much today.', [], {
    metadata: { quota_limit: 'mediation.statistics.devices' },
    retryDelay,
  });

/** Counts a batch of what a device saw. @throws StatusError INVALID_STATISTICS, RATE_LIMIT_EXCEEDED */
export function deviceEvents({ caps, clock, reports, ...deps }: Deps) {
  const ceilings = ceilingsOf(caps);
  const ledger = addressLedger(ceilings);
  /** `address` stands for the caller; it is counted in memory and never stored. */
  return async (key: ServingKey, address: string, body: unknown): Promise<IngestedBatch> => {
    const now = clock();
    const { batchId, rows } = checked(body);
    const publisher = await deps.store.read((reader) => reader.publisher(key.publisherId));
    if (!publisher) throw new StatusError('NOT_FOUND', 'Requested entity was not found.');
    const rates = reports.rates();
    const day = Math.floor(now / DAY);
    const tomorrow = (day + 1) * DAY - now;
    let taken: Claim | undefined;
    const batch: SentBatch = {
      publisher,
      source: DEVICE_SOURCE,
      batchId,
      rows,
      now,
      latest: LATEST.device,
      kept: KEPT,
      keepsEmpty: false,
      screen: (good) => {
        const usersLeft = ledger.left(address, day, 'newUsers');
        const { refused, counted, claim } = screened(good, { key, rates, caps, ceilings, usersLeft });
        if (!ledger.take(address, day, claim)) throw tooMuch(tomorrow);
        taken = claim;
        const named = (name: BoundedDimension, value: string) => ledger.valueOf(address, day, name, value);
        return { refused, counted: counted.map((each) => bounded(each, publisher.currencyCode, named)) };
      },
      ceiling: () => ({
        keyId: key.key,
        day,
        rows: taken?.rows ?? 0,
        revenueMicros: taken?.dollarMicros ?? 0,
        mostRows: caps.mostRowsPerDay,
        mostRevenueMicros: caps.mostDollarsPerDay * MICROS,
      }),
    };
    let isStored = false;
    try {
      const ingested = await ingestBatch(deps, batch);
      if (ingested.outcome === 'overCeiling') throw tooMuch(tomorrow);
      isStored = ingested.outcome === 'stored';
      return ingested;
    } finally {
      if (taken && !isStored) ledger.giveBack(address, day, taken);
    }
  };
}

export type TakeEvents = ReturnType<typeof deviceEvents>;
