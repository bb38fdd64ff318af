import { setTimeout } from 'node:timers/promises';
import { type HttpConnection, openConnection, openConnections } from '../harness/http-connection.ts';
import type { Answer, ClientCommand, LaneSpec, Sent } from './client.ts';

/** Milliseconds between two health checks. */
const PROBE_EVERY = 5;

interface Lane {
  readonly connections: readonly HttpConnection[];
  readonly probe: { readonly connection: HttpConnection; readonly wire: Buffer } | undefined;
  wires: readonly Buffer[];
  answers: readonly Answer[];
}

let lanes: readonly Lane[] = [];

async function openLane({ urls, connections, probe }: LaneSpec): Promise<Lane> {
  const opened = await Promise.all(urls.map((url) => openConnections(url, connections / urls.length)));
  const [url = ''] = urls;
  return {
    connections: opened.flat(),
    probe: probe && { connection: await openConnection(url), wire: Buffer.from(probe) },
    wires: [],
    answers: [],
  };
}

async function timed(connection: HttpConnection, wire: Buffer): Promise<Answer & { readonly took: number }> {
  const at = performance.now();
  const { head, body } = await connection.exchange(wire);
  const took = performance.now() - at;
  return { status: Number(head[0]?.split(' ')[1]), body, took };
}

/** Each connection sends its next request as soon as it has received its answer. */
async function sendAll(lane: Lane, took: number[]): Promise<void> {
  const { wires, connections } = lane;
  const answers: Answer[] = [];
  let next = 0;
  const work = async (connection: HttpConnection) => {
    while (next < wires.length) {
      const own = next;
      next += 1;
      const answer = await timed(connection, wires[own]!);
      answers[own] = answer;
      took.push(answer.took);
    }
  };
  await Promise.all(connections.map(work));
  lane.answers = answers;
}

async function probeUntil(isOver: () => boolean, { probe }: Lane, took: number[]): Promise<void> {
  while (probe && !isOver()) {
    took.push((await timed(probe.connection, probe.wire)).took);
    await setTimeout(PROBE_EVERY);
  }
}

async function send(): Promise<Sent> {
  const [latencies, probes]: [number[], number[]] = [[], []];
  let isOver = false;
  const probing = lanes.map((lane) => probeUntil(() => isOver, lane, probes));
  const startedAt = performance.now();
  await Promise.all(lanes.map((lane) => sendAll(lane, latencies)));
  const wall = performance.now() - startedAt;
  isOver = true;
  await Promise.all(probing);
  return { wall, latencies, probes };
}

async function answerTo(asked: ClientCommand): Promise<unknown> {
  switch (asked.command) {
    case 'open':
      lanes = await Promise.all(asked.lanes.map(openLane));
      return;
    case 'load':
      lanes.forEach((lane, index) => {
        lane.wires = asked.wires[index] ?? [];
      });
      return;
    case 'send':
      return send();
    case 'answers':
      return lanes.map(({ answers }) => answers);
  }
}

async function answer(asked: ClientCommand): Promise<object> {
  try {
    return { value: await answerTo(asked) };
  } catch (error) {
    return { fault: error instanceof Error ? error.stack : String(error) };
  }
}

process.on('message', (asked: ClientCommand) => {
  void answer(asked).then((answered) => process.send?.(answered));
});
process.on('disconnect', () => process.exit());
