import { DerError } from '../errors.ts';
import { TAG } from './tag.ts';

/** UTCTime covers 1950 to 2049 (RFC 5280 4.1.2.5.1). */
const UTC_TIME_FIRST_YEAR = 1950;
const UTC_TIME_LAST_YEAR = 2049;

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Milliseconds of the contents from `start` to `end`: `YYMMDDHHMMSSZ` or `YYYYMMDDHHMMSSZ`, the only forms of
 * RFC 5280 4.1.2.5.
 */
export function decodeTime(tag: number, bytes: Uint8Array, start: number, end: number): number {
  const yearDigits = tag === TAG.utcTime ? 2 : 4;
  if (end - start !== yearDigits + 11 || bytes[end - 1] !== 0x5a) throw invalid(start);
  let year = pair(bytes, start);
  if (yearDigits === 4) year = year * 100 + pair(bytes, start + 2);
  else year += year < 50 ? 2000 : 1900;
  const at = start + yearDigits;
  const month = pair(bytes, at);
  const day = pair(bytes, at + 2);
  const hour = pair(bytes, at + 4);
  const minute = pair(bytes, at + 6);
  const second = pair(bytes, at + 8);
  // Date.UTC would map the years 0 to 99 to 1900 to 1999. Characters that are not digits become NaN, so every
  // comparison is false.
  if (!(year >= 100 && hour < 24 && minute < 60 && second < 60 && day >= 1 && day <= daysOf(year, month))) {
    throw invalid(start);
  }
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const invalid = (offset: number) => new DerError('invalidTime', offset, 'malformed time');

function daysOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0);
}

function pair(bytes: Uint8Array, at: number): number {
  const tens = bytes[at]! - 0x30;
  const units = bytes[at + 1]! - 0x30;
  return tens >= 0 && tens <= 9 && units >= 0 && units <= 9 ? tens * 10 + units : Number.NaN;
}

/** Tag and contents for a moment in whole seconds: UTCTime through 2049, GeneralizedTime after and before 1950. */
export function encodeTime(milliseconds: number): { tag: number; content: Uint8Array } {
  const year = new Date(milliseconds).getUTCFullYear();
  if (!(year >= 100 && year <= 9999)) {
    throw new DerError('unencodable', 0, 'time outside the years 100 to 9999');
  }
  const digits = new Date(milliseconds).toISOString().slice(0, 19).replace(/[-T:]/g, '');
  if (year >= UTC_TIME_FIRST_YEAR && year <= UTC_TIME_LAST_YEAR) {
    return { tag: TAG.utcTime, content: Buffer.from(`${digits.slice(2)}Z`, 'latin1') };
  }
  return { tag: TAG.generalizedTime, content: Buffer.from(`${digits}Z`, 'latin1') };
}
