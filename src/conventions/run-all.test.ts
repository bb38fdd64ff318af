import { expect, it } from 'vitest';
import { RunAll } from './run-all.ts';

it('a round runs all its parts although one fails, and then throws the first error', async () => {
  const round = new RunAll();
  const results: unknown[] = [];
  for (const part of [1, 2, 3, 4])
    results.push(
      await round.part(async () => {
        if (part % 2 === 0) throw new Error(`part ${part}`);
        return part;
      }),
    );
  expect(results).toEqual([1, undefined, 3, undefined]);
  expect(() => round.end()).toThrow('part 2');
  expect(() => new RunAll().end()).not.toThrow();
});
