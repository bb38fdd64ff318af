import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { asText } from '../../bench/harness/text.ts';
import { BENCH_TIMEOUT, bench, partsOf } from './support.ts';

/** CPU and memory of processes are read from this folder. */
const HAS_PROC = existsSync('/proc/self/schedstat');

it.skipIf(!HAS_PROC)(
  'the benchmark imports files of two sizes, beside a bare INSERT of the same rows, with the memory of both sides',
  async () => {
    const { stdout } = await bench('import', '--small', '--json');
    const { headings, tables } = partsOf(asText(JSON.parse(stdout)));
    expect(headings).toEqual([
      '100 records, portraits of 1000 bytes',
      '1000 records, portraits of 1000 bytes',
      '100 records, portraits of 16000 bytes',
    ]);
    expect(tables).toEqual([{ title: 'speed and peak memory', lines: 4 }]);
  },
  BENCH_TIMEOUT,
);
