import { type JsonObject, type JsonValue, put } from '../json.ts';
import type { Schema } from '../json-schema.ts';
import { type Query, repeatedParameter, SYSTEM_PARAMETER_NAMES } from '../query-parameters.ts';
import { faultsOf, shown } from '../refusal.ts';
import type { FieldViolation } from '../status.ts';
import { type Field, fieldsOf, problems } from './problems.ts';
import { scalarOf } from './scalars.ts';

/** The JSON value of a text in a query. */
function fromText(text: string, { type }: Schema): JsonValue {
  if (type !== 'boolean') return text;
  return text === 'true' ? true : text === 'false' ? false : text;
}

function unknown(name: string): FieldViolation {
  const sent = shown(name);
  const problem = `Cannot bind query parameter. Field '${sent}' could not be found in request message.`;
  return { ...problems.unknownName('', name, problem), field: sent };
}

/** Whether a number is less than the schema allows. 0 counts as absent (proto3). */
const isTooSmall = ({ minimum = Number.NEGATIVE_INFINITY }: Schema, value: JsonValue) =>
  typeof value === 'number' && value !== 0 && value < minimum;

/**
 * The parameters that a method declares, by their JSON names. An empty parameter counts as absent, except a
 * boolean: a client that sends `validateOnly=` expects an effect. Ignores system parameters. Throws
 * INVALID_QUERY with all bad parameters.
 */
export function readQueryParameters(schema: Schema, query: Query): JsonObject {
  const fields = fieldsOf(schema);
  const values = new Map<Field, readonly string[]>();
  const faults = faultsOf('INVALID_QUERY');
  for (const [name, sent] of query) {
    const field = fields.get(name);
    if (field) values.set(field, [...(values.get(field) ?? []), ...sent]);
    else if (!SYSTEM_PARAMETER_NAMES.has(name)) faults.add(unknown(name));
  }
  const parameters = {};
  for (const [field, sent] of values) {
    const [text = ''] = sent;
    if (new Set(sent).size > 1) faults.add(repeatedParameter(field.snake));
    if (text === '' && field.schema.type !== 'boolean') continue;
    const scalar = scalarOf(field.schema);
    const value = scalar?.read(fromText(text, field.schema));
    if (value !== undefined && !isTooSmall(field.schema, value)) put(parameters, field.name, value);
    else faults.add(problems.invalidValue(field.snake, scalar?.type ?? 'TYPE_MESSAGE', text));
  }
  faults.raise();
  return parameters;
}
