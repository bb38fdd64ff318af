import { DAY } from '../../conventions/time.ts';
import { CertificateError } from '../errors.ts';

const OCTETS = 16;

/**
 * A serial number of 16 octets whose first octet is 0x10 to 0x7F. Its hex digits are then always the same,
 * with or without padding or sign octet. Takes 16 random octets.
 */
export function newSerialNumber(random16: Uint8Array): Uint8Array {
  if (random16.length !== OCTETS)
    throw new CertificateError('invalidSpec', 'serial number needs 16 random octets');
  const serial = Uint8Array.from(random16);
  serial[0] = 0x10 + (serial[0]! % 0x70);
  return serial;
}

export const isUnambiguousSerial = (serial: Uint8Array): boolean =>
  serial.length === OCTETS && serial[0]! >= 0x10 && serial[0]! <= 0x7f;

/** Longest validities: ISO 18013-5 B.1.4, ISO/IEC 18013-5 second edition Table B.9, ISO 18013-5 B.1.2. */
export const DOCUMENT_SIGNER_MAX_DAYS = 457;
export const STATUS_SIGNER_MAX_DAYS = 1187;
export const IACA_MAX_YEARS = 20;
/** Months of validity. Identity: a year and three months of overlap. Encryption: three months and two of grace. */
export const IDENTITY_MONTHS = 15;
export const ENCRYPTION_MONTHS = 5;

/** Start of the previous day in UTC, so that MSO times rounded down to the day are within the validity. */
export const startOfDayBefore = (moment: number): number => Math.floor(moment / DAY) * DAY - DAY;

/** The same day and time a number of months later, or the last day of that month. */
export function addMonths(moment: number, months: number): number {
  const date = new Date(moment);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}

/** The last second of a day in UTC, a number of days after this one. */
export const endOfDayAfter = (moment: number, days: number): number =>
  lastSecondBefore(startOfDayBefore(moment) + (days + 2) * DAY);

/** A validity period includes both its ends (RFC 5280 4.1.2.5), so its last second is one before `end`. */
export const lastSecondBefore = (end: number): number => end - 1000;
