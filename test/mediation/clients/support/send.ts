import { exchangeRaw, type RawAnswer } from '../../http/support/raw.ts';
import type { HttpWorld } from '../../http/support/world.ts';

export interface RawRequest {
  readonly method: string;
  readonly target: string;
  readonly version?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
  readonly chunked?: boolean;
}

export const JSON_BODY = 'content-type: application/json';

/** Sends the lines that a client in another language writes, with a token that allows all methods. */
export function sender(world: () => HttpWorld): (request: RawRequest) => Promise<RawAnswer> {
  return ({ method, target, version = 'HTTP/1.1', headers = [], body = '', chunked = false }) => {
    const length = method === 'GET' && body === '' ? [] : [`content-length: ${Buffer.byteLength(body)}`];
    const head = [
      `${method} ${target} ${version}`,
      'host: mediation.example',
      `authorization: Bearer ${world().token.write}`,
      ...(chunked ? ['transfer-encoding: chunked'] : length),
      ...headers,
    ];
    const bytes = Buffer.byteLength(body).toString(16);
    return exchangeRaw(world().url, head, chunked ? `${bytes}\r\n${body}\r\n0\r\n\r\n` : body);
  };
}
