import { isCalendarDay } from '../../conventions/time.ts';
import { type CborValue, Tagged } from '../../formats/cbor/index.ts';
import type { ValueType } from './document-type.ts';
import { BYTES_FORMATS, TEXT_FORMATS } from './formats.ts';
import { compiled, shownName } from './identifier.ts';

/** Collects all problems for one answer. Each has a path and a sentence that does not quote the value. */
type Report = (path: string, problem: string) => undefined;

const FULL_DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** RFC 4648 section 4: the last group has two or three characters, or four with its padding, which may be left out. */
function isBase64(text: string): boolean {
  if (!BASE64.test(text)) return false;
  const padding = text.endsWith('==') ? 2 : Number(text.endsWith('='));
  const last = (text.length - padding) % 4;
  return last !== 1 && (padding === 0 || last + padding === 4);
}

/** What no text has: line breaks and other controls, code points that are no characters. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u;
/** Stands for a character that a decoder did not know. */
const LOST = '\uFFFD';
const BLANK = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

type Convert = (value: unknown, type: ValueType, path: string, report: Report) => CborValue | undefined;

function text(value: unknown, type: ValueType, path: string, report: Report): CborValue | undefined {
  if (typeof value !== 'string') return report(path, 'must be text');
  if (BLANK.test(value)) return report(path, 'must not be empty');
  if (!value.isWellFormed()) return report(path, 'must be well-formed Unicode');
  if (CONTROL.test(value))
    return report(path, 'must not have control characters, such as line breaks or NUL');
  if (value.includes(LOST))
    return report(path, 'has U+FFFD in place of a character that was lost when the data was decoded');
  if (type.maxLength !== undefined && [...value].length > type.maxLength) {
    return report(path, `must have at most ${type.maxLength} characters`);
  }
  if (type.pattern !== undefined && !compiled(type.pattern).test(value)) {
    return report(path, `must match ${type.pattern}`);
  }
  const problem = type.format && TEXT_FORMATS[type.format]?.(value);
  return problem === undefined ? value : report(path, problem);
}

function uint(value: unknown, type: ValueType, path: string, report: Report): CborValue | undefined {
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = type;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= minimum && value <= maximum) {
    return value === 0 ? 0 : value;
  }
  const upTo = type.maximum === undefined ? `${minimum} or more` : `${minimum} to ${maximum}`;
  return report(path, `must be a whole number, ${upTo}`);
}

function bool(value: unknown, _type: ValueType, path: string, report: Report): CborValue | undefined {
  return typeof value === 'boolean' ? value : report(path, 'must be true or false');
}

function bytes(value: unknown, type: ValueType, path: string, report: Report): CborValue | undefined {
  if (value === '' && type.mayBeEmpty) return new Uint8Array();
  if (typeof value !== 'string' || !isBase64(value))
    return report(path, 'must be base64, whole and without line breaks');
  const decoded = new Uint8Array(Buffer.from(value, 'base64'));
  if (decoded.length === 0) return report(path, 'must not be empty');
  if (type.maxLength !== undefined && decoded.length > type.maxLength) {
    return report(path, `must have at most ${type.maxLength} bytes`);
  }
  const problem = type.format && BYTES_FORMATS[type.format]?.(decoded);
  return problem === undefined ? decoded : report(path, problem);
}

/** ISO 18013-5 7.2.1: full-date is tag 1004. */
function fullDate(value: unknown, _type: ValueType, path: string, report: Report): CborValue | undefined {
  if (typeof value !== 'string' || !FULL_DATE.test(value) || !isCalendarDay(value)) {
    return report(path, 'must be a date, YYYY-MM-DD');
  }
  return new Tagged(1004, value);
}

/** ISO 18013-5 7.2.1: tdate is tag 0, UTC, without fraction of a second. */
function dateTime(value: unknown, _type: ValueType, path: string, report: Report): CborValue | undefined {
  const isTime = typeof value === 'string' && DATE_TIME.test(value) && isCalendarDay(value.slice(0, 10));
  const time = isTime ? Date.parse(value) : Number.NaN;
  const utc = Number.isNaN(time) ? '' : new Date(time).toISOString();
  // Years after 9999 have another text form. A time zone offset can lead to one.
  if (!/^\d{4}-/.test(utc)) return report(path, 'must be a date and time, YYYY-MM-DDThh:mm:ssZ');
  return new Tagged(0, `${utc.slice(0, 19)}Z`);
}

const date: Convert = (value, type, path, report) =>
  typeof value === 'string' && FULL_DATE.test(value)
    ? fullDate(value, type, path, report)
    : dateTime(value, type, path, report);

function array(value: unknown, type: ValueType, path: string, report: Report): CborValue | undefined {
  if (!Array.isArray(value)) return report(path, 'must be a list');
  const { minItems = 0 } = type;
  if (value.length < minItems) return report(path, `must have at least ${minItems} items`);
  const { items } = type;
  if (!items) return report(path, 'has no item type in its document type');
  const converted = value.map((item, index) => encodeValue(item, items, `${path}[${index}]`, report));
  return converted.filter((item) => item !== undefined);
}

function map(value: unknown, type: ValueType, path: string, report: Report): CborValue | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return report(path, 'must be an object');
  }
  const given = new Map(Object.entries(value));
  const members = new Map<string, CborValue>();
  for (const [name, memberType] of Object.entries(type.members ?? {})) {
    const member = given.get(name);
    given.delete(name);
    if (member === undefined || member === null) {
      if (memberType.mandatory) report(`${path}.${name}`, 'is missing');
      continue;
    }
    const converted = encodeValue(member, memberType, `${path}.${name}`, report);
    if (converted !== undefined) members.set(name, converted);
  }
  for (const name of given.keys()) report(`${path}.${shownName(name)}`, 'is not a member of this element');
  const { minMembers = 0 } = type;
  if (members.size >= minMembers) return members;
  return report(path, `must have at least ${minMembers} of ${Object.keys(type.members ?? {}).join(', ')}`);
}

const CONVERSIONS: Record<ValueType['type'], Convert> = {
  text,
  uint,
  boolean: bool,
  bytes,
  'full-date': fullDate,
  'date-time': dateTime,
  date,
  array,
  map,
};

/** Converts a JSON value to CBOR; undefined if a problem was reported. */
export function encodeValue(
  value: unknown,
  type: ValueType,
  path: string,
  report: Report,
): CborValue | undefined {
  const converted = CONVERSIONS[type.type](value, type, path, report);
  if (converted !== undefined && type.values && !type.values.includes(value as string | number)) {
    return report(path, `must be one of ${type.values.join(', ')}`);
  }
  return converted;
}
