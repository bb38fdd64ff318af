import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, exportJWK, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose';
import type { Configuration, interactionPolicy, JWK, KoaContextWithOIDC } from 'oidc-provider';
import { type Browser, browser, type Page } from './browser.ts';

export const CLIENT = { id: 'diptych', secret: 'a-secret-of-the-organisation' };

/** A person of the organisation, as the provider knows them. */
export interface Person {
  readonly sub: string;
  /** Claims of the ID token. */
  readonly claims: Readonly<Record<string, unknown>>;
}

export interface OrganisationOptions {
  /** Provider signs in with it if it is asked for by `acr_values`. */
  readonly acr?: string;
  /** Authentication contexts that the provider grants if they are asked for by `claims`. */
  readonly acrs?: readonly string[];
  /** Scopes beside openid and email. */
  readonly scopes?: readonly string[];
  readonly issuesRefreshTokens?: boolean;
}

type Header = { readonly alg?: string; readonly kid?: string; readonly typ?: string };
/** Changes the claims of the next ID tokens; returns the claims, or a whole token. */
export type Tamper = (claims: JWTPayload, sign: Sign) => Promise<JWTPayload | string> | JWTPayload | string;
export type Sign = (claims: JWTPayload, header?: Header) => Promise<string>;

/** The OpenID provider of an organisation: oidc-provider on a port of its own. */
export interface TestOrganisation {
  readonly issuer: string;
  /** Who is signed in by the next visitor. */
  person: Person;
  tamper: Tamper | undefined;
  /** When the person proved who they are, in seconds; undefined: now. */
  authTime: number | undefined;
  /** Seconds by which the clock of the provider is ahead. */
  ahead: number;
  /** The number of requests to the token endpoint. */
  tokenRequests(): number;
  /** Registers the server to test; must be called before anybody signs in. */
  register(diptych: string, id: string): Promise<void>;
  /** Signs with the key of the provider. */
  readonly sign: Sign;
  rotateKeys(): Promise<void>;
  /** The provider is away until this is called again. */
  isAway: boolean;
  /** Answers requests at paths instead of the provider. */
  hostile: Readonly<Record<string, RequestListener>>;
  /** Signs the browser out at the provider, which tells the server to test. */
  signOut(visitor: Browser): Promise<Page>;
  close(): Promise<void>;
}

async function newKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' } as JWK;
}

const askedFor = ({ oidc }: KoaContextWithOIDC, acr: string | undefined): boolean =>
  acr !== undefined &&
  String(oidc.params?.acr_values ?? '')
    .split(' ')
    .includes(acr);

