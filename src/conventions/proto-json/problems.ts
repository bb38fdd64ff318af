import type { JsonValue } from '../json.ts';
import { shown } from '../refusal.ts';
import type { FieldViolation } from '../status.ts';

const at = (path: string) => (path === '' ? '' : ` at '${path}'`);

const echoed = (value: JsonValue) =>
  typeof value === 'string' ? JSON.stringify(shown(value)) : JSON.stringify(value);

/** The texts that clients of such interfaces know; `path` is '' at the root. */
export const problems = {
  unknownName: (path: string, name: string, problem: string): FieldViolation => ({
    field: path,
    description: `Invalid JSON payload received. Unknown name ${JSON.stringify(shown(name))}${at(path)}: ${problem}`,
  }),
  invalidValue: (path: string, type: string, value: JsonValue): FieldViolation => ({
    field: path,
    description: `Invalid value${at(path)} (${type}), ${echoed(value)}`,
  }),
  objectForScalar: (path: string, name: string): FieldViolation => ({
    field: path,
    description: `Invalid value${at(path)} (${name}), Starting an object on a scalar field`,
  }),
};
