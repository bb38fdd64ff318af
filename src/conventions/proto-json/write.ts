import { isObject, type JsonObject, type JsonValue, put } from '../json.ts';
import { enumNamesOf, mapValueOf, propertyOf, type Schema } from '../json-schema.ts';

const isUnspecified = (schema: Schema, value: unknown) =>
  typeof value === 'string' && value.endsWith('_UNSPECIFIED') && enumNamesOf(schema) !== undefined;

/** proto3 JSON omits default values. Messages are kept even without members. */
function isDefault(schema: Schema, value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (isObject(value)) return mapValueOf(schema) !== undefined && Object.keys(value).length === 0;
  const isNumber = typeof value !== 'string' || schema.format === 'int64';
  return isNumber ? Number(value) === 0 : isUnspecified(schema, value);
}

function writeValue(schema: Schema, value: unknown): JsonValue {
  if (typeof value === 'bigint' || schema.format === 'int64') return String(value);
  if (Array.isArray(value)) return value.map((item) => writeValue(schema.items ?? {}, item));
  if (!isObject(value)) return value as JsonValue;
  const values = mapValueOf(schema);
  if (!values) return writeProtoJson(schema, value);
  const map = {};
  for (const [key, item] of Object.entries(value)) put(map, key, writeValue(values, item));
  return map;
}

/** Writes a message in proto3 JSON: int64 as strings, without fields that have their default. */
export function writeProtoJson(schema: Schema, message: object): JsonObject {
  const written = {};
  for (const [name, value] of Object.entries(message)) {
    const of = propertyOf(schema, name) ?? {};
    if (of.explicit || !isDefault(of, value)) put(written, name, writeValue(of, value));
  }
  return written;
}
