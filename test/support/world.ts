import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import type { Connection } from '../../src/cli/admin/connection.ts';
import { ApiError } from '../../src/client/errors.ts';
import type { RandomFill } from '../../src/conventions/random-text.ts';
import type { DrainTimes } from '../../src/http/drain.ts';
import type { OperationName } from '../../src/issuer/contract/index.ts';
import { loadWithOrigins } from '../../src/server/config/load-settings.ts';
import { adminToken } from '../../src/server/files/create-data-folder.ts';
import { createLogger } from '../../src/server/observe/logger.ts';
import { type Server, startServer } from '../../src/server/process/start-server.ts';
import { type SweepCounts, sweep } from '../../src/server/rounds/deadline-sweep.ts';
import type { Transport } from '../../src/wallet/index.ts';
import { checkIssuerAnswer, type OpenApiDocument, type SchemaCheck, schemaCheck } from './answer-check.ts';
import { databaseOf, dropDatabaseOf, readyDatabaseOf } from './database-of.ts';
import { TEST_EFFECTS } from './effects.ts';
import { checkLog } from './log-check.ts';

/** Free ports, and no consoles: their routes are half of the time of a start. Tests that need consoles turn them on. */
export const SERVED = { port: 0, adminPort: 0, 'console.enabled': false };

const TESTS = fileURLToPath(new URL('..', import.meta.url));

/** For tests of one interface that look at the other one too. */
export const BOTH_INTERFACES = { interfaces: ['issuer', 'mediation'] };

/** A suite of one interface starts only that one, in two thirds of the time. All other suites start both. */
export function served(): Readonly<Record<string, unknown>> {
  const { testPath = '' } = expect.getState();
  const only = BOTH_INTERFACES.interfaces.find((name) => testPath.startsWith(join(TESTS, name, '/')));
  return only === undefined ? SERVED : { ...SERVED, interfaces: [only] };
}

export const WITH_CONSOLES = { 'console.enabled': true };

/** Noon, so that rounding to days is visible. */
const START = Date.UTC(2026, 10, 20, 12, 0, 0);

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any;
}

export interface World extends Serving {
  readonly url: string;
  readonly connection: Connection;
  sweep(): Promise<SweepCounts>;
  /** Sends an unchanged body to a path of the panels. */
  post(path: string, body: string | Uint8Array, headers?: Record<string, string>): Promise<Answer>;
  /** Calls an operation with valid metadata and the given members. */
  operate(name: OperationName, members?: object, metadata?: object): Promise<Answer>;
  /** The transport of a simulated device. */
  readonly transport: Transport;
  admin: <Name extends Parameters<typeof callAdmin>[1]>(
    name: Name,
    request: Parameters<typeof callAdmin<Name>>[2],
  ) => ReturnType<typeof callAdmin<Name>>;
}

export interface WorldOptions {
  /** Settings by their dotted names. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** A folder to start on, which is kept afterwards. By default a new one is made and deleted afterwards. */
  readonly folder?: string;
  readonly startAt?: number;
  readonly drain?: DrainTimes;
  readonly random?: RandomFill;
  /** Milliseconds between sweeps; 0, the default, turns off all background work. */
  readonly sweepEvery?: number;
}

export const ISSUER_ID = 'Sandbox_US_MDL';

/** Checks by settings and path, because worlds with the same settings serve the same documents. */
const checks = new Map<string, Promise<SchemaCheck>>();

const NO_DOCUMENT = { paths: {} } as OpenApiDocument;

async function readSchemas(url: string): Promise<SchemaCheck> {
  const answer = await fetch(url);
  // An interface that is off has no document.
  return schemaCheck(answer.ok ? ((await answer.json()) as OpenApiDocument) : NO_DOCUMENT);
}

function servedSchemas(
  origin: string,
  path: string,
  settings: WorldOptions['settings'],
): Promise<SchemaCheck> {
  const key = path + JSON.stringify(settings);
  const check = checks.get(key) ?? readSchemas(origin + path);
  checks.set(key, check);
  return check;
}

/** A complete server on its own ports, with a clock that the test controls. */
export interface Serving {
  readonly server: Server;
  readonly folder: string;
  readonly issuerId: string;
  /** All log lines as they were written. */
  readonly log: readonly string[];
  now(): number;
  /** Moves the clock on, in milliseconds. */
  advance(milliseconds: number): void;
  close(): Promise<void>;
}

export async function startServing(options: WorldOptions = {}): Promise<Serving> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'diptych-world-'));
  const log: string[] = [];
  let now = options.startAt ?? START;
  const clock = () => now;
  const database = await (options.folder === undefined ? readyDatabaseOf : databaseOf)(folder);
  const given = { ...served(), data: folder, ...database, ...options.settings };
  const { settings, origins } = loadWithOrigins({ environment: {}, options: given });
  const logger = createLogger('debug', { write: (line) => log.push(line) });
  const { drain, random = TEST_EFFECTS.random, sweepEvery = 0 } = options;
  const effects = { ...TEST_EFFECTS, clock, random };
  const server = await startServer(settings, {
    effects,
    origins,
    logger,
    sweepEvery,
    ...(drain && { drain }),
  });
  return {
    server,
    folder,
    issuerId: settings.issuer.id,
    log,
    now: clock,
    advance(milliseconds) {
      now += milliseconds;
    },
    async close() {
      await server.close();
      checkLog(log);
      if (options.folder !== undefined) return;
      await dropDatabaseOf(folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A server whose answers are checked against its contracts, with the calls that tests use. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const serving = await startServing(options);
  const { server, log, issuerId } = serving;
  const { url, adminUrl } = server;
  const connection = { url: adminUrl, token: adminToken(server.context.folder) };

  const settings: WorldOptions['settings'] = { ...served(), ...options.settings };
  const schemas = await servedSchemas(url, '/openapi/issuer.json', settings);
  const adminSchemas = await servedSchemas(adminUrl, '/openapi/admin.json', {
    interfaces: settings?.interfaces,
  });

  /** Every answer is checked against its contract. */
  const post: World['post'] = async (path, body, headers = { 'content-type': 'application/json' }) => {
    const response = await fetch(`${url}${path}`, { method: 'POST', body: body as string, headers });
    const text = await response.text();
    const answer = {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
    if (path.startsWith('/v1/vdc/')) checkIssuerAnswer({ path, body }, answer, schemas, log);
    return answer;
  };

  return {
    ...serving,
    url,
    connection,
    sweep: () => sweep(server.context),
    post,
    operate(name, members = {}, metadata = {}) {
      const requestMetadata = {
        requestId: randomUUID(),
        version: { major: 1, minor: 0 },
        issuerId,
        ...metadata,
      };
      return post(`/v1/vdc/${name}`, JSON.stringify({ requestMetadata, ...members }));
    },
    async transport(target, body) {
      const { status, headers, body: answer } = await post(new URL(target).pathname, body);
      return { status, headers: Object.fromEntries(headers), text: JSON.stringify(answer) };
    },
    async admin(name, request) {
      try {
        const answer = await callAdmin(connection, name, request);
        adminSchemas(name, 200, answer);
        return answer;
      } catch (error) {
        if (error instanceof ApiError) adminSchemas(name, 400, error.body);
        throw error;
      }
    },
  };
}
