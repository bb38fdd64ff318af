import { type Kysely, sql } from 'kysely';
import type {
  HandledRequest,
  RequestIds,
  RequestReader,
  RequestWriter,
} from '../../issuer/ports/requests.ts';
import type { Schema } from '../schema/index.ts';
import { insertRows } from '../statements.ts';
import { timePrefix } from '../time-ordered-ids.ts';

type IdName = keyof RequestIds;

/** The tables that know the ids in requests. */
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
    where ${sql.ref(column)} in (${sql.join(ids)})`;
  return new Set((await known.execute(db)).rows.map(({ id }) => id));
}

/**
 * An unknown id may be anything a client sent, even personal data, so it is not stored. A successful request has only
 * known ids.
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

/** `db` may be a copy that lags behind. */
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
  };
}

/** `newId` gives ids that sort by time. */
export function requestWriter(db: Kysely<Schema>, newId: () => string): RequestWriter {
  return {
    async insertRequests(requests) {
      const rows = (await withKnownIds(db, requests)).map((request) => ({
        entry_id: newId(),
        request_id: request.requestId,
        error_id: request.errorId ?? null,
        content: JSON.stringify(request),
      }));
      await insertRows(db, 'handled_request', rows);
    },
    async purgeRequests(before, limit) {
      const oldest = db
        .selectFrom('handled_request')
        .select('entry_id')
        .where('entry_id', '<', timePrefix(before))
        .orderBy('entry_id')
        .limit(limit);
      const results = await db.deleteFrom('handled_request').where('entry_id', 'in', oldest).execute();
      return Number(results[0]?.numDeletedRows ?? 0n);
    },
  };
}
