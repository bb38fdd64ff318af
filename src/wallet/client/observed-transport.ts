import type { Transport, TransportAnswer } from './transport.ts';

/** What went over the wire. */
export interface Exchange {
  readonly url: string;
  /** JSON text. */
  readonly request: string;
  /** Absent when there was none. */
  readonly answer?: TransportAnswer;
  readonly milliseconds: number;
}

/** The same transport; `onExchange` is told of every exchange, refused and failed ones too. */
export function observedTransport(transport: Transport, onExchange: (exchange: Exchange) => void): Transport {
  return async (url, request) => {
    const start = performance.now();
    let answer: TransportAnswer | undefined;
    try {
      answer = await transport(url, request);
      return answer;
    } finally {
      onExchange({ url, request, ...(answer && { answer }), milliseconds: performance.now() - start });
    }
  };
}
