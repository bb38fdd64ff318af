import { type Kysely, type RawBuilder, SqliteAdapter, sql } from 'kysely';
import { asksToSignIn } from '../../conventions/reasons/asks-to-sign-in.ts';
import { HOUR } from '../../conventions/time.ts';
import type {
  HandledRequest,
  RefusedFilter,
  RequestIds,
  RequestReader,
  RequestWriter,
} from '../../issuer/ports/requests.ts';
import type { PurgeStep, PurgeStepResult } from '../../issuer/ports/retention.ts';
import { afterCursor, type BoundedPage, inOrder, inStepsOf, source } from '../pages.ts';
import type { Schema } from '../schema/index.ts';
import { insertRows, isAmong } from '../statements.ts';
import { timePrefix } from '../time-ordered-ids.ts';
import { heldIds, namesAny, type Span, spansWithoutHold } from './held-rows.ts';

type IdName = keyof RequestIds;

/** The tables in which the ids of requests are looked up. */
const KNOWN = {
  deviceReferenceId: ['device', 'device_reference_id'],
  proofingId: ['proofing', 'proofing_id'],
  credentialId: ['credential', 'credential_id'],
} as const satisfies Record<IdName, readonly [keyof Schema, string]>;

async function knownIds(
  db: Kysely<Schema>,
  name: IdName,
  requests: readonly HandledRequest[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(requests.flatMap((request) => request.ids[name] ?? []))];
  if (ids.length === 0) return new Set();
  const [table, column] = KNOWN[name];
  const known = sql<{ id: string }>`select ${sql.ref(column)} as id from ${sql.table(table)}
    where ${isAmong(db, column, ids)}`;
  return new Set((await known.execute(db)).rows.map(({ id }) => id));
}

/**
 * An unknown id may be anything that a client sent, even personal data, so it is not stored. All ids of a
 * successful request are known.
 */
async function withKnownIds(
  db: Kysely<Schema>,
  requests: readonly HandledRequest[],
): Promise<readonly HandledRequest[]> {
  const refused = requests.filter(({ outcome }) => outcome !== 'ok');
  const known = new Map<string, ReadonlySet<string>>();
  for (const name of Object.keys(KNOWN) as IdName[]) known.set(name, await knownIds(db, name, refused));
  return requests.map((request) => {
    if (request.outcome === 'ok') return request;
    const ids = Object.entries(request.ids).filter(([name, id]) => known.get(name)?.has(id));
    return { ...request, ids: Object.fromEntries(ids) };
  });
}

/** The columns that lists of refused requests use. */
function refusal({ outcome, operation, ids }: HandledRequest) {
  if (outcome === 'ok' || asksToSignIn(outcome))
    return { refused: null, operation: null, device_reference_id: null };
  return { refused: outcome, operation, device_reference_id: ids.deviceReferenceId ?? null };
}

/** Filters by columns, each of which has an index in the order of ids. The first that is given finds the requests. */
const REFUSED = {
  deviceReferenceId: 'device_reference_id',
  reason: 'refused',
  operation: 'operation',
} as const;

/** Filters by members of the content, which no index has. */
const MEMBERS = ['operatorId', 'clientId', 'publisherId'] as const;

type Columns = (typeof REFUSED)[keyof typeof REFUSED];
type Condition = readonly [compared: Columns | RawBuilder<string>, value: string];

const equal = (compared: Condition[0], value: string | undefined): readonly Condition[] =>
  value === undefined ? [] : [[compared, value]];

/** The conditions of a filter that an index finds, and the others. */
function conditionsOf(db: Kysely<Schema>, filter: RefusedFilter) {
  const json = db.getExecutor().adapter instanceof SqliteAdapter ? sql`content` : sql`content::json`;
  return {
    indexed: Object.entries(REFUSED).flatMap(([name, column]) =>
      equal(column, filter[name as keyof typeof REFUSED]),
    ),
    others: MEMBERS.flatMap((name) => equal(sql<string>`${json} ->> ${sql.lit(name)}`, filter[name])),
  };
}

/** The refused requests that meet these conditions. */
function refusedRequests(
  db: Kysely<Schema>,
  conditions: readonly Condition[],
  page: Pick<BoundedPage, 'window'> = {},
) {
  const all = source(db, 'handled_request', page).where('refused', 'is not', null);
  return conditions.reduce((query, [compared, value]) => query.where(compared, '=', value), all);
}

