import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench } from '../harness/bench.ts';
import type { Grown } from '../harness/growth.ts';
import { comparisonsOf, NOTES, rowsOf } from './findings.ts';
import { measureGrowth } from './growth.ts';
import { measureHttp } from './http.ts';
import { meanParts, totalOf } from './page-parts.ts';
import { countPages, mean, median, type Pages } from './pages.ts';
import { growthOf } from './sizes.ts';

const PAGES_AT = 1000;
const PAGES_CHANGES = 200;

function pagesNotes({ create, patch }: Pages): readonly string[] {
  const [ofCreate, ofPatch] = [create.map(totalOf), patch.map(totalOf)];
  const middle = median(ofCreate);
  // The others also move the terms of earlier groups to the index.
  const plain = create.filter((_, index) => ofCreate[index]! < 3 * middle);
  return [
    `pages of SQLite's log in a store of ${PAGES_AT} groups of 5 lines and 3 ad units: create ${middle}, ` +
      `on average ${mean(ofCreate).toFixed(1)} with its share of the index; patch ${median(ofPatch)}`,
    `of these, create: ${meanParts(plain)}; patch: ${meanParts(patch)}`,
  ];
}

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
      notes: [...NOTES, ...pagesNotes(pages)],
      rows: rowsOf(measured),
      comparisons: comparisonsOf(measured),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
