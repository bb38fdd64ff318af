import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieOf } from './cookie.ts';

const COOKIE = 'diptych_form';
const COOKIE_VALUE = /^[A-Za-z0-9_-]{22}$/;

/** A token for the forms of one interaction in one browser. */
export interface FormTokens {
  /** The token of this browser, which is given a cookie when it has none yet. */
  issue(request: FastifyRequest, reply: FastifyReply, uid: string): string;
  /** Whether the form was sent by the browser that it was made for, and from a page of ours. */
  accept(request: FastifyRequest, uid: string, token: unknown): boolean;
}

export function formTokens(secret: Buffer, isSecure: () => boolean): FormTokens {
  const tokenOf = (uid: string, cookie: string) =>
    createHmac('sha256', secret).update(`${uid}.${cookie}`).digest('base64url');

  return {
    issue(request, reply, uid) {
      const known = cookieOf(request, COOKIE, COOKIE_VALUE);
      const cookie = known ?? randomBytes(16).toString('base64url');
      if (known === undefined) {
        const secure = isSecure() ? '; Secure' : '';
        reply.header('set-cookie', `${COOKIE}=${cookie}; Path=/oauth; HttpOnly; SameSite=Lax${secure}`);
      }
      return tokenOf(uid, cookie);
    },
    accept(request, uid, token) {
      // Browsers tell where a request comes from; older ones send nothing.
      const site = request.headers['sec-fetch-site'];
      if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
      const cookie = cookieOf(request, COOKIE, COOKIE_VALUE);
      if (cookie === undefined || typeof token !== 'string') return false;
      const [given, expected] = [Buffer.from(token), Buffer.from(tokenOf(uid, cookie))];
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
