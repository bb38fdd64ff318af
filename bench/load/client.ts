import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Connections distributed over servers that serve the same data. */
export interface LaneSpec {
  readonly urls: readonly string[];
  /** Total number of connections, divided equally among the servers. */
  readonly connections: number;
  /** A health check that is sent every few milliseconds in a window, to measure how long it takes. */
  readonly probe?: Buffer | undefined;
}

export type ClientCommand =
  | { readonly command: 'open'; readonly lanes: readonly LaneSpec[] }
  /** The requests of each lane. */
  | { readonly command: 'load'; readonly wires: readonly (readonly Buffer[])[] }
  | { readonly command: 'send' }
  | { readonly command: 'answers' };

export interface Answer {
  readonly status: number;
  readonly body: Uint8Array;
}

/** Times in milliseconds. */
export interface Sent {
  /** Time from the first request to the last answer. */
  readonly wall: number;
  readonly latencies: readonly number[];
  /** Times of health checks, one every few milliseconds on a separate connection. */
  readonly probes: readonly number[];
}

/** A process that only sends prepared requests and measures their times. */
export interface LoadClient {
  load(wires: readonly (readonly Buffer[])[]): Promise<void>;
  send(): Promise<Sent>;
  /** The answers of each lane, in the order of its requests. */
  answers(): Promise<readonly (readonly Answer[])[]>;
  stop(): Promise<void>;
}

const MODULE = fileURLToPath(new URL('./client-process.ts', import.meta.url));

export async function startClient(lanes: readonly LaneSpec[]): Promise<LoadClient> {
  const child = fork(MODULE, { serialization: 'advanced' });
  const ended = once(child, 'exit');
  const ask = async <T>(asked: ClientCommand): Promise<T> => {
    const answered = once(child, 'message') as Promise<[{ readonly value: T; readonly fault?: string }]>;
    child.send(asked);
    const [{ value, fault }] = await answered;
    if (fault !== undefined) throw new Error(fault);
    return value;
  };
  await ask({ command: 'open', lanes });
  return {
    load: (wires) => ask({ command: 'load', wires }),
    send: () => ask({ command: 'send' }),
    answers: () => ask({ command: 'answers' }),
    async stop() {
      child.disconnect();
      await ended;
    },
  };
}
