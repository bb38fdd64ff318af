import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { normalEmail } from '../../../accounts/ids.ts';
import { userSubject } from '../../../accounts/sign-in/attempt-limits.ts';
import type { Clock } from '../../../conventions/time.ts';
import { cookieOf } from '../../cookie.ts';
import { isCrossSite } from '../../cross-site.ts';

const COOKIE = 'diptych_form';
const COOKIE_VALUE = /^[A-Za-z0-9_-]{22}$/;

/** Anti-forgery tokens for the forms of one interaction in one browser. */
export interface FormTokens {
  /** The token of this browser; sets a cookie if the browser has none yet. */
  issue(request: FastifyRequest, reply: FastifyReply, uid: string): string;
  /** Whether the form was made for this browser and sent from a page of this server. */
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
      if (isCrossSite(request)) return false;
      const cookie = cookieOf(request, COOKIE, COOKIE_VALUE);
      if (cookie === undefined || typeof token !== 'string') return false;
      const [given, expected] = [Buffer.from(token), Buffer.from(tokenOf(uid, cookie))];
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

const LIFE_SECONDS = 180 * 86_400;

/** Id of the browser, expiry in seconds since the epoch, signature. */
const VALUE = /^([A-Za-z0-9_-]{22})\.(\d{1,12})\.([A-Za-z0-9_-]{43})$/;

/**
 * A cookie for each user who has signed in with a browser. It gives no access. It selects a separate counter
 * of wrong passwords, so that strangers who try passwords cannot lock the user out.
 */
export interface DeviceCookies {
  /** The id of the browser, if the user has signed in with it before. */
  of(request: FastifyRequest, email: string): string | undefined;
  /** Sets the cookie after a sign-in. */
  give(request: FastifyRequest, reply: FastifyReply, email: string): void;
}

/** `path`: the browser sends the cookies only below this path. */
export function deviceCookies(
  secret: Buffer,
  isSecure: () => boolean,
  clock: Clock,
  path = '/oauth',
): DeviceCookies {
  const now = () => Math.floor(clock() / 1000);
  // The name contains a hashed email, so that each user of a browser has their own cookie.
  const nameOf = (user: string) => `diptych_device_${user.slice(-8)}`;
  const signature = (user: string, device: string, end: string) =>
    createHmac('sha256', secret).update(`${user}.${device}.${end}`).digest();

  const deviceOf = (request: FastifyRequest, user: string): string | undefined => {
    const [, device = '', end = '', given = ''] =
      VALUE.exec(cookieOf(request, nameOf(user), VALUE) ?? '') ?? [];
    if (device === '' || Number(end) <= now()) return undefined;
    const isOurs = timingSafeEqual(Buffer.from(given, 'base64url'), signature(user, device, end));
    return isOurs ? device : undefined;
  };

  return {
    of: (request, email) => deviceOf(request, userSubject(normalEmail(email) ?? '')),
    give(request, reply, email) {
      const user = userSubject(email);
      const device = deviceOf(request, user) ?? randomBytes(16).toString('base64url');
      const end = String(now() + LIFE_SECONDS);
      const value = [device, end, signature(user, device, end).toString('base64url')].join('.');
      const secure = isSecure() ? '; Secure' : '';
      const scope = `Path=${path}; Max-Age=${LIFE_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
      reply.header('set-cookie', `${nameOf(user)}=${value}; ${scope}`);
    },
  };
}
