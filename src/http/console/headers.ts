import type { FastifyReply, FastifyRequest } from 'fastify';
import { isTls } from './hosts.ts';

/** ASVS 5.0 3.4.3, 3.4.6; no script may turn text into HTML or code (Trusted Types). */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

/** Headers of pages and files of a console. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  ...COMMON,
  'content-security-policy': PAGE_POLICY,
};

/** Headers of answers under /console/api that do not set their own policy. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

const HSTS = 'max-age=31536000';

/** No answer may be stored in the browser (ASVS 5.0 14.2.2, 14.3.2). */
export function setApiHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ ...COMMON, 'cache-control': 'no-store' });
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', API_POLICY);
  setTransportHeader(request, reply);
}

/** RFC 6797 7.2: must not be sent over plain HTTP. */
export function setTransportHeader(request: FastifyRequest, reply: FastifyReply): void {
  if (isTls(request)) reply.header('strict-transport-security', HSTS);
}
