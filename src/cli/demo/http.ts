import type { WireExchange } from './wire.ts';

export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Received {
  readonly ok: boolean;
  readonly headers: Headers;
  readonly text: string;
}

export type Send = (request: Sent) => Promise<Received>;

/** Sends one request and follows no redirect; `onExchange` is told of what went over the wire. */
export function observedSend(onExchange: (exchange: WireExchange) => void): Send {
  return async ({ method, url, headers = {}, body }) => {
    const start = performance.now();
    const content = body === undefined ? {} : { body };
    const response = await fetch(url, { method, headers, ...content, redirect: 'manual' });
    const text = await response.text();
    onExchange({
      method,
      url,
      headers,
      ...(body === undefined ? {} : { request: body }),
      answer: { status: response.status, text },
      milliseconds: performance.now() - start,
    });
    return { ok: response.ok, headers: response.headers, text };
  };
}
