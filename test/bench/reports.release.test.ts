import { expect, it } from 'vitest';
import { asText } from '../../bench/harness/text.ts';
import { BENCH_TIMEOUT, bench, partsOf } from './support.ts';

it(
  'the benchmark measures reports beside reading their rows, with the memory that they take',
  async () => {
    const { stdout } = await bench('reports', '--small', '--rounds', '1', '--json');
    const { goals, tables } = partsOf(asText(JSON.parse(stdout)));
    expect(goals).toEqual(Array(5).fill('P8'));
    expect(tables).toHaveLength(1);
  },
  BENCH_TIMEOUT,
);
