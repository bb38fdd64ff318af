import { type RawAnswer, type RawRequest, statusOf } from './http-connection.ts';

/** A route that always gives the same answer. */
export interface BareRoute {
  readonly method: RawRequest['method'];
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Headers that every server adds by itself. */
const WRITTEN_ANYWAY = new Set(['content-length', 'connection', 'date', 'keep-alive']);

const headersOf = ([, ...lines]: RawAnswer['head']) =>
  lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });

/** Makes a route that gives this answer. */
export function bareRoute({ method, path }: RawRequest, { head, body }: RawAnswer): BareRoute {
  const headers = Object.fromEntries(headersOf(head).filter(([name]) => !WRITTEN_ANYWAY.has(name)));
  const status = statusOf(head[0] ?? '');
  return { method, url: path.split('?', 1)[0]!, status, headers, text: body.toString('utf8') };
}

/** Throws unless both servers answer with the same status, headers and bytes. Only the Date header may differ. */
export function requireSame(name: string, one: RawAnswer, other: RawAnswer): void {
  const shape = ({ head, body }: RawAnswer) => {
    const headers = headersOf(head).filter(([key]) => key !== 'date');
    return JSON.stringify([head[0], headers.sort(), body.toString('base64')]);
  };
  if (shape(one) !== shape(other)) throw new Error(`${name}: the bare route does not answer the same`);
}
