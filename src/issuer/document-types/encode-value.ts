import { type CborValue, Tagged } from '../../formats/cbor/index.ts';
import type { ValueType } from './document-type.ts';

/** What is wrong with a record: the element's path and a sentence without the value. */
export interface Problem {
  readonly path: string;
  readonly problem: string;
}

/** Collects the problems of a whole record, so that one answer names them all. */
export type Report = (path: string, problem: string) => undefined;

const FULL_DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

type Convert = (value: unknown, type: ValueType, path: string, report: Report) => CborValue | undefined;

function text(value: unknown, type: ValueType, path: string, report: Report): CborValue | undefined {
  if (typeof value !== 'string') return report(path, 'must be text');
  if (value.length === 0) return report(path, 'must not be empty');
  if (!value.isWellFormed()) return report(path, 'must be well-formed Unicode');
  if (type.maxLength !== undefined && [...value].length > type.maxLength) {
    return report(path, `must have at most ${type.maxLength} characters`);
  }
  if (type.pattern !== undefined && !new RegExp(type.pattern, 'u').test(value)) {
    return report(path, `must match ${type.pattern}`);
  }
  return value;
}

function uint(value: unknown, _type: ValueType, path: string, report: Report): CborValue | undefined {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    return report(path, 'must be a whole number, 0 or more');
  }
  return value;
}

function bool(value: unknown, _type: ValueType, path: string, report: Report): CborValue | undefined {
  return typeof value === 'boolean' ? value : report(path, 'must be true or false');
}

function bytes(value: unknown, _type: ValueType, path: string, report: Report): CborValue | undefined {
  if (typeof value !== 'string' || !BASE64.test(value)) return report(path, 'must be base64');
  const decoded = Buffer.from(value, 'base64');
  return decoded.length > 0 ? new Uint8Array(decoded) : report(path, 'must not be empty');
}

function isCalendarDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
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
  if (Number.isNaN(time)) return report(path, 'must be a date and time, YYYY-MM-DDThh:mm:ssZ');
  return new Tagged(0, `${new Date(time).toISOString().slice(0, 19)}Z`);
}

const date: Convert = (value, type, path, report) =>
  typeof value === 'string' && FULL_DATE.test(value)
    ? fullDate(value, type, path, report)
    : dateTime(value, type, path, report);

function array(value: unknown, type: ValueType, path: string, report: Report): CborValue | undefined {
  if (!Array.isArray(value)) return report(path, 'must be a list');
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
  for (const name of given.keys()) report(`${path}.${name}`, 'is not a member of this element');
  return members;
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

/** The CBOR value of a JSON value; undefined after a reported problem. */
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
