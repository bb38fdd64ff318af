import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench } from '../harness/bench.ts';
import { growthComparisons, growthRows } from '../harness/growth.ts';
import { AUTH_KEYS } from '../issuer/phone.ts';
import { measureGrown } from './growth/measure.ts';
import { grownSizes } from './growth/sizes.ts';
import { LIFE } from './life-cycles.ts';
import { measureLoad } from './load.ts';
import { loadFigures } from './load-figures.ts';
import { loadComparisons, loadRows } from './load-findings.ts';
import { CONNECTIONS, sizesFor } from './sizes.ts';

function notesFor(rounds: number): readonly string[] {
  const { phones, provisions, requests } = sizesFor(rounds);
  return [
    `diptych serve and one process that sends, over ${CONNECTIONS} connections, requests that were made before: no cryptography of devices while time is taken`,
    `windows: ${provisions} requests of ${AUTH_KEYS} new keys each, of as many phones; one request each of ${phones} phones at all of the ${LIFE} stages of a life; ${requests} requests else`,
    'CPU and memory of all processes of the servers, from /proc; PostgreSQL beside them, as it comes: every commit is on disk',
    'lives: every phone has a holder of its own and checks each answer; MSOs: holders with the same data, prepared once',
    'P4: the same windows to two servers, each with a database of its own, and half of the requests; a health check every 5 ms beside them',
    'the processes share the cores with the one that sends, and with PostgreSQL',
    `growth: copies of what a server wrote about one phone, with a portrait of 2 KB and one MSO; made in ${tmpdir()}`,
  ];
}

export const loadBench: Bench = async ({ rounds, full }) => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-bench-'));
  try {
    const load = await measureLoad(folder, rounds);
    const grown = await measureGrown(folder, grownSizes(rounds, full), rounds);
    return {
      title: 'load: many requests at once, to one process and to several, and over large stores',
      unit: 'one',
      notes: notesFor(rounds),
      rows: [...loadRows(load), ...grown.flatMap(growthRows)],
      comparisons: [...loadComparisons(load), ...grown.flatMap(growthComparisons)],
      figures: loadFigures(load),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
