import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { loadSettings } from '../../../../src/server/config/load-settings.ts';
import { createLogger } from '../../../../src/server/observe/logger.ts';
import { type Server, startServer } from '../../../../src/server/process/start-server.ts';
import type { MadeDays } from '../../../../src/storage/mediation/parquet/parquet-days.ts';
import { expectNothingWritten } from '../../../support/database.ts';
import { dropDatabaseOf, readyDatabaseOf } from '../../../support/database-of.ts';
import { TEST_EFFECTS } from '../../../support/effects.ts';
import { mediationOf } from '../../../support/panels.ts';
import { fromFiles, makeAllDays } from '../../../support/reports-from-files.ts';
import { useOpened } from '../../../support/use-opened.ts';
import { served, type World } from '../../../support/world.ts';
import { checkError, type ErrorBody } from './envelope.ts';

export const MINE = 'pub-1111111111111111';
/** An existing publisher of another user. */
export const OTHER = 'pub-2222222222222222';
export const ACCOUNT = `/v1beta/accounts/${MINE}`;
export const GROUPS = `${ACCOUNT}/mediationGroups`;

/** Ad sources of the shipped catalogue. */
export const OWN_NETWORK = '5450213213286189855';
export const APPLOVIN = '1063618907739174004';
export const INMOBI = '5264320421916134407';

export const adUnit = (fragment = '0000000001') => `ca-app-${MINE}/${fragment}`;

export const GROUP = {
  displayName: 'Group',
  targeting: { platform: 'ANDROID', format: 'BANNER', adUnitIds: [adUnit()] },
  mediationGroupLines: {
    '-1': {
      displayName: 'Line',
      adSourceId: APPLOVIN,
      cpmMode: 'MANUAL',
      cpmMicros: '2500000',
      state: 'ENABLED',
    },
  },
};

export const EXPERIMENT = {
  displayName: 'Experiment',
  treatmentTrafficPercentage: '50',
  treatmentMediationLines: [
    { mediationGroupLine: { adSourceId: INMOBI, cpmMode: 'LIVE', state: 'ENABLED' } },
  ],
};

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any;
  /** The error in the body, after its form was checked. */
  readonly error: ErrorBody;
}

export interface Call {
  readonly query?: string | Readonly<Record<string, string>>;
  /** Text that is sent unchanged, or a value that is sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The access token; null sends none. */
  readonly token?: string | null;
}

