import { expect, it } from 'vitest';
import { BENCH_TIMEOUT, bench } from './support.ts';

/** 3000 entries are six seals. Each step goes from one seal to the next. */
const STEPS = 5;

it(
  'the benchmark purges the audit log on both databases, with the waits of others before and during it',
  async () => {
    const { stdout } = await bench('purge', '--small', '--json');
    const [table] = JSON.parse(stdout).figures;
    const names = ['steps of the purge', 'writes by others before', 'writes by others during it'];
    expect(table.lines.map((line: { group: string; name: string }) => [line.group, line.name])).toEqual(
      ['SQLite', 'PostgreSQL'].flatMap((group) => names.map((name) => [group, name])),
    );
    const lines: readonly { readonly name: string; readonly figures: readonly number[] }[] = table.lines;
    for (const { name, figures } of lines) {
      const [number, median, worst, ratio] = figures as [number, number, number, number];
      if (name === names[0]) expect(number).toBe(STEPS);
      expect(number).toBeGreaterThan(0);
      expect(worst).toBeGreaterThanOrEqual(median);
      expect(ratio).toBeCloseTo(worst / 50);
    }
  },
  BENCH_TIMEOUT,
);
