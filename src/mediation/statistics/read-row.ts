import { snakeToCamel } from '../../conventions/index.ts';
import { SLOTS, type Variant } from '../../resolve/index.ts';
import { type CountedMetric, METRICS } from '../ports/statistics.ts';
import type { RowReason } from './reasons.ts';

/** A row whose members have the right form. Its ids are not looked up yet. */
export interface ReadRow {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly adUnitId: string;
  readonly mediationGroupId?: string;
  readonly lineId?: string;
  readonly adSourceId?: string;
  readonly country?: string;
  readonly osVersion?: string;
  readonly sdkVersion?: string;
  readonly appVersion?: string;
  readonly servingRestriction?: string;
  readonly experimentId?: string;
  readonly variant?: Variant;
  readonly slot?: number;
  readonly newUsers?: number;
  readonly currency?: string;
  readonly precision?: string;
  readonly counts: Readonly<Partial<Record<CountedMetric, number>>>;
}

/** The value; undefined if it is not valid. */
type Read = (value: unknown) => string | number | undefined;

const matching =
  (shape: RegExp): Read =>
  (value) =>
    typeof value === 'string' && shape.test(value) ? value : undefined;

const DIGITS = /^\d{1,16}$/;

/** int64 in proto3 JSON: decimal digits or a number. A number with a fraction is refused, even if it is 0. */
function whole(value: unknown): number | undefined {
  const number = typeof value === 'string' && DIGITS.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) && (number as number) >= 0 ? (number as number) + 0 : undefined;
}

function slot(value: unknown): number | undefined {
  const number = whole(value);
  return number !== undefined && number < SLOTS ? number : undefined;
}

const TIME = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** Date.parse takes 30 February for 2 March. */
function time(value: unknown): number | undefined {
  const parts = typeof value === 'string' ? TIME.exec(value) : null;
  if (!parts) return undefined;
  const day = Number(parts[3]);
  if (day > 28 && new Date(Date.UTC(Number(parts[1]), Number(parts[2]) - 1, day)).getUTCDate() !== day)
    return undefined;
  const instant = Date.parse(parts[0]);
  return Number.isNaN(instant) ? undefined : instant;
}

const CURRENCIES: ReadonlySet<unknown> = new Set(Intl.supportedValuesOf('currency'));

const PRECISIONS: ReadonlySet<unknown> = new Set(['UNKNOWN', 'ESTIMATED', 'PUBLISHER_PROVIDED', 'PRECISE']);

const among =
  (values: ReadonlySet<unknown>): Read =>
  (value) =>
    values.has(value) ? (value as string) : undefined;

/** Versions as platforms and stores write them. Nothing that could name a person needs other characters. */
const VERSION = matching(/^[A-Za-z0-9][A-Za-z0-9 .,_+():/-]{0,63}$/);

/** Members of a row, how each is read, and the reason if it is not valid. */
const MEMBERS: Readonly<Record<string, readonly [Read, RowReason]>> = {
  time: [time, 'INVALID_TIME'],
  adUnitId: [matching(/^ca-app-pub-\d{16}\/\d{10}$/), 'INVALID_ID'],
  mediationGroupId: [matching(/^(ca-app-pub-\d{16}:mg:)?\d{10}$/), 'INVALID_ID'],
  lineId: [matching(/^(ca-app-pub-\d{16}:asi:)?\d{1,16}$/), 'INVALID_ID'],
  adSourceId: [matching(/^\d{1,20}$/), 'INVALID_ID'],
  country: [matching(/^([A-Z]{2}|\d{3})$/), 'INVALID_COUNTRY'],
  osVersion: [VERSION, 'INVALID_TEXT'],
  sdkVersion: [VERSION, 'INVALID_TEXT'],
  appVersion: [VERSION, 'INVALID_TEXT'],
  servingRestriction: [VERSION, 'INVALID_TEXT'],
  experimentId: [matching(/^\d{10}$/), 'INVALID_ID'],
  variant: [among(new Set(['VARIANT_A', 'VARIANT_B'])), 'INVALID_ENUM'],
  slot: [slot, 'INVALID_NUMBER'],
  newUsers: [whole, 'INVALID_NUMBER'],
  currency: [among(CURRENCIES), 'INVALID_CURRENCY'],
  precision: [among(PRECISIONS), 'INVALID_ENUM'],
};

const COUNTED: ReadonlySet<string> = new Set(METRICS);

const nameOf = (sent: string) =>
  COUNTED.has(sent) || Object.hasOwn(MEMBERS, sent) ? sent : snakeToCamel(sent);

/** Reads a row in proto3 JSON: both spellings of names, null for absent. */
export function readRow(value: unknown): ReadRow | RowReason {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'NOT_A_ROW';
  const row: Record<string, unknown> = {};
  const counts: Record<string, number> = {};
  for (const [sent, item] of Object.entries(value)) {
    const name = nameOf(sent);
    const isCount = COUNTED.has(name);
    if (!isCount && !Object.hasOwn(MEMBERS, name)) return 'UNKNOWN_MEMBER';
    if (name in row || name in counts) return 'UNKNOWN_MEMBER';
    if (item === null) continue;
    const [read, reason] = isCount ? ([whole, 'INVALID_NUMBER'] as const) : MEMBERS[name]!;
    const result = read(item);
    if (result === undefined) return reason;
    if (isCount) counts[name] = result as number;
    else row[name] = result;
  }
  const { time: at, adUnitId, adSourceId, newUsers } = row;
  const counted = Object.keys(counts).length > 0;
  if (at === undefined || adUnitId === undefined) return 'MISSING_MEMBER';
  if (counted && adSourceId === undefined && row.lineId === undefined) return 'MISSING_MEMBER';
  if (!counted && newUsers === undefined) return 'NO_COUNTS';
  return { ...row, counts } as unknown as ReadRow;
}