export interface HttpWorld {
  readonly server: Server;
  readonly url: string;
  readonly log: readonly string[];
  readonly token: Readonly<Record<'write' | 'read' | 'other', string>>;
  now(): number;
  advance(milliseconds: number): void;
  issueToken(request: object): Promise<string>;
  call(method: string, path: string, call?: Call): Promise<Answer>;
  /** Calls a method and expects success. */
  done(method: string, path: string, call?: Call): Promise<Answer>;
  /** Runs `work` and expects that the database stays unchanged. */
  unchanged<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

function urlOf(base: string, path: string, query: Call['query']): string {
  if (query === undefined) return `${base}${path}`;
  return `${base}${path}?${typeof query === 'string' ? query : new URLSearchParams({ ...query })}`;
}

/**
 * Conditions that every answer of the panel must meet, whatever the request; `log` has the lines since the
 * request.
 */
function checkAnswer(path: string, { status, headers, text }: Answer, log: readonly string[]): void {
  expect(headers.get('vary')).toBe('Accept-Encoding, User-Agent');
  if (status === 304) return;
  expect(headers.get('content-type')).toBe('application/json; charset=UTF-8');
  if (status === 200) expect(headers.get('cache-control')).toBe('private');
  if (status >= 400 && text !== '') checkError(status, text);
  if (status === 401 || status === 403) expect(headers.get('www-authenticate')).toMatch(/^Bearer realm="/);
  const lines = log
    .filter((one) => one.includes('mediation request'))
    .map((one) => JSON.parse(one) as object);
  expect(lines, `the log line of ${path}`).toContainEqual(
    expect.objectContaining({ status, method: expect.any(String), requestId: headers.get('x-request-id') }),
  );
}

export async function startHttpWorld(settings: Readonly<Record<string, unknown>> = {}): Promise<HttpWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-mediation-http-'));
  const log: string[] = [];
  let offset = 0;
  const clock = () => Date.now() + offset;
  const parquet = fromFiles() ? mkdtempSync(join(tmpdir(), 'diptych-parquet-')) : undefined;
  const server = await startServer(
    loadSettings({
      environment: {},
      options: {
        ...served(),
        data: folder,
        // Tests check the log line of every request, so the log must not leave out any.
        logWithoutCredentials: 1_000_000,
        ...(await readyDatabaseOf(folder)),
        ...(parquet && { 'mediation.statistics.parquet.folder': parquet }),
        ...settings,
      },
    }),
    {
      effects: { ...TEST_EFFECTS, clock },
      logger: createLogger('debug', { write: (line) => log.push(line) }),
      sweepEvery: 0,
    },
  );
  const { url, adminUrl } = server;
  const adminToken = readFileSync(server.context.folder.adminToken, 'utf8').trim();

  const admin = async (path: string, request: object) => {
    const response = await fetch(`${adminUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
    if (!response.ok) throw new Error(await response.text());
    // biome-ignore lint/suspicious/noExplicitAny: answers of several methods
    return (await response.json()) as any;
  };
  const issueToken: HttpWorld['issueToken'] = async (request) =>
    (
      await admin('/admin/v1/oauthTokens', {
        publishers: [MINE],
        scopes: ['monetization', 'readonly'],
        ttlSeconds: 86_400,
        ...request,
      })
    ).accessToken as string;
  for (const id of [MINE, OTHER]) await admin('/admin/v1/publishers', { id, displayName: id });
  const token = {
    write: await issueToken({}),
    read: await issueToken({ scopes: ['readonly'] }),
    other: await issueToken({ publishers: [OTHER] }),
  };

  const call: HttpWorld['call'] = async (
    method,
    path,
    { query, body, headers, token: credential = token.write } = {},
  ) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const before = log.length;
    if (parquet && /Report:generate$/.test(path)) {
      const { reports } = mediationOf(server).deps;
      await makeAllDays(server.context.database, reports.parquet as MadeDays, clock());
    }
    const response = await fetch(urlOf(url, path, query), {
      method,
      headers: {
        ...(credential === null ? {} : { authorization: `Bearer ${credential}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: text as string }),
    });
    const received = await response.text();
    const parsed = received === '' ? undefined : JSON.parse(received);
    const answer = {
      status: response.status,
      headers: response.headers,
      text: received,
      body: parsed,
      error: parsed?.error,
    };
    checkAnswer(path, answer, log.slice(before));
    expect(log.slice(before).filter((line) => line.includes('in Parquet files'))).toEqual([]);
    return answer;
  };

  // The helper for databases only uses the server of a world.
  const stored = { server } as unknown as World;

  return {
    server,
    url,
    log,
    token,
    now: clock,
    advance(milliseconds) {
      offset += milliseconds;
    },
    issueToken,
    call,
    async done(method, path, request) {
      const answer = await call(method, path, request);
      expect(answer.text.length > 0 && answer.status, answer.text).toBe(200);
      return answer;
    },
    unchanged: (work) => expectNothingWritten(stored, work),
    async close() {
      await server.close();
      await dropDatabaseOf(folder);
      for (const each of [folder, parquet ?? folder]) rmSync(each, { recursive: true, force: true });
    },
  };
}

/** One world for all tests of a file or of a `describe`. */
export const useHttpWorld = (settings: Readonly<Record<string, unknown>> = {}): (() => HttpWorld) =>
  useOpened(() => startHttpWorld(settings));

/** Creates a group of the publisher. */
export async function newGroup(world: HttpWorld, changes: object = {}) {
  const { body, headers } = await world.done('POST', GROUPS, { body: { ...GROUP, ...changes } });
  const path = `/v1beta/${body.name}`;
  const lineIds = Object.keys(body.mediationGroupLines);
  const lineId = lineIds.find((id) => body.mediationGroupLines[id].adSourceId !== OWN_NETWORK) as string;
  return { path, lineId, group: body, etag: headers.get('etag') as string };
}
