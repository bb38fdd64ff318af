import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench } from '../harness/bench.ts';
import type { Grown } from '../harness/grown.ts';
import { comparisonsOf, NOTES, rowsOf } from './findings.ts';
import { measureGrowth } from './growth.ts';
import { measureHttp } from './http.ts';
import { countPages, mean, median, type Pages } from './pages.ts';
import { growthOf } from './sizes.ts';

const PAGES_AT = 1000;
const PAGES_CHANGES = 200;

const pagesNote = ({ create, patch }: Pages): string =>
  `pages of SQLite's log in a store of ${PAGES_AT} groups of 5 lines and 3 ad units: create ${median(create)}, ` +
  `on average ${mean(create).toFixed(1)} with its share of the index; patch ${median(patch)}`;

export const mediationBench: Bench = async ({ rounds }) => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-bench-'));
  try {
    const http = await measureHttp(folder, rounds);
    const growth: Grown[] = [];
    for (const one of growthOf(rounds)) growth.push(await measureGrowth(join(folder, one.of), one, rounds));
    const measured = { ...http, growth };
    const pages = await countPages(join(folder, 'pages'), PAGES_AT, PAGES_CHANGES);
    return {
      title: 'mediation: requests to the mediation panel',
      unit: 'request',
      notes: [...NOTES, pagesNote(pages)],
      rows: rowsOf(measured),
      comparisons: comparisonsOf(measured),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