export async function startOrganisation(options: OrganisationOptions = {}): Promise<TestOrganisation> {
  const { Provider: Implementation, interactionPolicy: policies } = await import('oidc-provider');
  const { acr, acrs = [], scopes = [], issuesRefreshTokens = true } = options;
  let keys = [await newKey('key-1')];
  let answer: RequestListener = (_request, response) => {
    response.writeHead(503).end();
  };
  let tokenRequests = 0;
  let target = { diptych: '', id: '' };

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', issuer);
    if (organisation.isAway) response.destroy();
    else (organisation.hostile[pathname] ?? answer)(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const sign: Sign = async (claims, header = {}) => {
    const [key] = keys as [JWK];
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: key.kid as string, ...header })
      .sign(await importJWK(key as never, 'RS256'));
  };

  /** A session without the wanted `acr` must sign in again, as providers do that have a step-up. */
  function policy(): interactionPolicy.DefaultPolicy {
    const base = policies.base();
    const check = (ctx: KoaContextWithOIDC) => askedFor(ctx, acr) && ctx.oidc.session?.acr !== acr;
    base
      .get('login')
      ?.checks.add(
        new policies.Check('acr_wanted', 'the acr is missing', 'login_required', (ctx) =>
          check(ctx) && ctx.oidc.result?.login === undefined
            ? policies.Check.REQUEST_PROMPT
            : policies.Check.NO_NEED_TO_PROMPT,
        ),
      );
    return base;
  }

  const configuration = (): Configuration => ({
    acrValues: acr === undefined ? [] : [acr],
    claims: {
      openid: [
        'sub',
        'roles',
        'groups',
        'tid',
        'hd',
        'realm_access',
        'acrs',
        '_claim_names',
        'hasgroups',
        'licence_number',
      ],
      email: ['email'],
    },
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [
          `${target.diptych}/oauth/organisation/${target.id}/callback`,
          // Where holders sign in.
          `${target.diptych}/add/signed-in`,
        ],
        token_endpoint_auth_method: 'client_secret_basic',
        backchannel_logout_uri: `${target.diptych}/oauth/organisation/${target.id}/logout`,
        backchannel_logout_session_required: true,
      },
    ],
    conformIdTokenClaims: false,
    cookies: { keys: ['key of the cookies'] },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      claimsParameter: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.body = `<!doctype html>${form}<button name="logout" value="yes" form="op.logoutForm"></button>`;
        },
      },
    },
    // The built-in one refuses loopback addresses, where the server to test is.
    fetch: (address, options) => {
      const { method, headers, body } = options as RequestInit;
      return fetch(address, { method, headers, body } as RequestInit);
    },
    findAccount: (ctx, sub) => ({
      accountId: sub,
      claims: (_use, _scope, claims) => ({
        ...organisation.person.claims,
        ...('acrs' in claims && { acrs: [...acrs] }),
        sub: ctx === undefined ? sub : organisation.person.sub,
      }),
    }),
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}`, policy: policy() },
    issueRefreshToken: () => issuesRefreshTokens,
    jwks: { keys },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    scopes: ['openid', 'email', ...scopes],
    ttl: {
      AccessToken: 600,
      Grant: 86_400,
      IdToken: 600,
      Interaction: 600,
      RefreshToken: 86_400,
      Session: 86_400,
    },
    async loadExistingGrant({ oidc }) {
      const { Grant } = oidc.provider;
      const grant = new Grant({
        accountId: oidc.session?.accountId ?? '',
        clientId: oidc.client?.clientId ?? '',
      });
      grant.addOIDCScope(['openid', 'email', ...scopes].join(' '));
      grant.addOIDCClaims(['acrs']);
      await grant.save();
      return grant;
    },
  });

  const create = () => {
    const made = new Implementation(issuer, configuration());
    made.use(async (ctx, next) => {
      if (ctx.path.startsWith('/interaction/')) {
        const { params } = await made.interactionDetails(ctx.req, ctx.res);
        const wanted = String(params.acr_values ?? '').split(' ');
        const login = {
          accountId: organisation.person.sub,
          ...(acr !== undefined && wanted.includes(acr) && { acr }),
          ...(organisation.authTime !== undefined && { ts: organisation.authTime }),
        };
        ctx.respond = false;
        await made.interactionFinished(ctx.req, ctx.res, { login });
        return;
      }
      await next();
      if (ctx.path !== '/token') return;
      tokenRequests += 1;
      const body = ctx.body as { id_token?: string } | undefined;
      const { ahead, tamper = (claims: JWTPayload) => claims } = organisation;
      if (body?.id_token === undefined) return;
      const claims = decodeJwt(body.id_token);
      const times = ['iat', 'exp', 'auth_time'].filter((name) => name in claims);
      const shifted = times.map((name) => [name, Number(claims[name]) + ahead]);
      const told = await tamper({ ...claims, ...Object.fromEntries(shifted) }, sign);
      body.id_token = typeof told === 'string' ? told : await sign(told);
    });
    const handle = made.callback();
    answer = (request, response) => void handle(request, response);
  };

  const organisation: TestOrganisation = {
    issuer,
    person: { sub: 'person-1', claims: {} },
    tamper: undefined,
    authTime: undefined,
    ahead: 0,
    isAway: false,
    hostile: {},
    tokenRequests: () => tokenRequests,
    async register(diptych, id) {
      target = { diptych, id };
      create();
    },
    sign,
    async rotateKeys() {
      keys = [await newKey(`key-${keys.length + 1}-${Date.now()}`)];
      create();
    },
    async signOut(visitor) {
      const page = await visitor.open(`${issuer}/session/end?client_id=${CLIENT.id}`);
      return visitor.submit(page, '/session/end/confirm', { logout: 'yes' });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return organisation;
}

/** The browser of a person, with cookies of the server to test and of the provider. */
export function twoBrowsers(diptych: string, { issuer }: TestOrganisation) {
  return { own: browser(diptych), theirs: browser(issuer) };
}
