import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { property } from '../../test/support/runs.ts';
import { parseStrictJson, RepeatedMemberError } from './strict-json.ts';

const name = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'a"b', '\\', '{', ':', ','));
const leaf = fc.oneof(fc.string(), fc.constantFrom(null, true, 0, '"', '\\', '\\":', '":', '{"a":1,"a":1}'));
const object = fc.dictionary(name, leaf, { maxKeys: 4, noNullPrototype: true });
const tree = fc.oneof(leaf, object, fc.array(fc.oneof(leaf, object), { maxLength: 4 }));
const space = fc.constantFrom(undefined, 1, '\t');

/** A JSON string in which every character is escaped. */
const escaped = (text: string) =>
  `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`;

/** The repeated member for which a text is refused; undefined if the text is accepted. */
function repeatedIn(json: string): string | undefined {
  try {
    parseStrictJson(json);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(RepeatedMemberError);
    return (error as RepeatedMemberError).member;
  }
}

describe('JSON without repeated members', () => {
  it('JSON without repeated members is parsed as by JSON.parse', () => {
    fc.assert(
      fc.property(tree, space, (value, indent) => {
        const json = JSON.stringify(value, null, indent);
        expect(parseStrictJson(json)).toEqual(JSON.parse(json));
      }),
      property(200),
    );
  });

  it('a member that occurs twice in one object is refused, wherever the object is and however the name is written', () => {
    fc.assert(
      fc.property(name, tree, tree, fc.boolean(), (repeated, first, second, isEscaped) => {
        const key = JSON.stringify(repeated);
        const again = isEscaped ? escaped(repeated) : key;
        const twice = `{${key}:${JSON.stringify(first)},\n "":"" , ${again} :${JSON.stringify(second)}}`;
        expect(repeatedIn(`[{"in":{},"at":${twice}}]`)).toBe(repeated);
      }),
      property(100),
    );
  });

  it.each([
    '{"a":1,"b":{"a":1},"c":[{"a":1},{"a":"a"}]}',
    '["a","a"]',
    '{"a":"a","A":{}}',
    '"a"',
    '{}',
    '[[],{}]',
  ])('the same name may occur in several objects: %s', (json) => expect(repeatedIn(json)).toBeUndefined());

  it.each([
    ['{"a":1,"\\u0061":1}', 'a'],
    ['{"/":1,"\\/":1}', '/'],
    ['{"-1":{},"-2":[{"x":{}}],"-1":{}}', '-1'],
    ['[[],{"a":{"b":1,"b":1}}]', 'b'],
    [`{"a":${'['.repeat(50_000)}${']'.repeat(50_000)},"a":1}`, 'a'],
  ])('the error names the member that is repeated: %.50s', (json, member) =>
    expect(repeatedIn(json)).toBe(member),
  );

  it.each(['', '{"a":1,"a"', '{"a":1 "a":2}', '"\\"', '{"a":1,}', '/**/{}'])(
    'text that is not JSON is refused with a SyntaxError: %s',
    (json) => {
      expect(() => parseStrictJson(json)).toThrow(SyntaxError);
      expect(() => parseStrictJson(json)).not.toThrow(RepeatedMemberError);
    },
  );
});
