import type { Kysely } from 'kysely';
import type { RandomFill } from '../../conventions/effects.ts';
import type { HandledRequest, RequestIds } from '../../issuer/ports/requests.ts';
import type { TrailWriter } from '../../issuer/ports/trail.ts';
import { insertRows } from '../insert.ts';
import type { Schema } from '../schema/index.ts';
import { timePrefix } from '../time-ordered-ids.ts';
import { fromChange } from './rows.ts';

type IdName = keyof RequestIds;

/** Where the ids of requests are known, if they are. */
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
  const query = db
    .selectFrom(table)
    .select(column as never)
    .where(column as never, 'in', ids as never);
  return new Set((await query.execute()).map((row) => (row as Record<string, string>)[column] as string));
}

/**
 * What a client calls an id may be anything, personal data too, as long as it is not an id here. A request that was
 * answered named none but known ones.
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

const SALT_BYTES = 16;

/** `newId` gives ids that sort by time; `random` salts notes. */
export function trailWriter(db: Kysely<Schema>, newId: () => string, random: RandomFill): TrailWriter {
  const salt = () => random(new Uint8Array(SALT_BYTES));
  return {
    record: (change) => insertRows(db, 'state_change', [fromChange(newId(), change, salt)]),
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
