import { type CborReader, encodeInOrder, Tagged } from '../cbor/index.ts';
import { MdocError } from '../errors.ts';
import { type FieldReader, read } from '../structure/index.ts';

const TDATE = 0;
const FULL_DATE = 1004;
/** Characters of a tdate without fraction: `2020-10-01T13:30:02Z`. */
export const TDATE_LENGTH = 20;

const TDATE_FORM = Buffer.from('0000-00-00T00:00:00Z', 'latin1');
const ZERO = 0x30;

const STRICT_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
/** RFC 3339 5.6. */
const ANY_TIME = /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const LATEST = Date.UTC(10_000, 0, 1);
const EARLIEST = Date.parse('0000-01-01T00:00:00Z');

/** Writes a moment for tag 0 as 20 ASCII characters: UTC, `Z`, no fraction (ISO 18013-5 7.2.1). */
export function writeTdate(milliseconds: number, target: Uint8Array, at: number): void {
  if (!(milliseconds % 1000 === 0 && milliseconds >= EARLIEST && milliseconds < LATEST)) {
    throw new MdocError('invalidValidity', 'a tdate needs whole seconds within the years 0 to 9999');
  }
  const date = new Date(milliseconds);
  const year = date.getUTCFullYear();
  target.set(TDATE_FORM, at);
  writePair(Math.floor(year / 100), target, at);
  writePair(year % 100, target, at + 2);
  writePair(date.getUTCMonth() + 1, target, at + 5);
  writePair(date.getUTCDate(), target, at + 8);
  writePair(date.getUTCHours(), target, at + 11);
  writePair(date.getUTCMinutes(), target, at + 14);
  writePair(date.getUTCSeconds(), target, at + 17);
}

function writePair(number: number, target: Uint8Array, at: number): void {
  target[at] = ZERO + Math.floor(number / 10);
  target[at + 1] = ZERO + (number % 10);
}

/** Text of a moment for tag 0. Takes milliseconds, whole seconds. Throws MdocError `invalidValidity`. */
export function formatTdate(milliseconds: number): string {
  const text = Buffer.alloc(TDATE_LENGTH);
  writeTdate(milliseconds, text, 0);
  return text.toString('latin1');
}

export const tdate = (milliseconds: number): Tagged => new Tagged(TDATE, formatTdate(milliseconds));

export interface ReadTdate {
  /** Milliseconds since 1970; further digits are cut off. */
  readonly milliseconds: number;
  /** Whether the text has no fraction and is in UTC with `Z`, as ISO 18013-5 7.2.1 asks. */
  readonly strict: boolean;
}

/** A date with tag 0. Fractions and offsets, which some issuers write, are accepted and reported. */
export const readTdate: FieldReader<ReadTdate> = (reader: CborReader) => {
  const text = read.tagged(TDATE, read.text)(reader);
  const [, date, time, fraction = '', zone] = ANY_TIME.exec(text) ?? [];
  const instant = `${date}T${time}${fraction.slice(0, 4)}${zone?.toUpperCase()}`;
  const milliseconds = date === undefined || !isCalendarDate(date) ? Number.NaN : Date.parse(instant);
  if (Number.isNaN(milliseconds)) throw new MdocError('malformed', 'a tdate is not an RFC 3339 moment');
  return { milliseconds, strict: STRICT_TIME.test(text) };
};

/** Encoded `#6.1004(tstr)` of a calendar date `YYYY-MM-DD` (RFC 8943). */
export function encodeFullDate(date: string): Uint8Array {
  if (!isCalendarDate(date)) throw new MdocError('malformed', 'a full-date is not a calendar date');
  return encodeInOrder(new Tagged(FULL_DATE, date));
}

/** `YYYY-MM-DD` of a tag-1004 date. */
export const readFullDate: FieldReader<string> = (reader: CborReader) => {
  const date = read.tagged(FULL_DATE, read.text)(reader);
  if (!isCalendarDate(date)) throw new MdocError('malformed', 'a full-date is not a calendar date');
  return date;
};

function isCalendarDate(date: string): boolean {
  const midnight = DATE.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(date);
}
