import type { Transport, TransportAnswer } from '../../src/wallet/index.ts';
import { wireOf } from '../harness/http-connection.ts';

interface Waiting {
  readonly wire: Buffer;
  readonly answer: (answer: TransportAnswer) => void;
}

/** Holds the requests of many devices until all have arrived. */
export interface Gate {
  readonly transport: Transport;
  /** Resolves when this number of requests is waiting. */
  whenWaiting(count: number): Promise<void>;
  /** Returns the waiting requests and empties the gate. */
  take(): readonly Waiting[];
}

export function newGate(): Gate {
  let waiting: Waiting[] = [];
  let check = () => {};
  return {
    transport: (url, body) =>
      new Promise((answer) => {
        const { pathname: path } = new URL(url);
        const headers = { 'content-type': 'application/json' };
        waiting.push({ wire: wireOf({ method: 'POST', path, headers, body }), answer });
        check();
      }),
    whenWaiting: (count) =>
      new Promise((resolve) => {
        check = () => {
          if (waiting.length === count) resolve();
        };
        check();
      }),
    take() {
      const taken = waiting;
      waiting = [];
      return taken;
    },
  };
}
