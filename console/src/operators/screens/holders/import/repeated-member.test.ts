import { describe, expect, it } from 'vitest';
import { repeatedMember } from './repeated-member.ts';

describe('A member that one object has twice', () => {
  it.each([
    ['{"id":"1",\n"id":"1"}', { name: 'id', line: 2 }],
    ['[{"a":1},{"a":{"b":[1,{"c":1,"c":2}]}}]', { name: 'c', line: 1 }],
    ['{"sex":1,"s\\u0065x":2}', { name: 'sex', line: 1 }],
    ['{"a\\\\":1,"b":"\\"","a\\\\":2}', { name: 'a\\', line: 1 }],
  ])('a repeated member is found: %s', (json, found) => {
    expect(repeatedMember(json)).toEqual(found);
  });

  it.each([
    '{"a":"a","b":["a","a"]}',
    '[{"a":1},{"a":1}]',
    '{"a":{"a":{"a":1}},"b":"{\\"a\\":1,\\"a\\":2}"}',
    '"a"',
  ])('JSON without a repeated member is accepted: %s', (json) => {
    expect(repeatedMember(json)).toBeUndefined();
  });
});
