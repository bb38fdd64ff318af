import { isObject, type JsonObject, type JsonValue, put } from '../json.ts';
import { mapValueOf, type Schema, typeNameOf } from '../json-schema.ts';
import { faultsOf, shown } from '../refusal.ts';
import { fieldsOf, problems } from './problems.ts';
import { scalarOf } from './scalars.ts';

interface ReadOptions {
  /** `keep`: null removes a member (PATCH). `drop`: null counts as absent. */
  readonly nulls?: 'keep' | 'drop';
}

/** Position of a value: the path of its parent, its name, and its own path. */
interface Place {
  readonly parent: string;
  readonly name: string;
  readonly path: string;
}

const step = (parent: string, name: string): Place => ({
  parent,
  name,
  path: parent === '' ? name : `${parent}.${name}`,
});

const inBrackets = ({ path, name }: Place, key: string): Place => ({
  parent: path,
  name,
  path: `${path}[${key}]`,
});

/**
 * Reads a request body in proto3 JSON by its schema. Accepts lowerCamelCase and snake_case names. The result
 * has lowerCamelCase names in the order of the body, int64 values as decimal strings and enum values as
 * names. Drops output-only members (`readOnly`). `root` is the path of the body in messages, '' if the body
 * is the whole request. Throws INVALID_BODY with all bad members, in the order of the body.
 */
export function readProtoJson(
  schema: Schema,
  body: unknown,
  root: string,
  { nulls = 'drop' }: ReadOptions = {},
): JsonObject {
  const faults = faultsOf('INVALID_BODY');

  /** Undefined if the value is bad; adds its violation. */
  function read(of: Schema, value: JsonValue, place: Place): JsonValue | undefined {
    if (of.asSent && Array.isArray(value)) return value;
    const scalar = scalarOf(of);
    if (scalar) return readScalar(scalar, value, place);
    if (of.items) return readList(of.items, value, place);
    if (of.type !== 'object') return value;
    if (Array.isArray(value)) return cannotStartList(place);
    if (!isObject(value)) return invalid(place, typeNameOf(of, 'TYPE_MESSAGE'), value);
    const values = mapValueOf(of);
    return values ? readMap(values, value, place) : readMessage(of, value, place.path);
  }

  function invalid({ path }: Place, type: string, value: JsonValue): undefined {
    faults.add(problems.invalidValue(path, type, value));
  }

  function cannotStartList({ parent, name }: Place): undefined {
    const problem = 'Proto field is not repeating, cannot start list.';
    faults.add(problems.unknownName(parent, name, problem));
  }

  function readScalar(
    { type, read: convert }: NonNullable<ReturnType<typeof scalarOf>>,
    value: JsonValue,
    place: Place,
  ) {
    if (Array.isArray(value)) return cannotStartList(place);
    if (isObject(value)) {
      faults.add(problems.objectForScalar(place.parent, place.name));
      return undefined;
    }
    return convert(value) ?? invalid(place, type, value);
  }

  function readList(of: Schema, value: JsonValue, place: Place) {
    if (!Array.isArray(value)) {
      if (isObject(value)) faults.add(problems.objectForScalar(place.parent, place.name));
      else invalid(place, `repeated ${scalarOf(of)?.type ?? typeNameOf(of, 'TYPE_MESSAGE')}`, value);
      return undefined;
    }
    const items = value.map((item, index) => read(of, item, inBrackets(place, String(index))));
    return items as readonly JsonValue[];
  }

  /** Keys of a map are data, so they are not converted. */
  function readMap(of: Schema, value: JsonObject, place: Place) {
    const map = {};
    for (const [key, item] of Object.entries(value)) {
      keep(map, key, of, item, inBrackets(place, JSON.stringify(shown(key))));
    }
    return map;
  }

  function readMessage(of: Schema, value: JsonObject, path: string): JsonObject {
    const fields = fieldsOf(of);
    const message = {};
    const seen = new Set<string>();
    for (const [sent, item] of Object.entries(value)) {
      const field = fields.get(sent);
      if (!field) faults.add(problems.unknownName(path, sent, 'Cannot find field.'));
      else if (seen.has(field.name)) {
        faults.add(problems.unknownName(path, sent, `The field '${field.name}' is already set.`));
      } else {
        seen.add(field.name);
        if (!field.schema.readOnly) keep(message, field.name, field.schema, item, step(path, field.snake));
      }
    }
    return message;
  }

  function keep(target: object, name: string, of: Schema, value: JsonValue, place: Place): void {
    const result = value === null ? (nulls === 'keep' ? null : undefined) : read(of, value, place);
    if (result !== undefined) put(target, name, result);
  }

  if (body === undefined) return {};
  if (!isObject(body)) faults.add(problems.unknownName('', '', 'Root element must be a message.'));
  const message = isObject(body) ? readMessage(schema, body, root) : {};
  faults.raise();
  return message;
}
