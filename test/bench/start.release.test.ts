import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const bench = fileURLToPath(new URL('../../bench/main.ts', import.meta.url));

it('the benchmark of starts measures every command', () => {
  const out = execFileSync(process.execPath, [bench, 'start', '--rounds', '1', '--json'], {
    encoding: 'utf8',
  });
  const { figures } = JSON.parse(out) as {
    figures: readonly { lines: readonly { figures: readonly number[]; bound?: { goal: string } }[] }[];
  };
  const lines = figures.flatMap((table) => table.lines);
  expect(lines.flatMap(({ bound }) => bound?.goal ?? [])).toEqual(Array(50).fill('P9'));
  expect(lines.every(({ figures: numbers }) => numbers.every((number) => number > 0))).toBe(true);
});
