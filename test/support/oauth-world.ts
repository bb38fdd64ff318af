import { hash, randomBytes, randomFillSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdminRequest, AdminResponse } from '../../src/admin/contract/index.ts';
import { callAdmin } from '../../src/cli/admin/client.ts';
import type { Connection } from '../../src/cli/admin/connection.ts';
import { loadSettings } from '../../src/server/config/load-settings.ts';
import type { Effects } from '../../src/server/effects.ts';
import { adminToken } from '../../src/server/files/create-data-folder.ts';
import { createLogger } from '../../src/server/observe/logger.ts';
import { type Server, startServer } from '../../src/server/process/start-server.ts';
import { mediationStore } from '../../src/storage/mediation/mediation-store.ts';
import { openBreakGlass } from './break-glass.ts';
import { type Browser, browser, type Page } from './browser.ts';
import { dropDatabaseOf, readyDatabaseOf } from './database-of.ts';
import { TEST_EFFECTS } from './effects.ts';
import { GIVEN_PASSWORD, ownPassword } from './own-password.ts';
import { useOpened } from './use-opened.ts';
import { SERVED } from './world.ts';

export const PUBLISHERS = {
  'pub-1111111111111111': 'Acme Games',
  'pub-2222222222222222': 'Acme <News> & More',
  'pub-3333333333333333': 'Somebody Else',
} as const;
export const [ACME, NEWS, OTHER] = Object.keys(PUBLISHERS) as [string, string, string];

export const EMAIL = 'ada@example.com';
export const PASSWORD = 'correct horse battery';
export const SCOPE = {
  monetization: 'https://mediation.example/auth/monetization',
  readonly: 'https://mediation.example/auth/readonly',
  report: 'https://mediation.example/auth/report',
  statistics: 'https://mediation.example/auth/statistics',
};

type CreateClient = AdminRequest<'createOAuthClient'>;
type Admin = <Name extends Parameters<typeof callAdmin>[1]>(
  name: Name,
  request: Parameters<typeof callAdmin<Name>>[2],
) => ReturnType<typeof callAdmin<Name>>;

export interface TestClient {
  readonly id: string;
  readonly secret: string | undefined;
  readonly redirectUri: string;
  readonly file: AdminResponse<'createOAuthClient'>['file'];
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly id_token?: string;
  readonly scope: string;
  readonly token_type: string;
  readonly expires_in: number;
}

export interface OAuthWorld {
  readonly server: Server;
  readonly url: string;
  readonly log: readonly string[];
  readonly connection: Connection;
  admin: Admin;
  /** A user with the password PASSWORD, chosen after the first sign-in. */
  newUser(email: string, publishers: readonly string[]): Promise<void>;
  /** A new user of ACME, by an email that no other test has. */
  newPerson(): Promise<string>;
  client(request?: Partial<CreateClient>): Promise<TestClient>;
  /** `headers`: the headers that a proxy adds. */
  browser(headers?: Readonly<Record<string, string>>): Browser;
  /** Address of an authorization request with PKCE, without the parameters that are undefined. */
  authorization(client: TestClient, parameters?: Readonly<Record<string, string | undefined>>): string;
  /** Signs in and gives consent. Returns the address of the redirect to the client. */
  allow(visitor: Browser, address: string, publishers?: readonly string[]): Promise<URL>;
  /** Sends a request to the token endpoint. */
  token(
    fields: Readonly<Record<string, string | undefined>>,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Runs the whole flow from the authorization request to the tokens. */
  tokens(client: TestClient, parameters?: Readonly<Record<string, string | undefined>>): Promise<Tokens>;
  close(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any;
}

export const VERIFIER = randomBytes(32).toString('base64url');
export const CHALLENGE = hash('sha256', VERIFIER, 'base64url');

export const credentialsOf = ({ id, secret }: TestClient) => ({ client_id: id, client_secret: secret });

/** The token request for the code in the address of the redirect. */
export const exchangeOf = (client: TestClient, back: URL) => ({
  grant_type: 'authorization_code',
  code: back.searchParams.get('code') ?? undefined,
  redirect_uri: client.redirectUri,
  code_verifier: VERIFIER,
  ...credentialsOf(client),
});

/** Sends a refresh token, with the scopes that the client asks for again. */
export const refresh = (world: OAuthWorld, client: TestClient, token: string | undefined, scope?: string) =>
  world.token({ grant_type: 'refresh_token', refresh_token: token, ...credentialsOf(client), scope });

const defined = (fields: Readonly<Record<string, string | undefined>>) =>
  Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);

async function putPublishers({ context }: Server): Promise<void> {
  const store = mediationStore(context.database, context.clock, (target) => randomFillSync(target));
  await store.write(async (writer) => {
    for (const [publisherId, displayName] of Object.entries(PUBLISHERS)) {
      const times = { reportingTimeZone: 'UTC', createdAt: Date.now() };
      await writer.insertPublisher({ publisherId, displayName, currencyCode: 'EUR', ...times });
    }
  });
}

/** A complete server with one user. She may access two publisher accounts, and a third one not. */
export async function startOAuthWorld(
  settings: Readonly<Record<string, unknown>> = {},
  given: Partial<Effects> = {},
): Promise<OAuthWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-oauth-'));
  const options = { ...SERVED, data: folder, ...(await readyDatabaseOf(folder)), ...settings };
  const log: string[] = [];
  // Reads the clock at each call, so that a test can change it.
  const effects = { ...TEST_EFFECTS, clock: () => Date.now(), ...given };
  const server = await startServer(loadSettings({ environment: {}, options }), {
    effects,
    logger: createLogger('debug', { write: (line) => log.push(line) }),
    sweepEvery: 0,
  });
  const { url } = server;
  const connection = { url: server.adminUrl, token: adminToken(server.context.folder) };
  const admin: Admin = (name, request) => {
    openBreakGlass(server);
    return callAdmin(connection, name, request);
  };
  await putPublishers(server);
  const newUser: OAuthWorld['newUser'] = async (email, publishers) => {
    await admin('createUser', { email, password: GIVEN_PASSWORD, publishers: [...publishers] });
    await ownPassword(server, email, GIVEN_PASSWORD, PASSWORD);
  };
  await newUser(EMAIL, [ACME, NEWS]);
  let people = 0;

