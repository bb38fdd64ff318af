import type { JsonValue } from '../json.ts';
import { enumNamesOf, type Schema, typeNameOf } from '../json-schema.ts';

export interface Scalar {
  /** The type in error messages. */
  readonly type: string;
  /** Converts a value to its internal form; undefined if the type is wrong. */
  readonly read: (value: JsonValue) => JsonValue | undefined;
}

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;
const INT32_MAX = 2 ** 31 - 1;

/** JSON.parse has already rounded numbers above 2^53, so they are refused. */
function readInt64(value: JsonValue): string | undefined {
  const digits = typeof value === 'string' ? /^-?\d{1,19}$/.test(value) : Number.isSafeInteger(value);
  if (!digits) return undefined;
  const integer = BigInt(value as string | number);
  return integer >= INT64_MIN && integer <= INT64_MAX ? String(integer) : undefined;
}

/** Strings may have exponents and decimal zeros, like numbers. */
const INT32_TEXT = /^-?\d{1,10}(\.\d{1,10})?([eE][+-]?\d{1,2})?$/;

function readInt32(value: JsonValue): number | undefined {
  const text = typeof value === 'string';
  if (text && !INT32_TEXT.test(value)) return undefined;
  const integer = (text ? Number(value) : value) as number;
  if (!Number.isInteger(integer) || integer > INT32_MAX || integer < -INT32_MAX - 1) return undefined;
  return integer + 0;
}

function readDouble(value: JsonValue): number | undefined {
  const number =
    typeof value === 'string' && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** RFC 3339. */
const TIME_TEXT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

const readTime = (value: JsonValue): string | undefined =>
  typeof value === 'string' && TIME_TEXT.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;

const TIME: Scalar = { type: 'type.googleapis.com/google.protobuf.Timestamp', read: readTime };
const INT64: Scalar = { type: 'TYPE_INT64', read: readInt64 };
const INT32: Scalar = { type: 'TYPE_INT32', read: readInt32 };

const SCALARS: Readonly<Record<string, Scalar>> = {
  string: { type: 'TYPE_STRING', read: (value) => (typeof value === 'string' ? value : undefined) },
  boolean: { type: 'TYPE_BOOL', read: (value) => (typeof value === 'boolean' ? value : undefined) },
  number: { type: 'TYPE_DOUBLE', read: readDouble },
  integer: INT32,
};

/** The scalar of a schema; undefined for messages, maps and lists. Enums are names, never numbers. */
export function scalarOf(schema: Schema): Scalar | undefined {
  const names = enumNamesOf(schema);
  if (names) {
    const type = typeNameOf(schema, 'TYPE_ENUM');
    return { type, read: (value) => (names.includes(value) ? value : undefined) };
  }
  if (schema.format === 'int64') return INT64;
  if (schema.format === 'google-datetime') return TIME;
  return schema.type === undefined ? undefined : SCALARS[schema.type];
}