/** Adds the requests to the counts of their hours. */
async function countRequests(db: Kysely<Schema>, requests: readonly HandledRequest[]): Promise<void> {
  const counts = new Map<string, Schema['request_count']>();
  for (const { at, interface: name, operation, outcome } of requests) {
    if (asksToSignIn(outcome)) continue;
    const key = { hour: Math.floor(at / HOUR) * HOUR, interface: name, operation, outcome };
    const text = JSON.stringify(key);
    counts.set(text, { ...key, requests: (counts.get(text)?.requests ?? 0) + 1 });
  }
  // All writers use the same order, so that they cannot deadlock.
  for (const [, row] of [...counts].sort(([one], [other]) => (one < other ? -1 : 1)))
    await db
      .insertInto('request_count')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['hour', 'interface', 'operation', 'outcome'])
          .doUpdateSet(({ eb }) => ({ requests: eb('request_count.requests', '+', row.requests) })),
      )
      .execute();
}

/** `db` may be a replica that lags behind. */
export function requestReader(db: Kysely<Schema>): RequestReader {
  return {
    async requests(id, limit) {
      const query = db.selectFrom('handled_request').selectAll();
      const rows = await query
        .where(({ eb, or }) => or([eb('request_id', '=', id), eb('error_id', '=', id)]))
        .orderBy('entry_id')
        .limit(limit)
        .execute();
      return rows.map(({ content }) => JSON.parse(content) as HandledRequest);
    },
    async listRefusedRequests(page, filter) {
      const { from, before } = filter;
      const newest: BoundedPage = {
        ...page,
        sort: { by: 'id', descending: true },
        ...(from !== undefined && { low: timePrefix(from) }),
        ...(before !== undefined && { high: timePrefix(before) }),
      };
      const { indexed, others } = conditionsOf(db, filter);
      const conditions = [...indexed, ...others];
      const candidates = refusedRequests(db, indexed.slice(0, 1));
      const read = async (part: BoundedPage) => {
        const matching = refusedRequests(db, conditions, part).select(['entry_id', 'content']);
        const query = afterCursor(matching, 'entry_id', part);
        return { rows: await inOrder(query, 'entry_id', part).execute(), isCut: false };
      };
      const rows =
        others.length === 0 && indexed.length <= 1
          ? (await read(newest)).rows
          : await inStepsOf({ candidates, id: 'entry_id', page: newest, read });
      return rows.map(({ entry_id: entryId, content }) => ({
        entryId,
        ...(JSON.parse(content) as HandledRequest),
      }));
    },
    async requestCounts({ by, isRefused, from, before }) {
      const columns = sql.join(by.map((column) => sql.ref(column)));
      const outcome = isRefused ? sql`<>` : sql`=`;
      const { rows } = await sql<never>`select ${columns}, sum(requests) as requests from request_count
        where hour >= ${from} and hour < ${before} and outcome ${outcome} 'ok'
        group by ${columns} order by ${columns}`.execute(db);
      return rows.map((row: Record<string, unknown>) => ({
        ...row,
        ...('hour' in row && { hour: Number(row.hour) }),
        requests: Number(row.requests),
      })) as never;
    },
  };
}

/** The next requests of a span of time, the oldest first. */
function requestsOf(db: Kysely<Schema>, { from, before }: Span, after: string, limit: number) {
  const query = db.selectFrom('handled_request').select(['entry_id', 'content']);
  const behindLast = query.where('entry_id', '>', after).where('entry_id', '>=', timePrefix(from));
  return behindLast.where('entry_id', '<', timePrefix(before)).orderBy('entry_id').limit(limit).execute();
}

/** Looks at the next requests outside of held spans, and deletes those that concern no holder with a legal hold. */
async function purgeStep(db: Kysely<Schema>, { before, after, limit }: PurgeStep): Promise<PurgeStepResult> {
  const held = await heldIds(db);
  const seen: { readonly entry_id: string; readonly content: string }[] = [];
  for (const span of await spansWithoutHold(db, before))
    if (seen.length < limit) seen.push(...(await requestsOf(db, span, after, limit - seen.length)));
  const due = seen.filter(({ content }) => !namesAny(content, held)).map(({ entry_id }) => entry_id);
  if (due.length > 0) await db.deleteFrom('handled_request').where('entry_id', 'in', due).execute();
  const last = seen.at(-1)?.entry_id;
  return { purged: due.length, ...(last !== undefined && seen.length === limit && { last }) };
}

/** `newId` returns ids that sort by time. */
export function requestWriter(db: Kysely<Schema>, newId: () => string): RequestWriter {
  return {
    async insertRequests(requests) {
      const rows = (await withKnownIds(db, requests)).map((request) => ({
        entry_id: newId(),
        request_id: request.requestId,
        error_id: request.errorId ?? null,
        ...refusal(request),
        content: JSON.stringify(request),
      }));
      await insertRows(db, 'handled_request', rows);
      await countRequests(db, requests);
    },
    async purgeRequests(step) {
      const result = await purgeStep(db, step);
      if (result.last === undefined)
        await db
          .deleteFrom('request_count')
          .where('hour', '<', step.before - HOUR)
          .execute();
      return result;
    },
  };
}
