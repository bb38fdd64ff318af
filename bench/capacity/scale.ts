import { DAY, HOUR, SECOND } from '../../src/conventions/time.ts';
import { msoValidity } from '../../src/issuer/mso/validity.ts';
import { OPEN_LISTS } from '../../src/issuer/status/list-entries.ts';
import type { Measured } from './measured.ts';

/** What an issuer decides, and what its holders do. */
interface Assumptions {
  readonly validityDays: number;
  readonly batch: number;
  /** The share of holders that get another credential in a year. */
  readonly newHolders: number;
}

export const ASSUMED: Assumptions = { validityDays: 30, batch: 10, newHolders: 0.2 };
export const HOLDERS = [1_000_000, 10_000_000, 100_000_000] as const;

const YEAR = 365;
/** Entries of the audit log for a new credential, and for a refresh. */
const EVENTS = { credential: 7, refresh: 1 } as const;
/** Bytes of the record of a holder with its portrait; it differs most between issuers. */
const RECORD = 20_000;
/** retention.requestDays */
const TRAIL_DAYS = 30;

export const refreshDaysAt = (msoValidityDays: number): number =>
  (msoValidity(0, { msoValidityDays }, [], 0)?.expectedUpdate ?? DAY) / DAY;

/** MSOs that are signed in a second of an average day. */
export const signedPerSecond = (holders: number, validityDays: number, batch: number): number =>
  (holders * batch) / ((refreshDaysAt(validityDays) * DAY) / SECOND);

/** The cores that this many MSOs a second keep busy. */
export const coresFor = (perSecond: number, batch: number, { microseconds }: Measured): number =>
  (perSecond * (microseconds.perMso + microseconds.perRefresh / batch)) / 1e6;

export interface Rows {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
}

/** Rows and bytes after a year. */
export function storedAt(
  holders: number,
  { bytes }: Measured,
  database: 'sqlite' | 'postgres',
): readonly Rows[] {
  const { validityDays, batch, newHolders } = ASSUMED;
  const size = bytes[database];
  const refreshes = (holders * YEAR) / refreshDaysAt(validityDays);
  // MSOs stay until they end, although phones fetch the next ones before.
  const live = (holders * batch * validityDays) / refreshDaysAt(validityDays);
  const rows = (name: string, count: number, each: number): Rows => ({
    name,
    rows: count,
    bytes: count * each,
  });
  return [
    rows('holders, with a record of 20 kB', holders, RECORD),
    rows('credentials, with device, proofing and code', holders, size.credential),
    rows('live MSOs', live, size.mso),
    rows('keys of expired MSOs, of a year', refreshes * batch - live, size.expiredMso),
    rows('requests of refreshes, for `diptych explain`', (refreshes * TRAIL_DAYS) / YEAR, size.request),
    rows(
      'entries of the audit log, of a year',
      holders * newHolders * EVENTS.credential + refreshes * EVENTS.refresh,
      size.change,
    ),
  ];
}

/** Bits that an entry needs at least, if this share of the entries is set (Shannon). */
const entropy = (share: number): number => -share * Math.log2(share) - (1 - share) * Math.log2(1 - share);

/** The share of the entries that is set in the list that was measured, and among the entries that MSOs have. */
const REVOKED = 0.01;

/**
 * Status lists, and what their publication takes each hour. With issuer.statusLists.period: day, the MSOs of each day have lists
 * of their own, of which four are filled at the same time, so most lists are never full.
 */
export function listsAt(holders: number, { statusList }: Measured) {
  const { batch, validityDays } = ASSUMED;
  const perDay = (holders * batch) / refreshDaysAt(validityDays);
  const listsPerDay = OPEN_LISTS * Math.ceil(perDay / (OPEN_LISTS * statusList.entries));
  // From today's MSOs to those that ended yesterday, whose lists are still served.
  const lists = listsPerDay * (validityDays + 2);
  const set = (REVOKED * perDay) / (listsPerDay * statusList.entries);
  const part = entropy(set) / entropy(REVOKED);
  return {
    lists,
    bytes: lists * statusList.bytes * part,
    cores: (lists * statusList.milliseconds * part) / HOUR,
  };
}
