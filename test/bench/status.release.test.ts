import { expect, it } from 'vitest';
import { asText } from '../../bench/harness/text.ts';
import { BENCH_TIMEOUT, bench, partsOf } from './support.ts';

it(
  'the benchmark measures the publication of status lists beside deflate, and MSOs with and without status',
  async () => {
    const { stdout } = await bench('status', '--small', '--rounds', '1', '--json');
    const { headings, goals, tables } = partsOf(asText(JSON.parse(stdout)));
    expect(headings).toEqual(['publication of one list', 'one MSO in a request of 10 encrypted keys']);
    expect(goals).toEqual(['P11']);
    expect(tables).toEqual([{ title: 'publication of all 2 lists', lines: 2 }]);
  },
  BENCH_TIMEOUT,
);
