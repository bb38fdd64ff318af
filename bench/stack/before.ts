import { join } from 'node:path';
import { commitBefore } from '../before/commit-before.ts';
import { comparisonsBeside, notesBeside, rowsBeside } from '../before/report.ts';
import { servePair } from '../before/serve-known.ts';
import type { Report } from '../harness/report.ts';
import type { Keep } from '../harness/with-folder.ts';
import { requireProc } from '../load/process-tree.ts';
import { measureStack, type Sizes, TRIAL } from './measure.ts';
import { issuerAt } from './servers.ts';
import { SETTINGS, UNITS, WINDOWS, type WindowName, windowsWithout } from './windows.ts';

/** Smaller than beside the npm server, so that `npm run check:speed` takes minutes. */
const SMALL: Sizes = {
  phones: 200,
  provisions: 40,
  windowsOfRound: 2,
  warmUps: { lives: 6, msos: 3, credentials: 3 },
};

/** With so few rounds the report says only whether something became much slower, so a third of the load is enough. */
const FEW_ROUNDS = 3;
const FIRST_LOOK: Sizes = {
  phones: 60,
  provisions: 12,
  windowsOfRound: 2,
  warmUps: { lives: 3, msos: 1, credentials: 1 },
};

const sizesOf = (rounds: number): Sizes => (rounds === 1 ? TRIAL : rounds <= FEW_ROUNDS ? FIRST_LOOK : SMALL);

/** What is left out, for the reader of the report. */
const leftOut = (unknown: readonly string[], names: readonly WindowName[]): readonly string[] =>
  unknown.length === 0
    ? []
    : [
        `left out, because the commit before does not know ${unknown.join(', ')}: ${WINDOWS.filter((name) => !names.includes(name)).join(', ')}`,
      ];

export async function besideCommit(
  commit: string,
  folder: string,
  rounds: number,
  keep: Keep,
): Promise<Report> {
  requireProc();
  const before = commitBefore(commit, join(folder, 'tree'), keep);
  const data = { ours: join(folder, 'now'), before: join(folder, 'before') };
  const { unknown, ...served } = await servePair(before, data, SETTINGS, keep);
  const names = windowsWithout(unknown);
  const issuers = { ours: await issuerAt(served.ours), peer: await issuerAt(served.before) };
  const { ours, peer } = await measureStack(issuers, { names, sizes: sizesOf(rounds), rounds }, keep);
  const compared = names.map((name) => ({
    group: `one of the ${UNITS[name]}`,
    name: UNITS[name],
    ours: ours[name],
    before: peer[name],
  }));
  return {
    title: 'stack: the life of a phone, beside the commit before',
    unit: 'one',
    notes: [...notesBeside(before), ...leftOut(unknown, names)],
    rows: rowsBeside(compared),
    comparisons: comparisonsBeside(compared),
  };
}
