import { randomFillSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Compile, type Validator } from 'typebox/compile';
import { expect } from 'vitest';
import { createPublisher } from '../../../../src/admin/publishers/create-publisher.ts';
import { listChanges } from '../../../../src/admin/publishers/list-changes.ts';
import { listPublishers } from '../../../../src/admin/publishers/list-publishers.ts';
import {
  parseEntityTags,
  parseQuery,
  StatusError,
  writeProtoJson,
} from '../../../../src/conventions/index.ts';
import type { RandomFill } from '../../../../src/conventions/random-text.ts';
import type { Caller, CallPath } from '../../../../src/mediation/access.ts';
import { parseCatalogue } from '../../../../src/mediation/catalogue/index.ts';
import { METHODS, type MethodName, type ResponseOf } from '../../../../src/mediation/contract/index.ts';
import { lookAtExperiments } from '../../../../src/mediation/experiment/look-round.ts';
import { DEFAULT_MEDIATION_POLICY, type MediationPolicy } from '../../../../src/mediation/operation.ts';
import { mediationPanel } from '../../../../src/mediation/panel.ts';
import type { Catalogue } from '../../../../src/mediation/ports/catalogue.ts';
import type { CurrentRates } from '../../../../src/mediation/reports/currency-conversion.ts';
import { reportDeps } from '../../../../src/mediation/reports/report-deps.ts';
import { mediationStore } from '../../../../src/storage/mediation/mediation-store.ts';
import { fromRecentRows } from '../../../../src/storage/mediation/recent-entities.ts';
import { servingStore } from '../../../../src/storage/mediation/serving-store.ts';
import { statisticsStore } from '../../../../src/storage/mediation/statistics/statistics-store.ts';
import { commitWatchOf, dumpOf } from '../../../support/database.ts';
import { dropDatabaseOf } from '../../../support/database-of.ts';
import { openTestDatabase } from '../../../support/test-database.ts';
import { useOpened } from '../../../support/use-opened.ts';

/** Calls the admin interface. */
export const ADMINISTRATOR = {
  kind: 'operator',
  requestId: 'setup',
  operatorId: 'operator',
  role: 'administrator',
} as const;

export const CATALOGUE = parseCatalogue(
  readFileSync(new URL('../../../../data/catalogue.json', import.meta.url), 'utf8'),
);

const START = Date.UTC(2026, 10, 20, 12, 0, 0);

const shapes = new Map<MethodName, Validator>();

/** Expects that an answer is proto3 JSON of the contract, without other members and without default values. */
function checkAnswer(name: MethodName, answer: object): void {
  const { response } = METHODS[name];
  const shape = shapes.get(name) ?? Compile(response);
  shapes.set(name, shape);
  expect([...shape.Errors(answer)]).toEqual([]);
  expect(JSON.parse(JSON.stringify(answer))).toEqual(writeProtoJson(response as never, answer));
}

export interface Sent {
  readonly path?: CallPath;
  /** The query as in a URL, without the question mark, or as an object. */
  readonly query?: string | Readonly<Record<string, string>>;
  /** JSON text, or a value that is sent as JSON. */
  readonly body?: unknown;
  readonly ifMatch?: string;
  readonly caller?: Partial<Caller>;
  readonly requestId?: string;
}

export async function openWorld(
  changes: Partial<MediationPolicy> = {},
  random: RandomFill = (target) => randomFillSync(target),
) {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-mediation-'));
  const file = join(folder, 'diptych.sqlite');
  const database = await openTestDatabase(folder);
  let now = START;
  const clock = () => now;
  const from = fromRecentRows();
  const store = mediationStore(database, clock, random, from);
  const statistics = statisticsStore(database);
  let current = CATALOGUE;
  const catalogue = {
    replace(next: Catalogue) {
      current = next;
    },
  };
  const policy = { ...DEFAULT_MEDIATION_POLICY, ...changes };
  const panel = mediationPanel({
    store,
    statistics,
    catalogue: () => current,
    policy,
    clock,
    random,
    reports: reportDeps(),
  });
  const deps = { store, clock, random };
  const administration = {
    createPublisher: createPublisher.run.bind(undefined, deps),
    listPublishers: listPublishers.run.bind(undefined, deps),
    listChanges: listChanges.run.bind(undefined, deps),
  };
  let requests = 0;

  async function call<Name extends MethodName>(
    publisherId: string,
    name: Name,
    sent: Sent = {},
  ): Promise<ResponseOf<Name>> {
    const { query = '', body, ifMatch, caller } = sent;
    requests += 1;
    const { requestId = `request-${requests}` } = sent;
    const path = name === 'accounts.list' ? {} : { accountsId: publisherId, ...sent.path };
    const answer = await panel.call(name, {
      path,
      query: parseQuery(typeof query === 'string' ? query : new URLSearchParams(query).toString()),
      ...(body !== undefined && { body: JSON.parse(typeof body === 'string' ? body : JSON.stringify(body)) }),
      ifMatch: parseEntityTags('If-Match', ifMatch),
      caller: {
        subject: 'user-1',
        publishers: [publisherId],
        scopes: ['monetization', 'readonly'],
        ...caller,
      },
      requestId,
    });
    checkAnswer(name, answer);
    return answer;
  }

  const commits = commitWatchOf(file);
  let stored = dumpOf(file);
  /** The content of the database, read again only after a commit. */
  const dump = () => {
    if (commits.hasChanged()) stored = dumpOf(file);
    return stored;
  };

  return {
    file,
    database,
    store,
    serving: servingStore(database, from),
    statistics,
    /** The round of the server that looks at experiments. */
    look: (rates?: CurrentRates) =>
      lookAtExperiments({ store, statistics, clock, ...reportDeps(rates), policy: policy.experiments }),
    panel,
    catalogue,
    administration,
    now: clock,
    call,
    dump,
    advance(milliseconds: number) {
      now += milliseconds;
    },
    /** Creates a publisher for one test. */
    async publisher(id?: string, reportingTimeZone = 'UTC') {
      const named = { displayName: 'Test publisher', reportingTimeZone, ...(id !== undefined && { id }) };
      return (await administration.createPublisher(named, ADMINISTRATOR)).id;
    },
    /** Expects that a call is refused and stores nothing. Returns the error. */
    async refused(publisherId: string, name: MethodName, sent: Sent = {}): Promise<StatusError> {
      const before = dump();
      const error = await call(publisherId, name, sent).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(StatusError);
      expect(dump()).toEqual(before);
      return error as StatusError;
    },
    async close() {
      commits.close();
      await database.close();
      await dropDatabaseOf(folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/** One database for the tests of a file. Each test uses another publisher. */
export const useWorld = (changes: Partial<MediationPolicy> = {}): (() => World) =>
  useOpened(() => openWorld(changes));
