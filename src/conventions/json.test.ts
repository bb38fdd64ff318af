import { describe, expect, it } from 'vitest';
import { member, printJson, put, sameJson, withinDepth } from './json.ts';
import { camelToSnake, snakeToCamel } from './json-schema.ts';

describe('JSON values', () => {
  it("only an object's own members are read, not inherited ones", () => {
    expect(member({ a: 1 }, 'a')).toBe(1);
    for (const name of ['toString', '__proto__', 'constructor']) expect(member({}, name)).toBeUndefined();
    expect(member([1], '0')).toBeUndefined();
  });

  it('a member with any name can be set', () => {
    const target = {};
    put(target, '__proto__', { polluted: true });
    put(target, 'a', 1);
    expect(Object.getPrototypeOf(target)).toBe(Object.prototype);
    expect(JSON.stringify(target)).toBe('{"__proto__":{"polluted":true},"a":1}');
    put(target, '__proto__', 2);
    const like = { value: 2, writable: true, enumerable: true, configurable: true };
    expect(Object.getOwnPropertyDescriptor(target, '__proto__')).toEqual(like);
  });

  it('objects are compared regardless of the order of members', () => {
    expect(sameJson({ a: [1, { b: null }], c: 'x' }, { c: 'x', a: [1, { b: null }] })).toBe(true);
    for (const [a, b] of [
      [{ a: 1 }, { a: 2 }],
      [{ a: 1 }, { a: 1, b: 2 }],
      [{ a: undefined }, {}],
      [
        [1, 2],
        [2, 1],
      ],
      [[1], { 0: 1 }],
      [{ 0: 1 }, [1]],
      [[1], [1, 2]],
      [null, {}],
      ['1', 1],
      [{ toString: 1 }, { x: 1 }],
    ]) {
      expect(sameJson(a, b)).toBe(false);
    }
  });

  it('the depth of JSON is measured only to the allowed depth', () => {
    expect(withinDepth({ a: [1] }, 2)).toBe(true);
    expect(withinDepth({ a: [1] }, 1)).toBe(false);
    expect(withinDepth(JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)), 100)).toBe(false);
  });
});

describe('Printed JSON', () => {
  const value = { a: [1, { b: 'ü\u{1f600}' }], c: {}, d: [] };

  it('indented JSON has two spaces for each level and ends with a new line', () => {
    const lines = [
      '{',
      '  "a": [',
      '    1,',
      '    {',
      '      "b": "ü\u{1f600}"',
      '    }',
      '  ],',
      '  "c": {},',
      '  "d": []',
      '}',
      '',
    ];
    expect(printJson(value, true)).toBe(lines.join('\n'));
    expect(printJson({}, true)).toBe('{}\n');
  });

  it('compact JSON is one line without white space', () => {
    expect(printJson(value, false)).toBe('{"a":[1,{"b":"ü\u{1f600}"}],"c":{},"d":[]}');
  });
});

describe('Names of fields', () => {
  it.each([
    ['adUnitIds', 'ad_unit_ids'],
    ['name', 'name'],
    ['mediationGroupLines', 'mediation_group_lines'],
    ['aB', 'a_b'],
  ])('the field %s is written %s', (camel, snake) => {
    expect([snakeToCamel(snake), camelToSnake(camel), snakeToCamel(camel)]).toEqual([camel, snake, camel]);
  });

  it('names with digits are converted', () => {
    expect(snakeToCamel('custom_label_0')).toBe('customLabel0');
  });
});