  const world: OAuthWorld = {
    server,
    url,
    log,
    connection,
    admin,
    newUser,
    async newPerson() {
      people += 1;
      const email = `ada-${people}@example.com`;
      await newUser(email, [ACME]);
      return email;
    },
    async client(request = {}) {
      const { client, file } = await admin('createOAuthClient', { name: 'Ad desk', ...request });
      const secret = (file.installed ?? file.web ?? file.machine)?.client_secret || undefined;
      const [first = ''] = client.redirectUris;
      // A loopback address that was registered without a port allows any port.
      const redirectUri = first === 'http://127.0.0.1' ? `${first}:9004` : first;
      return { id: client.id, secret, redirectUri, file };
    },
    browser: (headers) => browser(url, headers),
    authorization(client, parameters = {}) {
      const query = new URLSearchParams(
        defined({
          response_type: 'code',
          client_id: client.id,
          redirect_uri: client.redirectUri,
          scope: SCOPE.readonly,
          state: 'state-1',
          code_challenge: CHALLENGE,
          code_challenge_method: 'S256',
          ...parameters,
        }),
      );
      return `${url}/oauth/auth?${query}`;
    },
    async allow(visitor, address, publishers) {
      let page: Page = await visitor.open(address);
      if (page.html.includes('type="password"')) {
        page = await visitor.submit(page, '/sign-in', { email: EMAIL, password: PASSWORD });
      }
      if (page.url.origin !== url) return page.url;
      const chosen = publishers === undefined ? {} : { publisher: publishers };
      page = await visitor.submit(page, '/consent', { decision: 'allow', ...chosen });
      return page.url;
    },
    async token(fields, headers = {}) {
      const body = new URLSearchParams(defined(fields));
      const response = await fetch(`${url}/oauth/token`, { method: 'POST', body, headers });
      return { status: response.status, headers: response.headers, body: await response.json() };
    },
    async tokens(client, parameters = {}) {
      const back = await world.allow(world.browser(), world.authorization(client, parameters));
      const { redirect_uri = client.redirectUri } = parameters;
      const answer = await world.token({ ...exchangeOf(client, back), redirect_uri });
      if (answer.status !== 200) throw new Error(`${back.search} ${JSON.stringify(answer.body)}`);
      return answer.body as Tokens;
    },
    async close() {
      await server.close();
      await dropDatabaseOf(folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return world;
}

/** One world for all tests of a file or of a `describe`. */
export const useOAuthWorld = (
  settings: Readonly<Record<string, unknown>> = {},
  effects: Partial<Effects> = {},
): (() => OAuthWorld) => useOpened(() => startOAuthWorld(settings, effects));
