import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECRET_PATTERN } from '../../accounts/console/index.ts';
import type { ConsoleName } from '../../accounts/ports/console.ts';
import { cookieOf } from '../cookie.ts';

/** Listeners on one host share cookies, so each console has its own name for the cookie (RFC 6265 8.5). */
const NAMES: Readonly<Record<ConsoleName, string>> = {
  operators: '__Host-diptych-console',
  mediation: '__Host-diptych-mediation',
};

/**
 * RFC 10017 6.1.3.2, ASVS 5.0 3.3.1–3.3.4. On loopback addresses browsers accept Secure over http as well.
 */
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';

export const sessionCookieOf = (request: FastifyRequest, console: ConsoleName) =>
  cookieOf(request, NAMES[console], SECRET_PATTERN);

export function setSessionCookie(reply: FastifyReply, console: ConsoleName, token: string): void {
  reply.header('set-cookie', `${NAMES[console]}=${token}; ${ATTRIBUTES}`);
}

export function clearSessionCookie(reply: FastifyReply, console: ConsoleName): void {
  reply.header('set-cookie', `${NAMES[console]}=; ${ATTRIBUTES}; Max-Age=0`);
}
