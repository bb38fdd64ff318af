import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { StatusError } from '../status.ts';
import { compileFields, fieldsCompiler } from './compile.ts';

const url = new URL('../../../test/vectors/conventions/fields.json', import.meta.url);
const { schema, response, accepted, refused } = JSON.parse(readFileSync(url, 'utf8'));

interface Accepted {
  readonly mask: string;
  readonly result: unknown;
}

interface Refused {
  readonly mask: string;
  readonly selection: string;
}

function refusal(mask: string): StatusError {
  try {
    compileFields(schema, mask);
  } catch (error) {
    if (error instanceof StatusError) return error;
    throw error;
  }
  throw new Error(`accepted: ${mask.slice(0, 100)}`);
}

describe('The parameter fields', () => {
  it.each(accepted as Accepted[])('fields=$mask selects the expected members', ({ mask, result }) => {
    expect(compileFields(schema, mask)(response)).toEqual(result);
  });

  it.each(refused as Refused[])('fields=$mask is refused', ({ mask, selection }) => {
    const error = refusal(mask);
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', reason: 'INVALID_FIELD_SELECTION' });
    expect(error.message).toBe(`Invalid field selection ${selection}`);
    expect(error.violations[0]).toMatchObject({ field: 'fields' });
    expect(error.details.metadata).toEqual({ selection });
  });

  it('without a mask the whole response is returned', () => {
    expect(compileFields(schema, undefined)(response)).toBe(response);
  });

  it('masks are checked against schemas of TypeBox', () => {
    const Group = Type.Object({
      id: Type.Optional(Type.String()),
      lines: Type.Record(Type.String(), Type.Object({ state: Type.String(), cpm: Type.Integer() })),
    });
    const List = Type.Object({ groups: Type.Array(Group), next: Type.Optional(Type.String()) });
    const value = { groups: [{ id: '1', lines: { 7: { state: 'A', cpm: 1 } } }], next: 'n' };
    const result = { groups: [{ lines: { 7: { state: 'A' } } }] };
    expect(compileFields(List, 'groups/lines/*/state')(value)).toEqual(result);
    expect(() => compileFields(List, 'groups/lines/7/nope')).toThrow('groups/lines/7/nope');
  });

  it('a mask of a schema without members selects the whole response', () => {
    const Empty = Type.Object({});
    expect(compileFields(Empty, '*')({})).toEqual({});
    expect(() => compileFields(Empty, '*/x')).toThrow(StatusError);
  });

  it('a mask applies to a response that is a list', () => {
    const project = compileFields(Type.Array(Type.Object({ a: Type.String(), b: Type.String() })), 'a');
    expect(project([{ a: '1', b: '2' }, { b: '3' }])).toEqual([{ a: '1' }, {}]);
  });

  it('a mask selects inside nested lists and keeps every element', () => {
    const of = Type.Object({ items: Type.Array(Type.Array(Type.Object({ a: Type.Integer() }))) });
    const value = { items: [{ a: 1, b: 0 }, 5, null, 's', [{ a: 2, b: 0 }]] };
    expect(compileFields(of, 'items/a')(value)).toEqual({ items: [{ a: 1 }, {}, {}, {}, [{ a: 2 }]] });
  });

  it('null below a selected name counts as absent', () => {
    expect(compileFields(schema, 'items/c/length,kind')({ kind: null, items: [{ c: null }] })).toEqual({
      kind: null,
      items: [{}],
    });
  });

  it('the response keeps its order of members', () => {
    const kept = compileFields(schema, 'nextPageToken,kind')(response);
    expect(Object.keys(kept as object)).toEqual(['kind', 'nextPageToken']);
  });

  it('an error reports every bad selection', () => {
    const { violations } = refusal('nope,items(id,nope2),kind/x');
    expect(violations.map(({ description }) => description)).toEqual([
      "Error expanding 'fields' parameter. Cannot find matching fields for path 'nope'.",
      "Error expanding 'fields' parameter. Cannot find matching fields for path 'items/nope2'.",
      "Error expanding 'fields' parameter. Cannot find matching fields for path 'kind/x'.",
    ]);
  });

  it('an error names the position of a syntax error in the mask', () => {
    const expected = "Error expanding 'fields' parameter. A name is expected at character 6.";
    expect(refusal('kind,,items').violations[0]?.description).toBe(expected);
  });
});

