import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonObject, type JsonValue, put, sameJson } from './json.ts';
import { mergePatch } from './merge-patch.ts';
import { StatusError } from './status.ts';

const url = new URL('../../test/vectors/conventions/merge-patch.json', import.meta.url);
const { cases } = JSON.parse(readFileSync(url, 'utf8'));

interface Case {
  readonly target: JsonObject | null;
  readonly patch: JsonObject;
  readonly result: JsonObject;
}

const read = (data: Record<string, never>): Case => ({
  target: data.targetJson ? JSON.parse(data.targetJson) : data.target,
  patch: data.patchJson ? JSON.parse(data.patchJson) : data.patch,
  result: data.resultJson ? JSON.parse(data.resultJson) : data.result,
});

describe('JSON merge patch', () => {
  const told = (cases as Record<string, never>[]).map((data) => [JSON.stringify(data), read(data)] as const);

  it.each(told)('the merge patch gives the expected result: %s', (_, { target, patch, result }) => {
    const before = JSON.stringify([target, patch]);
    const merged = mergePatch(target ?? undefined, patch);
    expect(JSON.stringify(merged)).toBe(JSON.stringify(result));
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
    expect(JSON.stringify([target, patch])).toBe(before);
  });

  it('a patch that is nested too deeply is refused', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const text = `{"a":${open.repeat(20_000)}1${close.repeat(20_000)}}`;
      expect(() => mergePatch({}, JSON.parse(text))).toThrow(StatusError);
    }
  });
});

const key = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', 'hasOwnProperty');
const objectFrom = (entries: readonly (readonly [string, unknown])[]) => {
  const made = {};
  for (const [name, value] of entries) put(made, name, value);
  return made as JsonObject;
};

const { object } = fc.letrec<{ value: JsonValue; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<JsonValue>(null, 0, '', 'x', false),
    fc.constant<JsonValue>([]),
    fc.array(tie('value'), { maxLength: 2 }),
    tie('object'),
  ),
  object: fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map(objectFrom),
}));

type Leaves = Map<string, unknown>;

const pathOf = (steps: readonly string[]) => JSON.stringify(steps);

/**
 * The model: an object is the list of its leaves. A leaf is an empty object or a value that is not an object.
 */
function leaves(value: unknown, at: readonly string[] = [], found: Leaves = new Map()): Leaves {
  const entries =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
  if (entries.length > 0) for (const [name, child] of entries) leaves(child, [...at, name], found);
  else found.set(pathOf(at), value);
  return found;
}

/** The value at a path of a result, or undefined. */
function valueAt(value: unknown, steps: readonly string[]): unknown {
  let at = value;
  for (const step of steps) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<string, unknown>)[step];
  }
  return at;
}

describe('Merge patches for any values', () => {
  it('a merge patch sets named members, removes null members, and keeps the rest', () => {
    fc.assert(
      fc.property(object, object, (target, patch) => {
        const merged = mergePatch(target, patch);
        const sent = leaves(patch);
        for (const [path, value] of sent) {
          const steps = JSON.parse(path) as string[];
          if (steps.length === 0) continue;
          const result = valueAt(merged, steps);
          const before = valueAt(target, steps);
          if (value === null) expect(result).toBeUndefined();
          else if (Array.isArray(value) && value.length === 0) {
            expect(result === undefined || sameJson(result, before)).toBe(true);
          } else if (Array.isArray(value) || typeof value !== 'object') expect(result).toBe(value);
          else expect(typeof result === 'object' && !Array.isArray(result)).toBe(true);
        }
        for (const [path, value] of leaves(target)) {
          const steps = JSON.parse(path) as string[];
          const touched = [...sent.keys()].some((other) => {
            const named = JSON.parse(other) as string[];
            const shorter = Math.min(named.length, steps.length);
            return named.slice(0, shorter).every((step, index) => step === steps[index]);
          });
          if (!touched) expect(sameJson(valueAt(merged, steps), value)).toBe(true);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('applying a merge patch twice changes nothing more', () => {
    fc.assert(
      fc.property(object, object, (target, patch) => {
        const once = mergePatch(target, patch);
        expect(sameJson(mergePatch(once, patch), once)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('a merge patch follows RFC 7396 if there is no empty array', () => {
    const rfc = (target: JsonValue | undefined, patch: JsonValue): JsonValue => {
      if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
      const isObject = typeof target === 'object' && target !== null && !Array.isArray(target);
      const merged = new Map<string, JsonValue>(isObject ? Object.entries(target) : []);
      for (const [name, value] of Object.entries(patch)) {
        if (value === null) merged.delete(name);
        else merged.set(name, rfc(merged.get(name), value));
      }
      return objectFrom([...merged]);
    };
    const hasEmpty = (value: JsonValue): boolean =>
      Array.isArray(value)
        ? value.length === 0
        : typeof value === 'object' && value !== null && Object.values(value).some(hasEmpty);
    fc.assert(
      fc.property(object, object, (target, patch) => {
        fc.pre(!hasEmpty(patch));
        expect(sameJson(mergePatch(target, patch), rfc(target, patch))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
