import { expect, it } from 'vitest';
import { asText } from '../../bench/harness/text.ts';
import { BENCH_TIMEOUT, bench, partsOf } from './support.ts';

it(
  'the benchmark measures rows of statistics beside a bare INSERT of the same rows',
  async () => {
    const { stdout } = await bench('ingest', '--rounds', '1', '--json');
    expect(partsOf(asText(JSON.parse(stdout))).headings).toEqual(['without HTTP']);
  },
  BENCH_TIMEOUT,
);
