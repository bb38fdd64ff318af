import { expect, it } from 'vitest';
import { limitedLines } from './exchanges.ts';
import { createLogger } from './logger.ts';

it('of 1000 requests without credentials in a minute 120 are logged singly, the others as a number', () => {
  const lines: { readonly msg: string; readonly n?: number; readonly leftOut?: number }[] = [];
  let now = 0;
  const write = limitedLines(
    createLogger('info', { write: (line) => lines.push(JSON.parse(line)) }),
    () => now,
    120,
  );
  for (let n = 0; n < 1000; n += 1) write({ n }, 'refused');
  expect(lines.map(({ n }) => n)).toEqual(Array.from({ length: 120 }, (_, n) => n));
  now = 60_000;
  write({ n: 1000 }, 'refused');
  expect(lines.slice(120)).toEqual([
    expect.objectContaining({ leftOut: 880 }),
    expect.objectContaining({ n: 1000 }),
  ]);
});
