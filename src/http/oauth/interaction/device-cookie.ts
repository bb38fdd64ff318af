import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { normalEmail } from '../../../accounts/email.ts';
import { userSubject } from '../../../accounts/sign-in/subjects.ts';
import type { Clock } from '../../../conventions/effects.ts';
import { cookieOf } from './cookie.ts';

const LIFE_SECONDS = 180 * 86_400;

/** Identifier of the browser, end of its life in seconds since the epoch, signature. */
const VALUE = /^([A-Za-z0-9_-]{22})\.(\d{1,12})\.([A-Za-z0-9_-]{43})$/;

/**
 * A cookie for each user who signed in with a browser. It lets nobody in: it makes the browser's wrong passwords count
 * by themselves, so that strangers who try passwords do not lock the user out.
 */
export interface DeviceCookies {
  /** The identifier of a browser in which the user signed in before. */
  of(request: FastifyRequest, email: string): string | undefined;
  /** After a sign-in. */
  give(request: FastifyRequest, reply: FastifyReply, email: string): void;
}

export function deviceCookies(secret: Buffer, isSecure: () => boolean, clock: Clock): DeviceCookies {
  const now = () => Math.floor(clock() / 1000);
  // The name holds no address in the clear, and two users of one browser have a cookie each.
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
      const scope = `Path=/oauth; Max-Age=${LIFE_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
      reply.header('set-cookie', `${nameOf(user)}=${value}; ${scope}`);
    },
  };
}
