import { createHash } from 'node:crypto';
import { type JWTPayload, jwtVerify } from 'jose';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  clockSkew,
  clockTolerance,
  customFetch,
  refreshTokenGrant,
  type ServerMetadata,
  type TokenEndpointResponse,
} from 'openid-client';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import {
  type Claims,
  type Organisation,
  type OrganisationProvider,
  type ProviderAnswer,
  ProviderRefusal,
} from '../../../../accounts/ports/organisation.ts';
import { LONGEST_AGE } from '../../../../accounts/recent-proof.ts';
import { type Clock, SECOND } from '../../../../conventions/time.ts';
import { ALGORITHMS, CLOCK_TOLERANCE } from '../../verify/foreign-issuer.ts';
import { boundedFetch } from '../../verify/issuer-documents.ts';
import { publishedBy } from './documents.ts';
import { failureOf } from './failures.ts';
import { logoutNotice } from './logout-token.ts';

/** How this server is registered at the provider. */
export interface Registration {
  readonly clientId: string;
  /** Reads the secret for each request, so that it can be replaced while the server runs. */
  readonly clientSecret: () => string;
  readonly redirectUri: () => string;
  readonly scopes: readonly string[];
  /** Further parameters of authorization requests. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Whether the provider signs in anew for `max_age`, and sends `auth_time`. */
  readonly honoursMaxAge: boolean;
}

/** OpenID Connect Core 2: at most 255 characters. PostgreSQL stores no NUL, and indexes no text of kilobytes. */
const Name = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[^\\p{C}]+$' });
const Identity = Compile(Type.Object({ sub: Name(255), sid: Type.Optional(Name(512)) }));

/** Such a token was made for another client, or by a clock that would make a proof look recent for too long. */
function isForeignOrEarly({ azp, iat, auth_time: provenAt }: JWTPayload, clientId: string, now: number) {
  // OpenID Connect Core 3.1.3.7, 5; openid-client checks it only if there are several audiences.
  if (azp !== undefined && azp !== clientId) return true;
  return [iat, provenAt].some((time) => Number(time) > now / SECOND + CLOCK_TOLERANCE);
}

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

/** `acr` has a parameter of its own (OpenID Connect Core 3.1.2.1); other claims are asked for by `claims` (5.5). */
function strongParameters({ strong }: Organisation): Record<string, string> {
  if (strong === undefined) return {};
  const { claim, values } = strong;
  if (claim === 'acr') return { acr_values: values.join(' ') };
  const wanted = values.length === 1 ? { value: values[0] } : { values };
  return { claims: JSON.stringify({ id_token: { [claim]: { essential: true, ...wanted } } }) };
}

/** The relying party of one organisation (OpenID Connect Core 3.1). */
export function relyingParty(
  organisation: Organisation,
  registration: Registration,
  clock: Clock,
): OrganisationProvider {
  const { issuer } = organisation;
  const { clientId, scopes, parameters, honoursMaxAge } = registration;
  const published = publishedBy(issuer, clock);
  // Each sign-in asks for it, so that final actions are allowed after it.
  const age = honoursMaxAge ? { maxAge: LONGEST_AGE } : {};

  const configuration = (metadata: ServerMetadata): Configuration => {
    const secret = registration.clientSecret();
    const methods = metadata.token_endpoint_auth_methods_supported ?? [];
    const proof = methods.includes('client_secret_post') ? ClientSecretPost : ClientSecretBasic;
    const times = {
      [clockSkew]: Math.round((clock() - Date.now()) / SECOND),
      [clockTolerance]: CLOCK_TOLERANCE,
    };
    const made = new Configuration(metadata, clientId, times, proof(secret));
    made[customFetch] = boundedFetch;
    if (issuer.startsWith('http:')) allowInsecureRequests(made);
    return made;
  };

  /** openid-client checks the claims; it relies on TLS for the signature, which is checked here. */
  const answerOf = async (tokens: TokenEndpointResponse): Promise<ProviderAnswer> => {
    const { keys } = await published();
    const now = clock();
    const { payload } = await jwtVerify(tokens.id_token ?? '', keys, {
      algorithms: ALGORITHMS,
      issuer,
      audience: clientId,
      requiredClaims: ['sub', 'iat', 'exp'],
      clockTolerance: CLOCK_TOLERANCE,
      currentDate: new Date(now),
    });
    if (!Identity.Check(payload) || isForeignOrEarly(payload, clientId, now))
      throw new ProviderRefusal('its answer is not valid');
    const { refresh_token: refreshToken } = tokens;
    return { claims: payload as Claims, ...(refreshToken !== undefined && { refreshToken }) };
  };

  const inWordsOfThePort = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw failureOf(error);
    });

  return {
    async authorization({ state, nonce, verifier, asksStrong }) {
      const { metadata } = await published();
      return buildAuthorizationUrl(configuration(metadata), {
        ...parameters,
        redirect_uri: registration.redirectUri(),
        response_type: 'code',
        scope: scopes.join(' '),
        state,
        nonce,
        code_challenge: challengeOf(verifier),
        code_challenge_method: 'S256',
        ...(honoursMaxAge && { max_age: String(LONGEST_AGE) }),
        ...(asksStrong && strongParameters(organisation)),
      });
    },
    redeem: (query, { state, nonce, verifier }) =>
      inWordsOfThePort(
        (async () => {
          const { metadata } = await published();
          const callback = new URL(registration.redirectUri());
          callback.search = query.toString();
          const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, ...age };
          return answerOf(await authorizationCodeGrant(configuration(metadata), callback, checks));
        })(),
      ),
    renew: (refreshToken) =>
      inWordsOfThePort(
        (async () => {
          const { metadata } = await published();
          return answerOf(await refreshTokenGrant(configuration(metadata), refreshToken));
        })(),
      ),
    readLogoutToken: (token) =>
      inWordsOfThePort(
        (async () => {
          const { keysForStrangers } = await published();
          return logoutNotice(token, keysForStrangers, { issuer, clientId, now: clock() });
        })(),
      ),
  };
}
