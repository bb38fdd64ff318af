import { snakeToCamel } from '../../conventions/index.ts';
import { parseWholeNumber, type WholeNumber } from '../../conventions/whole-numbers.ts';
import { SLOTS, type Variant } from '../../resolve/index.ts';
import { isCountry } from '../countries.ts';
import { type CountedMetric, METRICS, MOST_SUM } from '../ports/statistics.ts';
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
  readonly newUsers?: WholeNumber;
  readonly currency?: string;
  readonly precision?: string;
  readonly counts: Readonly<Partial<Record<CountedMetric, WholeNumber>>>;
}

/** The value; undefined if it is not valid. */
type Read = (value: unknown) => string | WholeNumber | undefined;

const matching =
  (shape: RegExp): Read =>
  (value) =>
    typeof value === 'string' && shape.test(value) ? value : undefined;

const DIGITS = /^\d{1,19}$/;

/**
 * int64 in proto3 JSON: decimal digits or a number. A number with a fraction is refused, even if it is 0, and one that
 * JSON.parse has rounded.
 */
function whole(value: unknown): WholeNumber | undefined {
  if (typeof value === 'string') {
    const read = DIGITS.test(value) ? parseWholeNumber(value) : undefined;
    return typeof read === 'bigint' && read > MOST_SUM ? undefined : read;
  }
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) + 0 : undefined;
}

function slot(value: unknown): WholeNumber | undefined {
  const number = whole(value);
  return number !== undefined && number < SLOTS ? number : undefined;
}

const country: Read = (value) => (typeof value === 'string' && isCountry(value) ? value : undefined);

const TIME = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** Date.parse takes 30 February for 2 March. */
function instantOf(value: string): number | undefined {
  const parts = TIME.exec(value);
  if (!parts) return undefined;
  const day = Number(parts[3]);
  if (day > 28 && new Date(Date.UTC(Number(parts[1]), Number(parts[2]) - 1, day)).getUTCDate() !== day)
    return undefined;
  const instant = Date.parse(parts[0]);
  return Number.isNaN(instant) ? undefined : instant;
}

/** Most rows of a batch have the time of the row before. */
let last: { readonly text: unknown; readonly instant: number | undefined } = { text: '', instant: undefined };

function time(value: unknown): number | undefined {
  if (value !== last.text)
    last = { text: value, instant: typeof value === 'string' ? instantOf(value) : undefined };
  return last.instant;
}

const CURRENCIES: ReadonlySet<unknown> = new Set(Intl.supportedValuesOf('currency'));

const PRECISIONS: ReadonlySet<unknown> = new Set(['UNKNOWN', 'ESTIMATED', 'PUBLISHER_PROVIDED', 'PRECISE']);

const among =
  (values: ReadonlySet<unknown>): Read =>
  (value) =>
    values.has(value) ? (value as string) : undefined;

/** Versions as platforms and stores write them. Nothing that could name a person needs other characters. */
const VERSION = matching(/^[A-Za-z0-9][A-Za-z0-9 .,_+():/-]{0,63}$/);

interface Member {
  readonly read: Read;
  /** The reason if the value is not valid. */
  readonly reason: RowReason;
  readonly isCount: boolean;
}

const member = (read: Read, reason: RowReason): Member => ({ read, reason, isCount: false });

const MEMBERS: ReadonlyMap<string, Member> = new Map<string, Member>([
  ['time', member(time, 'INVALID_TIME')],
  ['adUnitId', member(matching(/^ca-app-pub-\d{16}\/\d{10}$/), 'INVALID_ID')],
  ['mediationGroupId', member(matching(/^(ca-app-pub-\d{16}:mg:)?\d{10}$/), 'INVALID_ID')],
  ['lineId', member(matching(/^(ca-app-pub-\d{16}:asi:)?\d{1,16}$/), 'INVALID_ID')],
  ['adSourceId', member(matching(/^\d{1,20}$/), 'INVALID_ID')],
  ['country', member(country, 'INVALID_COUNTRY')],
  ['osVersion', member(VERSION, 'INVALID_TEXT')],
  ['sdkVersion', member(VERSION, 'INVALID_TEXT')],
  ['appVersion', member(VERSION, 'INVALID_TEXT')],
  ['servingRestriction', member(VERSION, 'INVALID_TEXT')],
  ['experimentId', member(matching(/^\d{10}$/), 'INVALID_ID')],
  ['variant', member(among(new Set(['VARIANT_A', 'VARIANT_B'])), 'INVALID_ENUM')],
  ['slot', member(slot, 'INVALID_NUMBER')],
  ['newUsers', member(whole, 'INVALID_NUMBER')],
  ['currency', member(among(CURRENCIES), 'INVALID_CURRENCY')],
  ['precision', member(among(PRECISIONS), 'INVALID_ENUM')],
  ...METRICS.map((metric): [string, Member] => [
    metric,
    { read: whole, reason: 'INVALID_NUMBER', isCount: true },
  ]),
]);

/** Reads a row in proto3 JSON: both spellings of names, null for absent. */
export function readRow(value: unknown): ReadRow | RowReason {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'NOT_A_ROW';
  const counts: Record<string, WholeNumber> = {};
  const row: Record<string, unknown> = {};
  let isCounting = false;
  for (const sent of Object.keys(value)) {
    const name = MEMBERS.has(sent) ? sent : snakeToCamel(sent);
    const member = MEMBERS.get(name);
    if (!member || Object.hasOwn(member.isCount ? counts : row, name)) return 'UNKNOWN_MEMBER';
    const item: unknown = value[sent as keyof object];
    if (item === null) continue;
    const result = member.read(item);
    if (result === undefined) return member.reason;
    if (member.isCount) {
      counts[name] = result as WholeNumber;
      isCounting = true;
    } else row[name] = result;
  }
  const { time: at, adUnitId, adSourceId, newUsers } = row;
  if (at === undefined || adUnitId === undefined) return 'MISSING_MEMBER';
  if (isCounting && adSourceId === undefined && row.lineId === undefined) return 'MISSING_MEMBER';
  if (!isCounting && newUsers === undefined) return 'NO_COUNTS';
  row.counts = counts;
  return row as unknown as ReadRow;
}
