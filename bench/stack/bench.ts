import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import rootPackage from '../../package.json' with { type: 'json' };
import sourcesPackage from '../../src/package.json' with { type: 'json' };
import type { Bench } from '../harness/bench.ts';
import { wireOf } from '../harness/http-connection.ts';
import { inTurn } from '../harness/in-turn.ts';
import type { Series } from '../harness/measure.ts';
import type { Comparison, FigureTable } from '../harness/report.ts';
import { summaryOf, total } from '../harness/series.ts';
import { AUTH_KEYS } from '../issuer/phone.ts';
import { requestsOf } from '../issuer/requests.ts';
import { startClient } from '../load/client.ts';
import { startLives } from '../load/life-cycles.ts';
import { stationOf, type Taken } from '../load/measured-servers.ts';
import { takeRounds } from '../load/rounds.ts';
import { CONNECTIONS } from '../load/sizes.ts';
import { costsOf } from '../load/window-names.ts';
import type { Window } from '../load/windows.ts';
import packageJson from '../package.json' with { type: 'json' };
import { leastCryptography } from './cryptography.ts';
import { activePhoneOf, LIFE, lifeWith } from './life-cycle.ts';
import { type Issuer, startDiptych, startParts } from './servers.ts';
import { walletAt } from './wallet.ts';

const WINDOWS = ['lives', 'msos', 'credentials'] as const;
type WindowName = (typeof WINDOWS)[number];

interface Sizes {
  /** Number of phones that exist at the same time; each sends one request in a window. */
  readonly phones: number;
  /** Number of requests for MSOs in a window, one of each phone, and of requests for credentials, one of each wallet. */
  readonly provisions: number;
}

/**
 * Number of windows of each kind in a round. The servers get them in turn, so that a slow second of the machine is a small
 * part of a round.
 */
const WINDOWS_OF_ROUND = 8;

const WHOLE: Sizes = { phones: 200, provisions: 40 };
const TRIAL: Sizes = { phones: 20, provisions: 2 };

const PACKAGES = ['@auth0/mdl', '@hpke/core', '@peculiar/x509', '@peculiar/asn1-android', 'cbor-x'] as const;
const RUNTIME_PACKAGES = ['fastify', 'better-sqlite3', 'oidc-provider', 'jose'] as const;
const RUNTIME = { ...sourcesPackage.dependencies, ...rootPackage.dependencies };
const versions = () => [
  ...RUNTIME_PACKAGES.map((name) => `${name} ${RUNTIME[name]}`),
  ...PACKAGES.map((name) => `${name} ${packageJson.devDependencies[name]}`),
];

/** Every wallet must get one credential for each key. */
function requireBatches(answers: readonly { readonly body: Uint8Array }[]): void {
  for (const { body } of answers) {
    const { credentials = [] } = JSON.parse(Buffer.from(body).toString('utf8'));
    if (credentials.length !== AUTH_KEYS)
      throw new Error(`a batch of ${credentials.length} credentials came`);
  }
}

type Keep = (stop: () => Promise<void>) => void;

async function windowsOf(
  issuer: Issuer,
  { phones, provisions }: Sizes,
  keep: Keep,
): Promise<Record<WindowName, Window>> {
  const client = await startClient([{ urls: [issuer.url], connections: CONNECTIONS }]);
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await client.stop();
    isStopped = true;
  };
  keep(stop);
  const lives = await startLives(lifeWith(issuer), phones, async (wires) => {
    await client.load([wires]);
    await client.send();
    return (await client.answers())[0]!;
  });
  await stop();
  const asking = [];
  for (let phone = 0; phone < provisions; phone++) {
    asking.push(requestsOf(await activePhoneOf(issuer, `phone-${phone}`)));
  }
  const next = inTurn(asking);
  const msos = async () => {
    const wires: Buffer[] = [];
    while (wires.length < provisions) wires.push(wireOf((await next().encryptedKeys()).request));
    return wires;
  };
  const wallets: Awaited<ReturnType<typeof walletAt>>[] = [];
  for (let wallet = 0; wallet < provisions; wallet++) {
    wallets.push(await walletAt(issuer.wallets, `wallet-${wallet}`));
  }
  const credentials = async () => {
    const wires: Buffer[] = [];
    for (const wallet of wallets) wires.push(await wallet.batch());
    return wires;
  };
  return {
    lives: { makes: 1 / LIFE, requests: lives.requests, answer: lives.answer },
    msos: { makes: AUTH_KEYS, requests: msos },
    credentials: { makes: AUTH_KEYS, requests: credentials, answer: requireBatches },
  };
}

