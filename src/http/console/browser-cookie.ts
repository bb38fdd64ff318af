import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECRET_PATTERN } from '../../accounts/console/index.ts';
import { cookieOf } from '../cookie.ts';

/** Binds a sign-in by passkey to the browser that began it. It gives no access. */
export const BROWSER_COOKIE = '__Host-diptych-browser';

/** The secret of this browser; makes one if it has none. */
export function browserOf(request: FastifyRequest, reply: FastifyReply): string {
  const known = cookieOf(request, BROWSER_COOKIE, SECRET_PATTERN);
  const secret = known ?? randomBytes(32).toString('base64url');
  if (known === undefined)
    reply.header('set-cookie', `${BROWSER_COOKIE}=${secret}; Path=/; Secure; HttpOnly; SameSite=Strict`);
  return secret;
}
