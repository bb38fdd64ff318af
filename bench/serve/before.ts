import { join } from 'node:path';
import { commitBefore } from '../before/commit-before.ts';
import { comparisonsBeside, notesBeside, rowsBeside } from '../before/report.ts';
import { servePair } from '../before/serve-known.ts';
import type { Report } from '../harness/report.ts';
import type { Keep } from '../harness/with-folder.ts';
import { meterOf, requireProc } from '../load/process-tree.ts';
import type { Served } from '../load/serve.ts';
import { measureReads, NAMES } from './measure.ts';
import { READS, requestsOf, type Side } from './servers.ts';

const sideOf = async ({ url, pid, data }: Served): Promise<Side> => ({
  server: { url, meter: meterOf(pid) },
  requests: await requestsOf(url, data),
});

export async function besideCommit(
  commit: string,
  folder: string,
  rounds: number,
  keep: Keep,
): Promise<Report> {
  requireProc();
  const before = commitBefore(commit, join(folder, 'tree'), keep);
  const data = { ours: join(folder, 'now'), before: join(folder, 'before') };
  const served = await servePair(before, data, {}, keep);
  const sides = { ours: await sideOf(served.ours), peer: await sideOf(served.before) };
  const { ours, peer } = await measureReads(sides, rounds);
  const compared = READS.map((read) => ({
    group: NAMES[read],
    name: NAMES[read],
    ours: ours[read],
    before: peer[read],
  }));
  return {
    title: 'serve: what apps request, beside the commit before',
    unit: 'request',
    notes: notesBeside(before),
    rows: rowsBeside(compared),
    comparisons: comparisonsBeside(compared),
  };
}
