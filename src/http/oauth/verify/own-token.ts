import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TokenHolder } from '../../../accounts/grants.ts';
import { OPERATOR } from '../../../accounts/ids.ts';
import type { TokenSigner } from '../../../accounts/ports/services.ts';
import type { SigningKeys } from '../../../keys/oauth-signing-keys.ts';

/** The claims of a token with a valid signature. */
export interface VerifiedToken {
  readonly issuer: string;
  readonly subject: string;
  readonly clientId?: string;
  readonly scopes: readonly string[];
  readonly publishers: readonly string[];
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export interface OwnToken extends VerifiedToken {
  readonly keyId: string;
  readonly tokenId: string;
  readonly grantId?: string;
  readonly holder: TokenHolder;
}

export interface OwnIssuer {
  readonly issuer: () => string;
  readonly keys: Pick<SigningKeys, 'current'>;
}

const Claims = Compile(
  Type.Object({
    iss: Type.String(),
    sub: Type.String(),
    exp: Type.Number(),
    jti: Type.String(),
    client_id: Type.String(),
    scope: Type.Optional(Type.String()),
    publishers: Type.Array(Type.String()),
    grant_id: Type.Optional(Type.String()),
  }),
);

function holderOf(sub: string, clientId: string, tokenId: string, grantId: string | undefined): TokenHolder {
  if (grantId !== undefined) return { kind: 'user', grantId };
  return sub === OPERATOR ? { kind: 'operator', tokenId } : { kind: 'machine', clientId, tokenId };
}

function toToken(payload: JWTPayload, keyId: string): OwnToken {
  if (!Claims.Check(payload)) throw new errors.JWTInvalid('a claim is missing');
  const { iss, sub, exp, jti, client_id: clientId, scope = '', publishers, grant_id: grantId } = payload;
  return {
    issuer: iss,
    subject: sub,
    clientId,
    scopes: scope.split(' '),
    publishers,
    expiresAt: exp * 1000,
    keyId,
    tokenId: jti,
    ...(grantId === undefined ? {} : { grantId }),
    holder: holderOf(sub, clientId, jti, grantId),
  };
}

/**
 * Verifies a JWT of this server (RFC 9068 4): type, algorithm, key, issuer and one of the audiences. @param
 * now - milliseconds since the epoch; 0 accepts expired tokens @throws errors of jose
 */
export async function verifyOwnToken(
  own: OwnIssuer,
  token: string,
  audience: string | readonly string[],
  now: number,
): Promise<OwnToken> {
  const { payload, protectedHeader } = await jwtVerify(
    token,
    ({ kid }) => {
      const key = own.keys.current().find(({ keyId }) => keyId === kid);
      if (key === undefined) throw new errors.JWKSNoMatchingKey();
      return key.publicKey;
    },
    {
      algorithms: ['ES256'],
      typ: 'at+jwt',
      issuer: own.issuer(),
      audience: typeof audience === 'string' ? audience : [...audience],
      currentDate: new Date(now),
    },
  );
  return toToken(payload, protectedHeader.kid as string);
}

/** Signs tokens that an operator issues, in the format of the authorization server (RFC 9068 2). */
export function tokenSigner({
  issuer,
  audience,
  keys,
}: OwnIssuer & { readonly audience: () => string; readonly keys: SigningKeys }): TokenSigner {
  return {
    sign(claims) {
      const [active] = keys.current();
      if (active === undefined) throw new Error('there is no key to sign tokens with');
      return new SignJWT({ iss: issuer(), aud: audience(), ...claims })
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: active.keyId })
        .sign(active.privateKey);
    },
  };
}
