import { type TSchema, Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from './contract/index.ts';
import type { IssuerPolicy } from './policy.ts';
import { checkRequest } from './request-checks.ts';

const TEXT = 'AAAA';
const policy = { issuerId: TEXT, versions: [{ major: 0, minor: 0 }] } as unknown as IssuerPolicy;

/** A value with the required members and those of the path, which ends with the text. */
function sample(schema: TSchema, [name, ...rest]: readonly string[] = [], text = TEXT): unknown {
  if (Type.IsArray(schema)) return [sample(schema.items, rest, text)];
  if (Type.IsInteger(schema)) return 1;
  if (!Type.IsObject(schema)) return text;
  const members = Object.entries(schema.properties as Record<string, TSchema>)
    .filter(([member, inner]) => member === name || !Type.IsOptional(inner))
    .map(([member, inner]) => [member, member === name ? sample(inner, rest, text) : sample(inner)]);
  return Object.fromEntries(members);
}

interface Bytes {
  readonly operation: OperationName;
  readonly path: readonly string[];
  readonly kind: 'required' | 'optional' | 'element';
}

function* bytesIn(operation: OperationName, schema: TSchema, path: readonly string[]): Iterable<Bytes> {
  if (Type.IsArray(schema)) yield* bytesIn(operation, schema.items, [...path, '0']);
  if (Type.IsObject(schema))
    for (const [name, member] of Object.entries(schema.properties))
      yield* bytesIn(operation, member as TSchema, [...path, name]);
  if (!('contentEncoding' in schema)) return;
  const kind = Type.IsOptional(schema) ? 'optional' : path.at(-1) === '0' ? 'element' : 'required';
  yield { operation, path, kind };
}

/** Every byte member of every request in the contract. */
const bytes = OPERATION_NAMES.flatMap((name) => [...bytesIn(name, OPERATIONS[name].request, [])]);
const cases = (kind: Bytes['kind']) =>
  bytes
    .filter((one) => one.kind === kind)
    .map(({ operation, path }) => [operation, path.join('.'), path] as const);

const checked = (operation: OperationName, path: readonly string[], text?: string) =>
  checkRequest(operation, sample(OPERATIONS[operation].request, path, text), policy);

describe('In proto3 JSON an empty string is the same as an unset field, in byte members too', () => {
  it.each(cases('required'))('%s: %s is required', (operation, name, path) => {
    expect(() => checked(operation, path)).not.toThrow();
    expect(() => checked(operation, path, '')).toThrow(
      expect.objectContaining({ reason: 'missingRequiredField', message: `unset: ${name}` }),
    );
  });

  it.each(cases('optional'))('%s: %s may be unset', (operation, _, path) => {
    expect(checked(operation, path)).not.toEqual(checked(operation, path.slice(0, -1)));
    expect(checked(operation, path, '')).toEqual(checked(operation, path.slice(0, -1)));
  });

  it.each(cases('element'))('%s: %s is an element, which cannot be unset', (operation, _, path) => {
    expect(() => checked(operation, path, '')).toThrow(
      expect.objectContaining({ reason: 'invalidFieldValue' }),
    );
  });
});
