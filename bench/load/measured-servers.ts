import { randomUUID } from 'node:crypto';
import { operationPath } from '../../src/issuer/contract/index.ts';
import { type RawRequest, wireOf } from '../harness/http-connection.ts';
import type { Cost } from '../harness/measure.ts';
import { ISSUER_ID } from '../issuer/phone.ts';
import { type LoadClient, type Sent, startClient } from './client.ts';
import type { Place } from './deployments.ts';
import type { SendNow } from './life-cycles.ts';
import type { Postgres } from './postgres.ts';
import { cpuBetween, memoryOf, readCpu } from './process-tree.ts';
import { type Lane, openLane } from './server-group.ts';
import { CONNECTIONS, type LoadSizes } from './sizes.ts';
import { type Window, type WindowName, type Windows, windowsOf } from './windows.ts';

/** The measurements of one window. */
export interface Taken {
  /** Cost of one unit: CPU time of the servers, and the time that follows from the throughput of all connections. */
  readonly cost: Cost;
  /** CPU time of PostgreSQL for one unit, in microseconds; 0 on SQLite. */
  readonly database: number;
  /** Duration of each request in milliseconds. */
  readonly latencies: readonly number[];
  /** Duration of each health check during the window, in milliseconds. */
  readonly probes: readonly number[];
}

/** Servers to which windows of requests are sent. */
export interface Station<Name extends string = WindowName> {
  readonly lanes: readonly Lane[];
  run(window: Name): Promise<Taken>;
  /** Memory in bytes. */
  memory(): { readonly servers: number; readonly database: number };
}

const HEALTH_CHECK: RawRequest = {
  method: 'POST',
  path: operationPath('healthCheck'),
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    requestMetadata: { requestId: randomUUID(), version: { major: 1, minor: 0 }, issuerId: ISSUER_ID },
    clientMessage: 'load',
  }),
};

interface Processes {
  readonly servers: readonly number[];
  readonly database: readonly number[];
}

/** Sends the same window to every lane in parallel. */
async function runWindow(
  windows: readonly Window[],
  client: LoadClient,
  { servers, database }: Processes,
): Promise<Taken> {
  const wires: (readonly Buffer[])[] = [];
  for (const { requests } of windows) wires.push(await requests());
  await client.load(wires);
  const before = { servers: readCpu(servers), database: readCpu(database) };
  const { wall, latencies, probes }: Sent = await client.send();
  const made = wires.reduce((sum, { length }, lane) => sum + length * windows[lane]!.makes, 0);
  const cost = {
    cpu: cpuBetween(before.servers, readCpu(servers)) / made,
    wall: (wall * 1000) / made,
  };
  const spent = cpuBetween(before.database, readCpu(database)) / made;
  const answers = await client.answers();
  for (const { status, body } of answers.flat()) {
    if (status !== 200) throw new Error(`an answer of status ${status}: ${Buffer.from(body)}`);
  }
  windows.forEach(({ answer }, lane) => {
    answer?.(answers[lane]!);
  });
  return { cost, database: spent, latencies, probes };
}

const lanesFor = (urls: readonly (readonly string[])[]) =>
  urls.map((of) => ({ urls: of, connections: CONNECTIONS / urls.length, probe: wireOf(HEALTH_CHECK) }));

/** A server that is already running. */
interface RunningServer {
  readonly url: string;
  readonly pid: number;
  /** Whether health checks are sent during a window. Their cost is part of the cost of the window. */
  readonly probed: boolean;
}

/** A station of one server. Each window is a list of requests to its only lane. */
export async function stationOf<Name extends string>(
  { url, pid, probed }: RunningServer,
  windows: Readonly<Record<Name, Window>>,
  keep: (stop: () => Promise<void>) => void,
): Promise<Station<Name>> {
  const [lane] = lanesFor([[url]]);
  const client = await startClient([probed ? lane! : { ...lane!, probe: undefined }]);
  keep(client.stop);
  const processes = { servers: [pid], database: [] };
  return {
    lanes: [],
    run: (name) => runWindow([windows[name]], client, processes),
    memory: () => ({ servers: memoryOf([pid]), database: 0 }),
  };
}

/** Starts all servers of a place and fills their stores. */
export async function openStation(
  place: Place & { readonly id: string },
  {
    folder,
    postgres,
    sizes,
  }: { readonly folder: string; readonly postgres: Postgres; readonly sizes: LoadSizes },
  keep: (stop: () => Promise<void>) => void,
): Promise<Station> {
  const { apart, id } = place;
  const each = {
    ...sizes,
    phones: Math.floor(sizes.phones / apart),
    provisions: Math.floor(sizes.provisions / apart),
    requests: Math.floor(sizes.requests / apart),
  };
  const lanes: Lane[] = [];
  while (lanes.length < apart)
    lanes.push(await openLane({ folder, name: `${id}_${lanes.length}`, postgres }, place, each, keep));
  const client = await startClient(lanesFor(lanes.map(({ servers }) => servers.map(({ url }) => url))));
  keep(client.stop);
  const sendFor =
    (own: number): SendNow =>
    async (wires) => {
      await client.load(lanes.map((_, lane) => (lane === own ? wires : [])));
      await client.send();
      return (await client.answers())[own]!;
    };
  const windows: Windows[] = [];
  for (const [index, lane] of lanes.entries()) windows.push(await windowsOf(lane, each, sendFor(index)));
  const processes = {
    servers: lanes.flatMap(({ servers }) => servers.map(({ pid }) => pid)),
    database: place.database === 'postgres' ? [postgres.pid] : [],
  };
  return {
    lanes,
    run: (name) =>
      runWindow(
        windows.map((own) => own[name]),
        client,
        processes,
      ),
    memory: () => ({
      servers: memoryOf(processes.servers),
      database: memoryOf(processes.database),
    }),
  };
}
