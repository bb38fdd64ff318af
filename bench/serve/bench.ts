import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { resolve } from '../../src/resolve/index.ts';
import type { Bench } from '../harness/bench.ts';
import { clientOf, READERS, readSide } from '../harness/clients.ts';
import { type Batch, measure } from '../harness/measure.ts';
import { withProcesses } from '../harness/metered-process.ts';
import type { FigureTable } from '../harness/report.ts';
import { type AppSize, adUnitIdOf, snapshotOf } from './apps.ts';
import { READS, type Read, startServers } from './servers.ts';

const NAMES: Readonly<Record<Read, string>> = {
  snapshot: 'snapshot with its ETag',
  knownSnapshot: 'snapshot that the client has (304)',
  resolve: 'live resolve',
  resolveByUnit: 'live resolve with a unit',
};

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
    const { diptych, bare, requests, bareRequests } = await startServers(processes, folder);
    const [own, other] = [await clientOf(diptych, READERS), await clientOf(bare, READERS)];
    const sides = READS.flatMap((read): [string, Batch][] => [
      [read, readSide(own, requests[read])],
      [`${read}Bare`, readSide(other, bareRequests[read])],
    ]);
    const call = { small: await resolveSide(SIZES[1]!), large: await resolveSide(SIZES[2]!) };
    return measure({ ...Object.fromEntries(sides), ...call } as Record<string, Batch>, rounds);
  });

export const serveBench: Bench = async ({ rounds }) => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-bench-'));
  try {
    const costs = await measureServers(folder, rounds);
    const of = (name: string) => costs[name]!;
    return {
      title: 'serve: what apps request',
      unit: 'request',
      notes: [
        `server and bare Fastify in processes of their own, CPU counted there; ${READERS} connections`,
        'an ad unit in two groups of 11 lines; the answers of both sides are the same but for the date',
      ],
      rows: [
        ...READS.flatMap((read) => [
          { group: 'over HTTP: CPU of the server', name: NAMES[read], cost: of(read) },
          {
            group: 'over HTTP: CPU of the server',
            name: `${NAMES[read]}, bare Fastify`,
            cost: of(`${read}Bare`),
          },
        ]),
        { group: 'the function alone', name: 'resolve() with 2 groups', cost: of('small') },
        { group: 'the function alone', name: 'resolve() with 5 groups', cost: of('large') },
      ],
      comparisons: READS.map((read) => ({
        goal: 'P7',
        name: `${NAMES[read]} : bare Fastify`,
        ours: of(read),
        other: of(`${read}Bare`),
        atLeast: GOALS[read],
      })),
      figures: [await sizes()],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
