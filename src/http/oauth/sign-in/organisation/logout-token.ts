import { type JWTVerifyGetKey, jwtVerify } from 'jose';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type LogoutNotice, ProviderRefusal } from '../../../../accounts/ports/organisation.ts';
import { ALGORITHMS, CLOCK_TOLERANCE } from '../../verify/foreign-issuer.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Seconds after which a logout token is too old, whatever it says itself. */
const LONGEST_AGE = 300;

const Text = Type.String({ minLength: 1, maxLength: 512 });
const Claims = Compile(
  Type.Object({
    jti: Text,
    sub: Type.Optional(Text),
    sid: Type.Optional(Text),
    events: Type.Object({ [EVENT]: Type.Object({}) }),
  }),
);

interface Expected {
  readonly issuer: string;
  readonly clientId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Checks a logout token (OpenID Connect Back-Channel Logout 2.6). `nonce` is forbidden, so that an ID token is
 * none. @throws ProviderRefusal, errors of jose
 */
export async function logoutNotice(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, clientId, now }: Expected,
): Promise<LogoutNotice> {
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    algorithms: ALGORITHMS,
    issuer,
    audience: clientId,
    requiredClaims: ['iat'],
    maxTokenAge: LONGEST_AGE,
    clockTolerance: CLOCK_TOLERANCE,
    currentDate: new Date(now),
  });
  const type = protectedHeader.typ?.toLowerCase();
  const isTyped = type === undefined || type === 'jwt' || type === 'logout+jwt';
  if (!isTyped || !Claims.Check(payload) || 'nonce' in payload)
    throw new ProviderRefusal('it is not a logout token');
  const { jti, sub, sid } = payload;
  if (sub === undefined && sid === undefined)
    throw new ProviderRefusal('it names neither person nor session');
  return {
    tokenId: jti,
    ...(sub !== undefined && { subject: sub }),
    ...(sid !== undefined && { session: sid }),
  };
}