describe('Masks of an attacker', () => {
  it('masks that are too long are refused', () => {
    const { message, violations, details } = refusal('a'.repeat(8193));
    expect(message).toBe('Invalid field selection: it is longer than 8192 characters');
    expect([violations[0]?.field, details.metadata]).toEqual(['fields', { limit: '8192' }]);
    expect(violations[0]?.description).toContain('8192');
    expect(JSON.stringify([violations, details])).not.toContain('aaa');
    expect(compileFields(schema, `${' '.repeat(8188)}kind`)(response)).toEqual({ kind: 'list' });
  });

  it.each([
    ['groups', 'a('.repeat(33)],
    ['steps', 'a/'.repeat(33)],
    ['both', 'a('.repeat(20) + 'a.'.repeat(20)],
  ])('the depth of masks is limited: %s', (_, mask) => {
    expect(refusal(mask).violations[0]?.description).toContain('32 levels');
  });

  it('masks may nest 32 names deep', () => {
    const deep: { type: 'object'; properties: Record<string, object> } = { type: 'object', properties: {} };
    let at = deep;
    for (let level = 0; level < 32; level++) {
      const next = { type: 'object' as const, properties: {} };
      at.properties.a = next;
      at = next;
    }
    const mask = Array.from({ length: 32 }, () => 'a').join('/');
    expect(compileFields(deep, mask)({})).toEqual({});
    expect(() => compileFields(deep, `${mask}/a`)).toThrow(StatusError);
  });

  it('the error for a hostile mask is shortened', () => {
    const { message, violations } = refusal(Array.from({ length: 1000 }, (_, index) => `n${index}`).join());
    expect(message.length).toBeLessThan(300);
    expect(violations.length).toBe(100);
    expect(refusal('x'.repeat(8000)).message.length).toBeLessThan(300);
  });

  it('a mask cannot make a response larger than it is', () => {
    const keys = Array.from({ length: 400 }, (_, index) => index).join();
    const mask = `lines(${keys},*(state)),lines/*/cpm`;
    expect(compileFields(schema, mask)(response)).toEqual({ lines: response.lines });
  });

  it('a mask does not change prototypes', () => {
    const value = JSON.parse('{"lines":{"__proto__":{"state":"X","cpm":"1"},"constructor":{"state":"Y"}}}');
    const kept = compileFields(schema, 'lines/*/state')(value);
    expect(JSON.stringify(kept)).toBe('{"lines":{"__proto__":{"state":"X"},"constructor":{"state":"Y"}}}');
    const one = compileFields(schema, 'lines/__proto__')(value) as { lines: object };
    expect(Object.getPrototypeOf(one.lines)).toBe(Object.prototype);
    expect(JSON.stringify(one)).toBe('{"lines":{"__proto__":{"state":"X","cpm":"1"}}}');
    expect(Object.hasOwn(Object.prototype, 'state')).toBe(false);
  });

  it('a mask does not change the original response', () => {
    const before = structuredClone(response);
    for (const { mask } of accepted) compileFields(schema, mask)(response);
    expect(response).toEqual(before);
  });
});

describe('The cache of compiled masks', () => {
  it('the cache keeps the most recently used masks', () => {
    const compile = fieldsCompiler({ masks: 2 });
    const kind = compile(schema, 'kind');
    const items = compile(schema, 'items');
    expect(compile(schema, 'kind')).toBe(kind);
    compile(schema, 'lines');
    expect(compile(schema, 'kind')).toBe(kind);
    expect(compile(schema, 'items')).not.toBe(items);
  });

  it('the cache does not keep long masks', () => {
    const compile = fieldsCompiler({ length: 10 });
    expect(compile(schema, 'items(id,title)')).not.toBe(compile(schema, 'items(id,title)'));
  });

  it('the cache keeps masks separately for each schema, and keeps no refusals', () => {
    const compile = fieldsCompiler();
    const other = Type.Object({ other: Type.String() });
    expect(compile(other, 'other')({ other: 'x', kind: 'y' })).toEqual({ other: 'x' });
    expect(() => compile(schema, 'other')).toThrow(StatusError);
    expect(() => compile(schema, 'other')).toThrow(StatusError);
    expect(compile(schema, undefined)(response)).toBe(response);
  });
});
