import { lruCache } from '../../conventions/lru-cache.ts';
import type { CountedMetric } from '../ports/statistics.ts';
import { BOUNDED_DIMENSIONS, type BoundedDimension, OTHER_VALUE } from './bounded-dimensions.ts';

/** What is added up of the rows of devices. Money is in US dollar micros. */
type ClaimedNumber = Exclude<CountedMetric, 'revenueMicros'> | 'newUsers' | 'rows' | 'dollarMicros';

export type Claim = Readonly<Record<ClaimedNumber, number>>;

interface Most {
  /** In a row: one hour of one device. */
  readonly row: number;
  /** In a batch, which has up to seven days of one device. */
  readonly batch: number;
  /** On a day (UTC) with one key. Many devices may share an address. */
  readonly address: number;
}

const REQUESTS: Most = { row: 10_000, batch: 50_000, address: 500_000 };
const BIDS: Most = { row: 100_000, batch: 500_000, address: 5_000_000 };

/** Ceilings of what devices may claim. Anybody has the key of an app. */
const MOST: Readonly<Record<Exclude<ClaimedNumber, 'rows' | 'dollarMicros'>, Most>> = {
  adRequests: REQUESTS,
  matchedRequests: REQUESTS,
  impressions: { row: 1000, batch: 5000, address: 50_000 },
  clicks: { row: 200, batch: 1000, address: 10_000 },
  bidRequests: BIDS,
  bidsInAuction: BIDS,
  winningBids: REQUESTS,
  // An install enters an experiment once. A few hundred made-up users of one variant raise the sample-ratio alarm.
  newUsers: { row: 1, batch: 10, address: 100 },
};

interface DayCeiling {
  readonly mostRowsPerDay: number;
  readonly mostDollarsPerDay: number;
}

const MICROS = 1_000_000;

/** The share of a day's ceiling, and a least amount that leaves small ceilings usable, which itself is a share at most. */
const shareOf = (day: number, { part, least, most }: { part: number; least: number; most: number }) =>
  Math.min(day / most, Math.max(least, day / part));

/** All ceilings: those of rows and money are shares of what all devices together may send on a day. */
export function ceilingsOf({ mostRowsPerDay, mostDollarsPerDay }: DayCeiling): Record<ClaimedNumber, Most> {
  const dollars = (part: number, least: number, most: number) =>
    MICROS * shareOf(mostDollarsPerDay, { part, least, most });
  const batch = dollars(1000, 1, 20);
  return {
    ...MOST,
    rows: {
      row: 1,
      batch: Number.POSITIVE_INFINITY,
      address: shareOf(mostRowsPerDay, { part: 100, least: 5000, most: 1 }),
    },
    dollarMicros: { row: batch, batch, address: dollars(100, 10, 5) },
  };
}

const NUMBERS = [
  'adRequests',
  'matchedRequests',
  'impressions',
  'clicks',
  'bidRequests',
  'bidsInAuction',
  'winningBids',
  'newUsers',
  'rows',
  'dollarMicros',
] as const satisfies readonly ClaimedNumber[];

export const NOTHING = Object.fromEntries(NUMBERS.map((name) => [name, 0])) as Claim;

/** The sum or, with `sign` -1, the difference. */
export const added = (one: Claim, other: Claim, sign: 1 | -1 = 1) =>
  Object.fromEntries(NUMBERS.map((name) => [name, one[name] + sign * other[name]])) as Claim;

/** Whether no number of the claim is above its ceiling. */
export const isWithin = (claim: Claim, most: Record<ClaimedNumber, Most>, of: keyof Most) =>
  NUMBERS.every((name) => claim[name] <= most[name][of]);

/** Values of each dimension that one address brings in on a day by name. */
const VALUES: Readonly<Record<BoundedDimension, number>> = {
  osVersion: 20,
  sdkVersion: 20,
  appVersion: 20,
  servingRestriction: 5,
};

/** Addresses with a key that are remembered. */
const MOST_ADDRESSES = 100_000;

interface Sent {
  readonly day: number;
  claimed: Claim;
  readonly values: ReadonlyMap<BoundedDimension, Set<string>>;
}

/**
 * What each address has sent with a key on the day. In this process only, and in memory only: nobody stores addresses, and the
 * ceilings of a key hold in all processes.
 */
export function addressLedger(most: Record<ClaimedNumber, Most>) {
  const sent = lruCache<Sent>(MOST_ADDRESSES);
  const of = (address: string, day: number): Sent => {
    const known = sent.get(address);
    if (known?.day === day) return known;
    const values = new Map(BOUNDED_DIMENSIONS.map((name) => [name, new Set<string>()]));
    const fresh: Sent = { day, claimed: NOTHING, values };
    sent.set(address, fresh);
    return fresh;
  };
  return {
    /** How much of a number the address may still send on the day. */
    left: (address: string, day: number, name: ClaimedNumber): number =>
      most[name].address - of(address, day).claimed[name],
    /** Counts the claim. False if the address would have sent too much; then nothing is counted. */
    take(address: string, day: number, claim: Claim): boolean {
      const before = of(address, day);
      const claimed = added(before.claimed, claim);
      if (!isWithin(claimed, most, 'address')) return false;
      before.claimed = claimed;
      return true;
    },
    giveBack(address: string, day: number, claim: Claim): void {
      const before = of(address, day);
      before.claimed = added(before.claimed, claim, -1);
    },
    /** The value by which a row counts: `other` if the address has sent too many different ones today. */
    valueOf(address: string, day: number, dimension: BoundedDimension, value: string): string {
      if (value === '') return value;
      const values = of(address, day).values.get(dimension)!;
      if (values.has(value)) return value;
      if (values.size >= VALUES[dimension]) return OTHER_VALUE;
      values.add(value);
      return value;
    },
  };
}
