import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { property } from '../../../test/support/runs.ts';
import { readRecord } from './json.ts';

const UNSAFE = ['__proto__', 'constructor'];
const name = fc.string().filter((text) => !UNSAFE.includes(text));
const leaf = fc.oneof(fc.string(), fc.constantFrom(null, true, 0, '"', '\\', '\\":', '":', '{"a":1}'));
const object = fc.dictionary(name, leaf, { maxKeys: 4, noNullPrototype: true });
const tree = fc.oneof(leaf, object, fc.array(fc.oneof(leaf, object), { maxLength: 4 }));

describe('JSON of a record', () => {
  it('JSON of a record is read as by JSON.parse, with any whitespace', () => {
    const space = fc.constantFrom(undefined, 1, '\t');
    fc.assert(
      fc.property(tree, space, (value, indent) => {
        const json = JSON.stringify(value, null, indent);
        expect(readRecord(json)).toEqual({ value: JSON.parse(json) });
      }),
      property(200),
    );
  });

  it.each([
    ['', 'is not JSON'],
    ['{"id":', 'is not JSON'],
    ['[{"id":"1","id":"1"}]', 'has a name twice in one object'],
    ['['.repeat(200_000) + ']'.repeat(200_000), 'is nested deeper than 100 levels'],
    ['{"elements":{"__proto__":{"sex":1}}}', 'has a member named __proto__ or constructor'],
    ['[{"constructor":{"prototype":1}}]', 'has a member named __proto__ or constructor'],
    ['{"height":1e400}', 'has a number that is too large'],
    ['[-1e400]', 'has a number that is too large'],
  ])('%.40s: %s', (json, problem) => {
    expect(readRecord(json)).toEqual({ problem });
  });
});
