import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { asText } from '../../bench/harness/text.ts';
import { BENCH_TIMEOUT, bench, partsOf } from './support.ts';

/** CPU and memory of processes are read from this folder. */
const HAS_PROC = existsSync('/proc/self/schedstat');

it.skipIf(!HAS_PROC)(
  'the benchmark measures the memory of Node, of idle servers and of servers at work, with its goals',
  async () => {
    const { stdout } = await bench('memory', '--small', '--json');
    const findings = JSON.parse(stdout);
    const { tables } = partsOf(asText(findings));
    expect(tables.map(({ title }) => title)).toEqual([
      'memory in MiB',
      'until the server is ready',
      'speed and peak memory',
    ]);
    const [memory] = findings.figures as [
      { lines: readonly { name: string; figures: readonly number[]; bound?: { goal: string } }[] },
    ];
    const lines = memory.lines.filter(({ name }) => !name.startsWith('its launcher'));
    expect(lines.map(({ name }) => name)).toEqual([
      'node -e',
      'server from the package',
      'server in a clone',
      '64 writers',
      'a report of a year by DATE',
      'a report of a year by MONTH, AD_UNIT, AD_SOURCE_INSTANCE',
    ]);
    expect(lines.flatMap(({ bound }) => bound?.goal ?? [])).toEqual(Array(5).fill('P12'));
    const [floor, ...servers] = lines.map(({ figures }) => figures[0]!);
    expect(Math.min(...servers)).toBeGreaterThan(floor!);
  },
  BENCH_TIMEOUT,
);
