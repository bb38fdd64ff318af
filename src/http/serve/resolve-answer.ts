import type { IncomingHttpHeaders } from 'node:http';
import { isCountryInAnyCase } from '../../mediation/countries.ts';
import type { AppSnapshot } from '../../mediation/serve/snapshots.ts';
import type { ResolveRequest } from '../../resolve/index.ts';
import { JSON_TYPE } from '../conventions/index.ts';
import type { ServeAnswer } from './answer.ts';
import { OPEN } from './cors.ts';

const HEADERS = Object.entries({
  'content-type': JSON_TYPE,
  'cache-control': 'private, max-age=60',
  ...OPEN,
}).flat();

/** Adds the country of the caller to a request of an app that does not name one. */
export type WithCountry = (request: ResolveRequest, headers: IncomingHttpHeaders) => ResolveRequest;

/** `header`: the header in which the proxy names the country. Proxies send other texts for unknown countries. */
export function countryReader(header: string | undefined): WithCountry {
  if (header === undefined) return (request) => request;
  const name = header.toLowerCase();
  return (request, headers) => {
    if (request.country !== undefined) return request;
    const country = String(headers[name] ?? '').trim();
    return isCountryInAnyCase(country) ? { ...request, country } : request;
  };
}

/** The answer to a resolve request without an explanation. */
export function resolveAnswer({ resolved }: AppSnapshot, request: ResolveRequest): ServeAnswer {
  const body = resolved(request);
  return { status: 200, headers: [...HEADERS, 'content-length', String(body.length)], body };
}
