import { type Kysely, sql } from 'kysely';
import { DAY } from '../../conventions/time.ts';
import type { CopyKey, ServingStore, SnapshotCopy } from '../../mediation/ports/serving.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema/index.ts';
import { prepared } from '../statements.ts';
import { observedPrices } from './observed-prices.ts';
import { inChunks } from './page-rows.ts';
import { groupWeight } from './queries.ts';
import type { FromRows } from './recent-entities.ts';
import { toApp, toMapping } from './rows.ts';
import { servingKeyById, toServingKey } from './serving-keys.ts';

/** Number of ad units that are read at once. */
const AD_UNITS = 5000;

const COPIES = { most: 50, keptFor: 90 * DAY };

type OfApp = Pick<CopyKey, 'publisherId' | 'appFragment'>;

const versionOf = prepared((db, { publisherId }: { readonly publisherId: string }) =>
  db
    .selectFrom('publisher_version')
    .where('publisher_id', '=', publisherId)
    .select(sql<number>`cast(coalesce(sum(version), 0) as bigint)`.as('version')),
);

const adUnitsAfter = prepared((db, { publisherId, appFragment, after }: OfApp & { readonly after: string }) =>
  db
    .selectFrom('ad_unit')
    .where('publisher_id', '=', publisherId)
    .where('app_fragment', '=', appFragment)
    .where('fragment', '>', after)
    .orderBy('fragment')
    .select('fragment')
    .limit(AD_UNITS),
);

const groupIdsOf = prepared((db, { publisherId, appFragment }: OfApp) => {
  const idsIn = (table: 'mediation_group_term' | 'mediation_group_new_term') =>
    db
      .selectFrom(table)
      .where('publisher_id', '=', publisherId)
      .where('term', '=', 'adUnitFragment')
      .where('value', 'in', (query) =>
        query
          .selectFrom('ad_unit')
          .where('ad_unit.publisher_id', '=', publisherId)
          .where('ad_unit.app_fragment', '=', appFragment)
          .select('ad_unit.fragment'),
      )
      .select('group_id');
  return idsIn('mediation_group_term').union(idsIn('mediation_group_new_term'));
});

const copies = (db: Kysely<Schema>, { publisherId, appFragment }: OfApp) =>
  db
    .selectFrom('served_snapshot')
    .where('publisher_id', '=', publisherId)
    .where('app_fragment', '=', appFragment);

async function deleteOldCopies(db: Kysely<Schema>, { sha256, ...of }: CopyKey, at: number): Promise<void> {
  const last = await copies(db, of)
    .orderBy('served_at', 'desc')
    .select('served_at')
    .offset(COPIES.most - 1)
    .limit(1)
    .executeTakeFirst();
  await db
    .deleteFrom('served_snapshot')
    .where('publisher_id', '=', of.publisherId)
    .where('app_fragment', '=', of.appFragment)
    .where('served_at', '<', Math.max(last?.served_at ?? 0, at - COPIES.keptFor))
    .where('sha256', '!=', sha256)
    .execute();
}

async function keepCopy(db: Kysely<Schema>, copy: SnapshotCopy, replaced: string | undefined, at: number) {
  const { publisherId: publisher_id, appFragment: app_fragment, sha256, content } = copy;
  if (replaced !== undefined) {
    await db
      .updateTable('served_snapshot')
      .set({ served_at: at })
      .where('publisher_id', '=', publisher_id)
      .where('app_fragment', '=', app_fragment)
      .where('sha256', '=', replaced)
      .execute();
  }
  await db
    .insertInto('served_snapshot')
    .values({ publisher_id, app_fragment, sha256, content, served_at: at })
    .onConflict((conflict) =>
      conflict.columns(['publisher_id', 'app_fragment', 'sha256']).doUpdateSet({ served_at: at }),
    )
    .execute();
  await deleteOldCopies(db, copy, at);
}

/** Reads from the primary database, because replicas may lag behind. */
export function servingStore(database: Database, from: FromRows): ServingStore {
  const { reader: db } = database;
  return {
    async servingKey(key) {
      const [row] = await servingKeyById(db, { key });
      return row && toServingKey(row);
    },
    async version(publisherId) {
      const [row] = await versionOf(db, { publisherId });
      return Number(row?.version ?? 0);
    },
    async app(publisherId, appFragment) {
      const query = db.selectFrom('app').selectAll().where('publisher_id', '=', publisherId);
      const row = await query.where('fragment', '=', appFragment).executeTakeFirst();
      return row && toApp(row);
    },
    async adUnitsAfter(of, after) {
      return (await adUnitsAfter(db, { ...of, after })).map(({ fragment }) => fragment);
    },
    async groupVersions(of) {
      const ids = (await groupIdsOf(db, of)).map((row) => row.group_id).toSorted();
      const query = db.selectFrom('mediation_group').where('publisher_id', '=', of.publisherId);
      const enabled = query.where('state', '=', 'ENABLED').orderBy('group_id');
      const rows = await inChunks(ids, (part) =>
        enabled
          .where('group_id', 'in', part)
          .select(['group_id', 'revision', groupWeight.as('weight')])
          .execute(),
      );
      return rows.map(({ group_id, revision, weight }) => ({ groupId: group_id, revision, weight }));
    },
    async groups(publisherId, versions) {
      const known = versions.map(({ groupId, revision }) =>
        from.groups.known({ publisher_id: publisherId, group_id: groupId, revision }),
      );
      const missing = versions.filter((_, index) => !known[index]).map(({ groupId }) => groupId);
      const query = db.selectFrom('mediation_group').selectAll().where('publisher_id', '=', publisherId);
      const rows = await inChunks(missing, (part) => query.where('group_id', 'in', part).execute());
      return [...known.filter((group) => group !== undefined), ...rows.map(from.groups.of)];
    },
    async experiments(publisherId, open) {
      const query = db
        .selectFrom('mediation_ab_experiment')
        .where('publisher_id', '=', publisherId)
        .select(['group_id', 'experiment_id', 'treatment_traffic_percentage']);
      const rows = await inChunks(open, (part) =>
        query
          .where(
            'group_id',
            'in',
            part.map(({ groupId }) => groupId),
          )
          .where(
            'experiment_id',
            'in',
            part.map(({ experimentId }) => experimentId),
          )
          .execute(),
      );
      return rows.map((row) => ({
        publisherId,
        groupId: row.group_id,
        experimentId: row.experiment_id,
        treatmentTrafficPercentage: row.treatment_traffic_percentage,
      }));
    },
    observedPrices: (publisherId) => observedPrices(db, publisherId),
    async mappings(publisherId, mappingIds) {
      const query = db.selectFrom('ad_unit_mapping').selectAll().where('publisher_id', '=', publisherId);
      const rows = await inChunks(mappingIds, (part) => query.where('mapping_id', 'in', part).execute());
      return rows.map(toMapping);
    },

    async copy({ sha256, ...of }) {
      const row = await copies(db, of).where('sha256', '=', sha256).select('content').executeTakeFirst();
      return row?.content;
    },
    async lastCopy(of) {
      const latest = copies(db, of).orderBy('served_at', 'desc').limit(1);
      const row = await latest.select(['sha256', 'content']).executeTakeFirst();
      return row && { ...of, ...row };
    },
    keepCopy: (copy, replaced, at) =>
      database.write((transaction) => keepCopy(transaction, copy, replaced, at)),
  };
}
