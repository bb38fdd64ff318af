import type { Kysely } from 'kysely';
import type { MediationReader } from '../../mediation/ports/store.ts';
import type { Schema } from '../schema/index.ts';
import { inChunks } from './chunks.ts';
import { toExperiment, toGroup } from './group-rows.ts';
import { listGroups } from './list-groups.ts';
import { cut, fetched } from './page.ts';
import { toAdUnit, toApp, toAudit, toMapping, toPublisher } from './rows.ts';

/** An experiment with the lines of its group, which are its own until it is stopped: one statement, one state. */
function experiments(db: Kysely<Schema>, publisherId: string, groupId: string) {
  return db
    .selectFrom('mediation_ab_experiment as e')
    .innerJoin('mediation_group as g', (join) =>
      join.onRef('g.publisher_id', '=', 'e.publisher_id').onRef('g.group_id', '=', 'e.group_id'),
    )
    .selectAll('e')
    .select(['g.lines as group_lines', 'g.revision as group_revision'])
    .where('e.publisher_id', '=', publisherId)
    .where('e.group_id', '=', groupId);
}

export function mediationReader(db: Kysely<Schema>): MediationReader {
  return {
    async publisher(publisherId) {
      const query = db.selectFrom('publisher').selectAll().where('publisher_id', '=', publisherId);
      const row = await query.executeTakeFirst();
      return row && toPublisher(row);
    },
    async listPublishers(page, among) {
      if (among?.length === 0) return { rows: [] };
      let query = db
        .selectFrom('publisher')
        .selectAll()
        .where('publisher_id', '>', page.after ?? '');
      if (among) query = query.where('publisher_id', 'in', among);
      const rows = await query.orderBy('publisher_id').limit(fetched(page)).execute();
      return cut(rows, page, (row) => row.publisher_id, toPublisher);
    },

    async apps(publisherId, fragments) {
      const query = db.selectFrom('app').selectAll().where('publisher_id', '=', publisherId);
      const rows = await inChunks(fragments, (part) => query.where('fragment', 'in', part).execute());
      return rows.map(toApp);
    },
    async listApps(publisherId, page) {
      const query = db.selectFrom('app').selectAll().where('publisher_id', '=', publisherId);
      const after = query.where('fragment', '>', page.after ?? '').orderBy('fragment');
      return cut(await after.limit(fetched(page)).execute(), page, (row) => row.fragment, toApp);
    },

    async adUnits(publisherId, fragments) {
      const query = db.selectFrom('ad_unit').selectAll().where('publisher_id', '=', publisherId);
      const rows = await inChunks(fragments, (part) => query.where('fragment', 'in', part).execute());
      return rows.map(toAdUnit);
    },
    async listAdUnits(publisherId, page) {
      const query = db.selectFrom('ad_unit').selectAll().where('publisher_id', '=', publisherId);
      const after = query.where('fragment', '>', page.after ?? '').orderBy('fragment');
      return cut(await after.limit(fetched(page)).execute(), page, (row) => row.fragment, toAdUnit);
    },

    async mappings(publisherId, mappingIds) {
      const query = db.selectFrom('ad_unit_mapping').selectAll().where('publisher_id', '=', publisherId);
      const rows = await inChunks(mappingIds, (part) => query.where('mapping_id', 'in', part).execute());
      return rows.map(toMapping);
    },
    async listMappings(publisherId, fragment, page, displayNames) {
      if (displayNames?.length === 0) return { rows: [] };
      let query = db.selectFrom('ad_unit_mapping').selectAll().where('publisher_id', '=', publisherId);
      query = query.where('fragment', '=', fragment).where('mapping_id', '>', page.after ?? '');
      if (displayNames) query = query.where('display_name', 'in', displayNames);
      const rows = await query.orderBy('mapping_id').limit(fetched(page)).execute();
      return cut(rows, page, (row) => row.mapping_id, toMapping);
    },

    async group(publisherId, groupId) {
      const query = db.selectFrom('mediation_group').selectAll().where('publisher_id', '=', publisherId);
      const row = await query.where('group_id', '=', groupId).executeTakeFirst();
      return row && toGroup(row);
    },
    listGroups: (publisherId, page, conditions) => listGroups(db, publisherId, page, conditions),

    async experiment(publisherId, groupId, experimentId) {
      const query = experiments(db, publisherId, groupId).where('e.experiment_id', '=', experimentId);
      const row = await query.executeTakeFirst();
      return row && toExperiment(row);
    },
    async listExperiments(publisherId, groupId, page) {
      const query = experiments(db, publisherId, groupId).where('e.experiment_id', '>', page.after ?? '');
      const rows = await query.orderBy('e.experiment_id').limit(fetched(page)).execute();
      return cut(rows, page, (row) => row.experiment_id, toExperiment);
    },

    async listAudit(publisherId, page, resource) {
      let query = db.selectFrom('mediation_audit').selectAll().where('publisher_id', '=', publisherId);
      if (resource !== undefined) query = query.where('resource', '=', resource);
      query = query.where('entry_id', '>', page.after ?? '');
      const rows = await query.orderBy('entry_id').limit(fetched(page)).execute();
      return cut(rows, page, (row) => row.entry_id, toAudit);
    },
  };
}
