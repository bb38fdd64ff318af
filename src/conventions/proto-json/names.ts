import type { Schema } from '../json-schema.ts';
import { camelToSnake } from '../names.ts';

export interface Field {
  /** The JSON name. */
  readonly name: string;
  /** The name in the protocol buffer, which error messages use. */
  readonly snake: string;
  readonly schema: Schema;
}

const known = new WeakMap<object, ReadonlyMap<string, Field>>();

/** The fields of a message by every name that is read: lowerCamelCase and snake_case. */
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
