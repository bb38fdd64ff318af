import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench } from '../harness/bench.ts';
import { custodies } from './custodies.ts';
import { comparisonsOf, notesOf, rowsOf } from './findings.ts';
import { type MeasuredCustody, measureCustody } from './measure.ts';

export const issuerBench: Bench = async ({ rounds }) => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-bench-'));
  const places = custodies();
  try {
    const measured: MeasuredCustody[] = [];
    for (const [index, custody] of places.entries())
      measured.push(await measureCustody(custody, join(folder, String(index)), rounds));
    return {
      title: 'issuer: requests to the issuer panel',
      unit: 'request',
      notes: notesOf(measured),
      rows: measured.flatMap(rowsOf),
      comparisons: measured.flatMap(comparisonsOf),
    };
  } finally {
    for (const { remove } of places) remove();
    rmSync(folder, { recursive: true, force: true });
  }
};
