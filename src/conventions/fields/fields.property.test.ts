import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { put, sameJson } from '../json.ts';
import type { Schema } from '../json-schema.ts';
import { StatusError } from '../status.ts';
import { compileFields } from './compile.ts';

type Path = readonly string[];

const NAMES = ['a', 'b', 'c', '__proto__', 'constructor'];
const name = fc.constantFrom(...NAMES);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function objectOf(entries: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const made = {};
  for (const [key, value] of entries) put(made, key, value);
  return made;
}

/** A schema, and values of the schema up to a depth. */
interface Model {
  readonly schema: Schema;
  readonly value: fc.Arbitrary<unknown>;
}

function model(depth: number): fc.Arbitrary<Model> {
  const scalar = fc.constant({ schema: { type: 'string' }, value: fc.constantFrom('x', 'y') });
  if (depth === 0) return scalar;
  const child = fc.oneof({ weight: 1, arbitrary: scalar }, { weight: 3, arbitrary: model(depth - 1) });
  const list = child.map(({ schema, value }) => ({
    schema: { type: 'array', items: schema },
    value: fc.array(value, { maxLength: 3 }),
  }));
  const map = child.map(({ schema, value }) => ({
    schema: { type: 'object', additionalProperties: schema },
    value: fc.array(fc.tuple(name, value), { maxLength: 3 }).map(objectOf),
  }));
  const message = fc
    .uniqueArray(fc.tuple(name, child), { selector: ([key]) => key, maxLength: 4 })
    .map((fields) => ({
      schema: { type: 'object', properties: objectOf(fields.map(([key, of]) => [key, of.schema])) },
      value: fc
        .tuple(
          ...fields.map(([key, of]) =>
            fc.option(
              of.value.map((value) => [key, value] as const),
              { nil: undefined },
            ),
          ),
        )
        .map((members) => objectOf(members.filter((one) => one !== undefined))),
    }));
  return fc.oneof(list, map, message, message) as fc.Arbitrary<Model>;
}

const root = fc.oneof(
  model(4).filter(({ schema }) => schema.type === 'object'),
  model(2).filter(({ schema }) => schema.type === 'object'),
);

const path = fc.array(fc.oneof({ weight: 4, arbitrary: name }, { weight: 1, arbitrary: fc.constant('*') }), {
  minLength: 1,
  maxLength: 4,
});
const paths = fc.array(path, { minLength: 1, maxLength: 5 });

const maskOf = (list: readonly Path[]) => list.map((steps) => steps.join('/')).join(',');

/** The legal paths as the documentation defines them, one path at a time. */
function legal(schema: Schema, steps: Path): boolean {
  if (schema.items) return legal(schema.items, steps);
  const [first, ...rest] = steps;
  if (first === undefined) return true;
  if (schema.type !== 'object') return false;
  const map = typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : [];
  const all = [...Object.values(schema.properties ?? {}), ...map];
  if (first === '*') return rest.length === 0 || all.some((child) => legal(child, rest));
  const own =
    schema.properties && Object.hasOwn(schema.properties, first) ? [schema.properties[first]!] : map;
  return own.some((child) => legal(child, rest));
}

const holdsNames = (value: unknown): boolean =>
  isObject(value) || (Array.isArray(value) && (value.length === 0 || value.some(holdsNames)));

/** The part of a value that a list of paths selects, computed separately for every member. */
function selected(value: unknown, list: readonly Path[]): unknown {
  if (list.some((steps) => steps.length === 0)) return value;
  if (Array.isArray(value)) return value.map((item) => selected(item, list));
  if (!isObject(value)) return {};
  return objectOf(
    Object.entries(value).flatMap(([key, child]) => {
      const below = list.filter(([first]) => first === key || first === '*').map((steps) => steps.slice(1));
      const kept = below.some((steps) => steps.length === 0) || (below.length > 0 && holdsNames(child));
      return kept ? [[key, selected(child, below)] as const] : [];
    }),
  );
}

const accepts = (schema: Schema, mask: string) => {
  try {
    return compileFields(schema, mask);
  } catch (error) {
    if (error instanceof StatusError) return undefined;
    throw error;
  }
};

const same = (a: unknown, b: unknown) => expect(sameJson(a, b), JSON.stringify([a, b])).toBe(true);

const instance = root.chain(({ schema, value }) => fc.tuple(fc.constant(schema), value));

describe('Partial responses for any schema', () => {
  it('a mask accepts the paths of the schema, and selects exactly the named fields', () => {
    fc.assert(
      fc.property(instance, paths, ([schema, value], list) => {
        const project = accepts(schema, maskOf(list));
        expect(project !== undefined).toBe(list.every((steps) => legal(schema, steps)));
        if (project) same(project(value), selected(value, list));
      }),
      { numRuns: runs(1000) },
    );
  });

  /** Paths that fit the schema, so that the properties below are tested with valid masks. */
  const fitting = instance.chain(([schema, value]) =>
    fc.tuple(
      fc.constant(schema),
      fc.constant(value),
      fc
        .array(path, { minLength: 1, maxLength: 12 })
        .map((list) => list.filter((steps) => legal(schema, steps))),
    ),
  );

  it('the result of a mask does not depend on the order or repetition of its selections', () => {
    fc.assert(
      fc.property(fitting, fc.nat(), ([schema, value, list], turn) => {
        fc.pre(list.length > 0);
        const at = turn % list.length;
        const turned = [...list.slice(at), ...list.slice(0, at), list[at]!];
        same(compileFields(schema, maskOf(list))(value), compileFields(schema, maskOf(turned))(value));
      }),
      { numRuns: runs(400) },
    );
  });

  it('applying a mask twice changes nothing more', () => {
    fc.assert(
      fc.property(fitting, ([schema, value, list]) => {
        fc.pre(list.length > 0);
        const project = compileFields(schema, maskOf(list));
        same(project(project(value)), project(value));
      }),
      { numRuns: runs(400) },
    );
  });

  it('a smaller mask selects a part of what a larger one selects', () => {
    fc.assert(
      fc.property(fitting, ([schema, value, list]) => {
        fc.pre(list.length > 1);
        const large = compileFields(schema, maskOf(list));
        const small = compileFields(schema, maskOf(list.slice(1)));
        same(small(large(value)), small(value));
      }),
      { numRuns: runs(400) },
    );
  });

  it('groups and dotted paths in a mask select the same fields', () => {
    const grouped = ([first, ...rest]: Path): string =>
      rest.length === 0 ? first! : `${first}(${grouped(rest)})`;
    fc.assert(
      fc.property(fitting, ([schema, value, list]) => {
        fc.pre(list.length > 0);
        const groups = list.map(grouped).join(' , ');
        same(compileFields(schema, maskOf(list))(value), compileFields(schema, groups)(value));
      }),
      { numRuns: runs(400) },
    );
  });

  it('any other text as a mask is refused with a StatusError', () => {
    const token = fc.constantFrom(
      'a',
      'b',
      '*',
      ',',
      '/',
      '.',
      '(',
      ')',
      ' ',
      '__proto__',
      '\u0000',
      '\ud800',
    );
    fc.assert(
      fc.property(instance, fc.array(token, { maxLength: 60 }), ([schema, value], tokens) => {
        accepts(schema, tokens.join(''))?.(value);
      }),
      { numRuns: runs(1000) },
    );
  });
});
