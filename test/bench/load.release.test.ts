import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BENCH_TIMEOUT, bench, partsOf } from './support.ts';

const PLACES = [
  'one process, SQLite',
  'two workers, SQLite',
  'two processes that share nothing',
  'one process, PostgreSQL',
  'three processes, PostgreSQL',
];

/** CPU and memory of processes are read from this folder. */
const HAS_PROC = existsSync('/proc/self/schedstat');

describe.skipIf(!HAS_PROC)('diptych bench load', { timeout: 2 * BENCH_TIMEOUT }, () => {
  it('the benchmark measures the same load with every database against its unavoidable costs, and with growing stores', async () => {
    const { stdout } = await bench('load', '--rounds', '1');
    const { headings, goals, tables } = partsOf(stdout);
    const windows = headings.filter((heading) => heading.endsWith('CPU of the servers'));
    expect(windows).toHaveLength(5);
    const growth = headings.filter((heading) =>
      /^(by credentials|without HTTP, by groups) in the store: /.test(heading),
    );
    expect(growth).toHaveLength(13 + 3);
    expect(headings).toHaveLength(windows.length + growth.length);
    expect(goals).toEqual([
      ...PLACES.map(() => 'P3'),
      ...Array(3).fill('P4'),
      ...Array(2 * PLACES.length).fill('P7'),
      ...Array(4).fill('P6'),
      ...growth.map(() => '  '),
    ]);
    expect(tables).toEqual([
      { title: '12 connections', lines: 5 + 5 * PLACES.length + 2 },
      { title: 'health check', lines: 1 + PLACES.length },
      { title: 'memory after all of it', lines: 1 + PLACES.length },
      { title: 'storage', lines: 1 + 8 },
    ]);
  });
});
