import { expect, it } from 'vitest';
import { asText } from '../../bench/harness/text.ts';
import { BENCH_TIMEOUT, bench, partsOf } from './support.ts';

it(
  'the benchmark measures MSOs and status reads with and without encryption, and status lists',
  async () => {
    const { stdout } = await bench('trust', '--small', '--rounds', '1', '--json');
    const { headings, goals, tables } = partsOf(asText(JSON.parse(stdout)));
    expect(headings).toEqual([
      'one MSO of 10, over HTTP, 60 credentials',
      'getCredentialStatus, over HTTP, 60 credentials',
      'publication of one list',
      'one MSO in a request of 10 encrypted keys',
    ]);
    expect(goals).toEqual(['P12', 'P11']);
    expect(tables.map(({ title }) => title)).toEqual([
      'what encryption adds, median',
      'publication of all 2 lists',
    ]);
  },
  BENCH_TIMEOUT,
);