/** Lives: until both servers have compiled their code. */
const WARM_UPS: Readonly<Record<WindowName, number>> = { lives: 12, msos: 6, credentials: 6 };

async function measureStack(folder: string, sizes: Sizes, rounds: number, keep: Keep) {
  mkdirSync(join(folder, 'parts'));
  const ours = await startDiptych(folder, keep);
  const parts = await startParts(join(folder, 'parts'), keep);
  const sentTo = async (issuer: Issuer) => {
    const windows = await windowsOf(issuer, sizes, keep);
    const stationAt = (url: string) =>
      stationOf<WindowName>({ url, pid: issuer.pid, probed: false }, windows, keep);
    const stations = {
      panel: await stationAt(issuer.url),
      wallets: await stationAt(new URL(issuer.wallets.issuer).origin),
    };
    const run = (name: WindowName) => stations[name === 'credentials' ? 'wallets' : 'panel'].run(name);
    return { station: { run }, windows: WINDOWS, warmUps: WARM_UPS };
  };
  const windows = rounds > 1 ? rounds * WINDOWS_OF_ROUND : rounds;
  return takeRounds({ ours: await sentTo(ours), parts: await sentTo(parts) }, windows);
}

/** The cost in each round: the mean of its windows. */
function roundsOf(taken: readonly Taken[]): Series {
  const windows = costsOf(taken);
  const size = Math.min(WINDOWS_OF_ROUND, windows.length);
  return Array.from({ length: windows.length / size }, (_, round) => {
    const sum = total(...windows.slice(round * size, (round + 1) * size).map((cost) => [cost]));
    return { cpu: sum[0]!.cpu / size, wall: sum[0]!.wall / size };
  });
}

type Takings = Awaited<ReturnType<typeof measureStack>> & {
  readonly least: Awaited<ReturnType<typeof leastCryptography>>;
};

const UNITS: Readonly<Record<WindowName, string>> = {
  lives: 'lives',
  msos: 'MSOs',
  credentials: 'credentials',
};

/** A batch by OpenID4VCI may cost 1.15 times what a batch of the wallet platform costs. */
const LEAST_BESIDE_PLATFORM = 0.87;

const comparisonsOf = ({ ours, parts }: Takings): readonly Comparison[] => [
  ...WINDOWS.map((window) => ({
    goal: 'P10',
    name: `${UNITS[window]}: diptych : npm packages`,
    ours: roundsOf(ours[window]!),
    other: roundsOf(parts[window]!),
    atLeast: 4,
  })),
  {
    goal: 'P10',
    name: 'credentials by OpenID4VCI : MSOs of the wallet platform',
    ours: roundsOf(ours.credentials!),
    other: roundsOf(ours.msos!),
    atLeast: LEAST_BESIDE_PLATFORM,
  },
];

const SECOND = 1_000_000;

function figuresOf({ ours, parts, least }: Takings): FigureTable {
  const perSecond = (series: Series) => SECOND / summaryOf(series, 'cpu').median;
  return {
    title: 'for each second of CPU time, median of the rounds',
    columns: ['diptych', 'npm packages', 'cryptography alone'],
    lines: WINDOWS.map((window) => ({
      group: 'one process',
      name: UNITS[window],
      figures: [roundsOf(ours[window]!), roundsOf(parts[window]!), least[window]].map(perSecond),
    })),
  };
}

export const stackBench: Bench = async ({ rounds }) => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-bench-'));
  const stops: (() => Promise<void>)[] = [];
  const sizes = rounds > 1 ? WHOLE : TRIAL;
  try {
    // Before this process has phones, whose garbage would count as cryptography.
    const least = await leastCryptography(rounds);
    const taken = { ...(await measureStack(folder, sizes, rounds, (stop) => stops.push(stop))), least };
    const rows = WINDOWS.flatMap((window) => [
      { group: `one of the ${UNITS[window]}`, name: 'diptych', cost: roundsOf(taken.ours[window]!) },
      { group: `one of the ${UNITS[window]}`, name: 'npm packages', cost: roundsOf(taken.parts[window]!) },
    ]);
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
      rows,
      comparisons: comparisonsOf(taken),
      figures: [figuresOf(taken)],
    };
  } finally {
    for (const stop of stops.reverse()) await stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
