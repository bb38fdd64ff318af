import { gzipSync } from 'node:zlib';
import { resolve } from '../../src/resolve/index.ts';
import type { Bench } from '../harness/bench.ts';
import { READERS } from '../harness/clients.ts';
import type { Batch } from '../harness/measure.ts';
import { withProcesses } from '../harness/metered-process.ts';
import type { FigureTable, Report } from '../harness/report.ts';
import { withFolder } from '../harness/with-folder.ts';
import { type AppSize, adUnitIdOf, snapshotOf } from './apps.ts';
import { besideCommit } from './before.ts';
import { measureReads, NAMES } from './measure.ts';
import { READS, type Read, startServers } from './servers.ts';

const GOALS: Readonly<Record<Read, number>> = {
  snapshot: 0.9,
  knownSnapshot: 0.9,
  resolve: 0.6,
  resolveByUnit: 0.6,
};

const CALLS = 100;

const SIZES: readonly AppSize[] = [
  { adUnits: 1, groups: 1 },
  { adUnits: 5, groups: 2 },
  { adUnits: 20, groups: 5 },
  { adUnits: 200, groups: 20 },
];

async function resolveSide({ adUnits, groups }: AppSize): Promise<Batch> {
  const { snapshot } = await snapshotOf({ adUnits, groups });
  const request = { adUnitId: adUnitIdOf(0), platform: 'ANDROID', country: 'DE' } as const;
  const run = () => {
    for (let left = CALLS; left > 0; left--) resolve(snapshot, request);
  };
  return { makes: CALLS, run };
}

async function sizes(): Promise<FigureTable> {
  const lines: FigureTable['lines'][number][] = [];
  for (const size of SIZES) {
    const { bytes } = await snapshotOf(size);
    const name = `${size.adUnits} ad units, each in ${size.groups} groups`;
    lines.push({ group: 'groups of 10 lines', name, figures: [bytes.length, gzipSync(bytes).length] });
  }
  return { title: 'size of a snapshot', columns: ['bytes', 'gzip'], lines };
}

const measureServers = (folder: string, rounds: number) =>
  withProcesses(async (processes) => {
    const call = { small: await resolveSide(SIZES[1]!), large: await resolveSide(SIZES[2]!) };
    return measureReads(await startServers(processes, folder), rounds, call);
  });

async function besideFastify(folder: string, rounds: number): Promise<Report> {
  const { ours, peer, others } = await measureServers(folder, rounds);
  const group = 'over HTTP: CPU of the server';
  return {
    title: 'serve: what apps request',
    unit: 'request',
    notes: [
      `server and bare Fastify in processes of their own, CPU counted there; ${READERS} connections`,
      'an ad unit in two groups of 11 lines; the answers of both sides are the same but for the date',
    ],
    rows: [
      ...READS.flatMap((read) => [
        { group, name: NAMES[read], cost: ours[read] },
        { group, name: `${NAMES[read]}, bare Fastify`, cost: peer[read] },
      ]),
      { group: 'the function alone', name: 'resolve() with 2 groups', cost: others.small },
      { group: 'the function alone', name: 'resolve() with 5 groups', cost: others.large },
    ],
    comparisons: READS.map((read) => ({
      goal: 'P7',
      name: `${NAMES[read]} : bare Fastify`,
      ours: ours[read],
      other: peer[read],
      atLeast: GOALS[read],
    })),
    figures: [await sizes()],
  };
}

export const serveBench: Bench = ({ rounds, before }) =>
  withFolder((folder, keep) =>
    before === undefined ? besideFastify(folder, rounds) : besideCommit(before, folder, rounds, keep),
  );
