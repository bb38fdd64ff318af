import type { FastifyRequest } from 'fastify';
import { StatusError } from '../../conventions/status.ts';
import { isTls } from './hosts.ts';

const refused = (text: string) => new StatusError('NOT_FROM_CONSOLE', text);

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * A proxy may terminate TLS, so https is accepted even if the listener has no TLS. The Host header has
 * already been checked.
 */
function isOwnOrigin(request: FastifyRequest, origin: string): boolean {
  const url = URL.parse(origin);
  if (url === null || url.origin !== origin) return false;
  if (url.protocol !== 'https:' && (url.protocol !== 'http:' || isTls(request))) return false;
  return url.host === URL.parse(`${url.protocol}//${request.headers.host}`)?.host;
}

/**
 * SameSite does not help here, because cookies are sent to every port of a host. Only pages of this origin
 * can send these headers together (RFC 10017 6.1.3.3.2, ASVS 5.0 3.5.1–3.5.3). @throws StatusError
 * NOT_FROM_CONSOLE
 */
export function refuseForeign(request: FastifyRequest): void {
  const { headers, method } = request;
  if (headers['x-diptych-console'] !== '1') throw refused('The header X-Diptych-Console: 1 is missing.');
  if (headers['sec-fetch-site'] !== 'same-origin')
    throw refused('The request does not come from a page of this console (Sec-Fetch-Site).');
  if (headers.origin !== undefined && !isOwnOrigin(request, headers.origin))
    throw refused('The request comes from a page of another origin.');
  if (READS.has(method)) return;
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json')
    throw refused('The content type must be application/json.');
}
