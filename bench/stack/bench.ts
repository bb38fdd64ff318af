import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import rootPackage from '../../package.json' with { type: 'json' };
import sourcesPackage from '../../src/package.json' with { type: 'json' };
import type { Bench } from '../harness/bench.ts';
import type { Series } from '../harness/measure.ts';
import type { Comparison, FigureTable, Report } from '../harness/report.ts';
import { summaryOf } from '../harness/series.ts';
import { type Keep, withFolder } from '../harness/with-folder.ts';
import { AUTH_KEYS } from '../issuer/phone.ts';
import packageJson from '../package.json' with { type: 'json' };
import { besideCommit } from './before.ts';
import { leastCryptography } from './cryptography.ts';
import { LIFE } from './life-cycle.ts';
import { type Costs, measureStack, type Sizes, TRIAL } from './measure.ts';
import { besideSqlite } from './postgres.ts';
import { startDiptych, startParts } from './servers.ts';
import { UNITS, WINDOWS } from './windows.ts';

/** Lives: until both servers have compiled their code. */
const WHOLE: Sizes = {
  phones: 200,
  provisions: 40,
  windowsOfRound: 8,
  warmUps: { lives: 12, msos: 6, credentials: 6 },
};

const sizesOf = (rounds: number) => (rounds > 1 ? WHOLE : TRIAL);

const PACKAGES = ['@auth0/mdl', '@hpke/core', '@peculiar/x509', '@peculiar/asn1-android', 'cbor-x'] as const;
const RUNTIME_PACKAGES = ['fastify', 'better-sqlite3', 'oidc-provider', 'jose'] as const;
const RUNTIME = { ...sourcesPackage.dependencies, ...rootPackage.dependencies };
const versions = () => [
  ...RUNTIME_PACKAGES.map((name) => `${name} ${RUNTIME[name]}`),
  ...PACKAGES.map((name) => `${name} ${packageJson.devDependencies[name]}`),
];

interface Takings {
  readonly ours: Costs;
  readonly peer: Costs;
  readonly least: Costs;
}

/** A batch by OpenID4VCI may cost 1.15 times what a batch of the wallet platform costs. */
const LEAST_BESIDE_PLATFORM = 0.87;

const comparisonsOf = ({ ours, peer }: Takings): readonly Comparison[] => [
  ...WINDOWS.map((window) => ({
    goal: 'P10',
    name: `${UNITS[window]}: diptych : npm packages`,
    ours: ours[window],
    other: peer[window],
    atLeast: 4,
  })),
  {
    goal: 'P10',
    name: 'credentials by OpenID4VCI : MSOs of the wallet platform',
    ours: ours.credentials,
    other: ours.msos,
    atLeast: LEAST_BESIDE_PLATFORM,
  },
];

const SECOND = 1_000_000;

function figuresOf({ ours, peer, least }: Takings): FigureTable {
  const perSecond = (series: Series) => SECOND / summaryOf(series, 'cpu').median;
  return {
    title: 'for each second of CPU time, median of the rounds',
    columns: ['diptych', 'npm packages', 'cryptography alone'],
    lines: WINDOWS.map((window) => ({
      group: 'one process',
      name: UNITS[window],
      figures: [ours[window], peer[window], least[window]].map(perSecond),
    })),
  };
}

async function besidePackages(folder: string, rounds: number, keep: Keep): Promise<Report> {
  // Before this process has phones, whose garbage would count as cryptography.
  const least = await leastCryptography(rounds);
  mkdirSync(join(folder, 'parts'));
  const issuers = {
    ours: await startDiptych(folder, keep),
    peer: await startParts(join(folder, 'parts'), keep),
  };
  const sizes = sizesOf(rounds);
  const taken = { ...(await measureStack(issuers, { names: WINDOWS, sizes, rounds }, keep)), least };
  return {
    title: 'stack: the life of a phone, beside a server put together from npm packages',
    unit: 'one',
    notes: [
      `npm packages: ${versions().join(', ')}; each used as its documentation shows, on the same SQLite settings`,
      `a life: ${LIFE} requests, all twelve operations, ${2 * AUTH_KEYS} MSOs; the same simulated phone verifies every answer of both servers`,
      'CPU of the whole process, from /proc; requests are prepared before and answers verified after the time is taken',
      'the server of npm packages keeps no audit log, no request log for support, no MSOs for retries and no second key; Diptych does',
      `credentials: batches of ${AUTH_KEYS} by OpenID4VCI, with a portrait in each; oidc-provider with its experimental feature`,
      'cryptography alone: what a life and an MSO need at least with Node, without HTTP, database and checks',
    ],
    rows: WINDOWS.flatMap((window) => [
      { group: `one of the ${UNITS[window]}`, name: 'diptych', cost: taken.ours[window] },
      { group: `one of the ${UNITS[window]}`, name: 'npm packages', cost: taken.peer[window] },
    ]),
    comparisons: comparisonsOf(taken),
    figures: [figuresOf(taken)],
  };
}

export const stackBench: Bench = ({ rounds, postgres, before }) =>
  withFolder((folder, keep) => {
    if (postgres) return besideSqlite(folder, sizesOf(rounds), rounds, keep);
    return before === undefined
      ? besidePackages(folder, rounds, keep)
      : besideCommit(before, folder, rounds, keep);
  });
