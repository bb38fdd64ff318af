import { expect, it } from 'vitest';
import { withUnitNames } from './words.ts';

const ID = 'ca-app-pub-1234567890123456/0000000001';
const named = (text: string) =>
  withUnitNames(text, (id) => (id === ID ? { displayName: 'Banner' } : undefined));

it('an ad unit is named in place of its id, if the inventory has it', () => {
  expect(named(`${ID} is in no enabled group.`)).toBe('“Banner” is in no enabled group.');
  const other = ID.replace('1', '9');
  expect(named(`No line uses the mapping of ${other}.`)).toBe(`No line uses the mapping of ${other}.`);
});

it('a line or a group that is named like the id of an ad unit keeps its name', () => {
  const text = `The line “${ID}” has no mapping for`;
  expect(named(`${text} ${ID}.`)).toBe(`${text} “Banner”.`);
});
