import fc from 'fast-check';
import { expect, it } from 'vitest';
import { property } from '../../test/support/runs.ts';
import { printJson } from './json.ts';
import { hasLongList, printInTurns } from './print-list.ts';

const value = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>;
const list = fc.array(value, { minLength: 101, maxLength: 130 });

it.each([true, false])('what is printed in turns is the same text, indented: %s', async (pretty) => {
  const message = fc.dictionary(fc.string(), fc.oneof(value, fc.constant(undefined)));
  await fc.assert(
    fc.asyncProperty(message, fc.string(), list, async (others, name, items) => {
      const long = { ...others, last: 'a\nb', [name]: items };
      expect(hasLongList(long)).toBe(true);
      expect(await printInTurns(long, pretty)).toBe(printJson(long, pretty));
    }),
    property(50),
  );
});

it('others have their turn while a long list is printed', async () => {
  const items = Array.from({ length: 2000 }, (_, index) => ({ index, text: 'x'.repeat(5000) }));
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await printInTurns({ items }, true);
  isOver = true;
  expect(turns).toBeGreaterThan(0);
});
