import { SignJWT } from 'jose';
import type { TokenSigner } from '../../accounts/ports/tokens.ts';
import type { SigningKeys } from '../../keys/oauth/index.ts';
import type { OwnIssuer } from './verify/own-token.ts';

/** Tokens as the authorization server makes them, for those that an operator hands out (RFC 9068 2). */
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
