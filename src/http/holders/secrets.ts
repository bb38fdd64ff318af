import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Attempt } from '../../accounts/ports/organisation.ts';
import { type Clock, MINUTE } from '../../conventions/time.ts';
import { cookieOf } from '../cookie.ts';
import { type Sealed, sealed, type TextCipher } from '../sealed-values.ts';

const FORM = /^[A-Za-z0-9_-]{40,3900}$/;

/** A cookie whose content only this server can read. */
interface SealedCookie<Content extends object> {
  give(reply: FastifyReply, content: Content): void;
  of(request: FastifyRequest): Content | undefined;
  drop(reply: FastifyReply): void;
}

function sealedCookie<Content extends object>(
  name: string,
  { life, seal, open }: Sealed<Content>,
  isSecure: () => boolean,
): SealedCookie<Content> {
  const set = (reply: FastifyReply, value: string, age: number) =>
    reply.header(
      'set-cookie',
      `${name}=${value}; Max-Age=${age}; Path=/add/; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}`,
    );
  return {
    give: (reply, content) => void set(reply, seal(content), life / 1000),
    of(request) {
      const text = cookieOf(request, name, FORM);
      return text === undefined ? undefined : open(text);
    },
    drop: (reply) => void set(reply, '', 0),
  };
}

/** A holder who signed in. A sign-in has one code. */
export interface HolderVisit {
  readonly holderId: string;
  readonly signInId: string;
}

/** The query of a sign-in that a wallet asked for: its sealed request, which must fit into a cookie. */
export const WALLET_REQUEST = /\?request=([A-Za-z0-9_-]{40,2000})$/;

const LIFE = 10 * MINUTE;

interface Jar {
  readonly cipher: TextCipher;
  readonly clock: Clock;
  readonly address: () => string;
}

/** The cookies of a sign-in that was begun, and of a holder who signed in; both end after ten minutes. */
export function holderCookies({ cipher, clock, address }: Jar) {
  const jar = <Content extends object>(name: string) =>
    sealedCookie(name, sealed<Content>(name, LIFE, { cipher, clock }), () => address().startsWith('https:'));
  return {
    attempts: jar<Attempt & { readonly wallet?: string }>('diptych_add_attempt'),
    visits: jar<HolderVisit>('diptych_add'),
  };
}

export const randomSecret = (): string => randomBytes(32).toString('base64url');
