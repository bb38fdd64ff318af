import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench } from '../harness/bench.ts';
import type { Grown } from '../harness/grown.ts';
import { comparisonsOf, NOTES, rowsOf } from './findings.ts';
import { measureGrowth } from './growth.ts';
import { measureHttp } from './http.ts';
import { growthOf } from './sizes.ts';

export const mediationBench: Bench = async ({ rounds }) => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-bench-'));
  try {
    const http = await measureHttp(folder, rounds);
    const growth: Grown[] = [];
    for (const one of growthOf(rounds)) growth.push(await measureGrowth(join(folder, one.of), one, rounds));
    const measured = { ...http, growth };
    return {
      title: 'mediation: requests to the mediation panel',
      unit: 'request',
      notes: NOTES,
      rows: rowsOf(measured),
      comparisons: comparisonsOf(measured),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
