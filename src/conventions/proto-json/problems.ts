import type { JsonValue } from '../json.ts';
import { camelToSnake, type Schema } from '../json-schema.ts';
import { shown } from '../refusal.ts';
import type { FieldViolation } from '../status.ts';

export interface Field {
  /** The JSON name. */
  readonly name: string;
  /** The name in the protocol buffer, which error messages use. */
  readonly snake: string;
  readonly schema: Schema;
}

const known = new WeakMap<object, ReadonlyMap<string, Field>>();

/** The fields of a message by both accepted names, lowerCamelCase and snake_case. */
export function fieldsOf({ properties = {} }: Schema): ReadonlyMap<string, Field> {
  const found = known.get(properties);
  if (found) return found;
  const fields = new Map<string, Field>();
  for (const [name, schema] of Object.entries(properties)) {
    const field = { name, snake: camelToSnake(name), schema };
    fields.set(field.snake, field).set(name, field);
  }
  known.set(properties, fields);
  return fields;
}

const at = (path: string) => (path === '' ? '' : ` at '${path}'`);

/** JSON.parse rounds large numbers, so messages do not repeat them. */
const isRounded = (value: JsonValue) =>
  typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;

function echoed(value: JsonValue, type: string): string {
  if (typeof value === 'string') return JSON.stringify(shown(value));
  if (!isRounded(value)) return JSON.stringify(value);
  const advice = type === 'TYPE_INT64' ? '; send it as a string' : '';
  return `a number too large to be read exactly${advice}`;
}

/** The messages of Google's interfaces, which clients know; `path` is '' at the root. */
export const problems = {
  unknownName: (path: string, name: string, problem: string): FieldViolation => ({
    field: path,
    description: `Invalid JSON payload received. Unknown name ${JSON.stringify(shown(name))}${at(path)}: ${problem}`,
    metadata: { name: shown(name) },
  }),
  invalidValue: (path: string, type: string, value: JsonValue): FieldViolation => ({
    field: path,
    description: `Invalid value${at(path)} (${type}), ${echoed(value, type)}`,
    metadata: { type, value: echoed(value, type) },
  }),
  objectForScalar: (path: string, name: string): FieldViolation => ({
    field: path,
    description: `Invalid value${at(path)} (${name}), Starting an object on a scalar field`,
    metadata: { name },
  }),
};
