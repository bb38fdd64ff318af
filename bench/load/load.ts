import { join } from 'node:path';
import { wireOf } from '../harness/http-connection.ts';
import { type MeteredProcesses, withProcesses } from '../harness/metered-process.ts';
import { exchange, startBare } from '../harness/servers.ts';
import { requestsOf } from '../issuer/requests.ts';
import { readRequest } from '../mediation/requests.ts';
import { PLACE_NAMES, PLACES, type PlaceName } from './deployments.ts';
import { type MsoLimits, msoLimits, type WriteCosts, writeCosts } from './limits.ts';
import { openStation, type Station, stationOf } from './measured-servers.ts';
import { newPostgres, type Postgres } from './postgres.ts';
import { requireProc } from './process-tree.ts';
import { type Sent, type Takings, takeRounds } from './rounds.ts';
import { type LoadSizes, sizesFor } from './sizes.ts';
import { type StoredKind, storedBytes } from './storage.ts';
import { WARM_UPS, WINDOW_NAMES, type WindowName } from './windows.ts';

/** Windows that are also sent to bare Fastify, because they change no data. */
export const READ_WINDOWS = ['status', 'groups'] as const;
type ReadWindow = (typeof READ_WINDOWS)[number];

export interface Load {
  readonly places: Readonly<Record<PlaceName, Takings<WindowName>>>;
  readonly bare: Takings<ReadWindow>;
  readonly limit: MsoLimits;
  readonly writes: WriteCosts;
  /** Memory in bytes at the end of the measurement. */
  readonly memory: Readonly<Record<PlaceName, ReturnType<Station['memory']>>>;
  readonly stored: Readonly<Record<'sqlite' | 'postgres', Readonly<Record<StoredKind, number>>>>;
}

type Keep = (stop: () => Promise<void>) => void;

/** Stops everything that was started, in reverse order, when `use` returns or throws. */
async function withStops<T>(use: (keep: Keep) => Promise<T>): Promise<T> {
  const stops: Parameters<Keep>[0][] = [];
  try {
    return await use((stop) => stops.push(stop));
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

interface Surroundings {
  readonly folder: string;
  readonly postgres: Postgres;
  readonly processes: MeteredProcesses;
  readonly sizes: LoadSizes;
}

async function openAll(around: Surroundings, keep: Keep): Promise<Readonly<Record<PlaceName, Station>>> {
  const stations: [PlaceName, Station][] = [];
  for (const id of PLACE_NAMES) stations.push([id, await openStation({ ...PLACES[id], id }, around, keep)]);
  return Object.fromEntries(stations) as Record<PlaceName, Station>;
}

/** Bare Fastify that gives a place's answers to the windows that only read. */
async function openBare(
  { lanes: [lane] }: Station,
  { folder, sizes, processes }: Surroundings,
  keep: Keep,
): Promise<Station<ReadWindow>> {
  if (!lane) throw new Error('the place has no servers');
  const { url } = lane.servers[0]!;
  const status = await requestsOf(lane.phone).credentialStatus();
  const asked = { status: status.request, groups: readRequest('listGroups', lane.token) };
  const exchanges = [await exchange(url, asked.status), await exchange(url, asked.groups)];
  const bare = await startBare(processes, folder, exchanges);
  const windowOf = (name: ReadWindow) => {
    const wires = Array.from({ length: sizes.requests }, () => wireOf(asked[name]));
    return { makes: 1, requests: async () => wires };
  };
  return stationOf(
    { ...bare, probed: true },
    { status: windowOf('status'), groups: windowOf('groups') },
    keep,
  );
}

const sentTo = (stations: Readonly<Record<PlaceName, Station>>) =>
  Object.fromEntries(
    PLACE_NAMES.map((id): [PlaceName, Sent<WindowName>] => [
      id,
      { station: stations[id], windows: WINDOW_NAMES, warmUps: WARM_UPS },
    ]),
  ) as unknown as Record<PlaceName, Sent>;

async function measureAll(around: Surroundings, rounds: number, keep: Keep): Promise<Load> {
  const { folder, postgres } = around;
  const stations = await openAll(around, keep);
  const bare = await openBare(stations.one, around, keep);
  const limit = await msoLimits(stations.one.lanes[0]!.phone, rounds);
  const writes = await writeCosts(join(folder, 'writes'), postgres, rounds);
  const { bare: bareTakings, ...places } = await takeRounds(
    { ...sentTo(stations), bare: { station: bare, windows: READ_WINDOWS, warmUps: WARM_UPS } },
    rounds,
  );
  const memory = PLACE_NAMES.map((id) => [id, stations[id].memory()] as const);
  return {
    places: places as Load['places'],
    bare: bareTakings as Load['bare'],
    limit,
    writes,
    memory: Object.fromEntries(memory) as Load['memory'],
    stored: {
      sqlite: await storedBytes(stations.one.lanes[0]!.database, 'sqlite'),
      postgres: await storedBytes(stations.postgres.lanes[0]!.database, 'postgres'),
    },
  };
}

/** Sends the same windows of requests to every place, in the same rounds. */
export const measureLoad = (folder: string, rounds: number): Promise<Load> =>
  withProcesses((processes) =>
    withStops(async (keep) => {
      requireProc();
      const postgres = await newPostgres();
      keep(postgres.stop);
      return measureAll({ folder, postgres, processes, sizes: sizesFor(rounds) }, rounds, keep);
    }),
  );
