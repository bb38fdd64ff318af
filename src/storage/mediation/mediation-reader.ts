import type { Kysely } from 'kysely';
import { groupName } from '../../mediation/names.ts';
import type { MediationReader } from '../../mediation/ports/store.ts';
import { logReader } from '../audit/audit-log.ts';
import type { Schema } from '../schema/index.ts';
import { isAmong } from '../statements.ts';
import { groupEntry, listGroupEntries } from './group-entries.ts';
import { lineGroups } from './group-lines.ts';
import { listGroups } from './list-groups.ts';
import { countedPublishers } from './observed-prices.ts';
import { openExperiments } from './open-experiments.ts';
import { fetchRange, inChunks, pageOfRows, pageThatFits, weighedPage } from './page-rows.ts';
import {
  experimentById,
  experimentsAfter,
  experimentWeightsAfter,
  groupById,
  publisherById,
  publishersOfGroup,
  WEIGHT,
} from './queries.ts';
import { FROM_ROWS, type FromRows } from './recent-entities.ts';
import { toAdUnit, toApp, toMapping, toPublisher } from './rows.ts';
import { servingKeyById, toServingKey } from './serving-keys.ts';

/** `replica` is used for lists and may lag behind. */
export function mediationReader(
  db: Kysely<Schema>,
  from: FromRows = FROM_ROWS,
  replica: Kysely<Schema> = db,
): MediationReader {
  return {
    ...logReader(replica),
    async publisher(publisherId) {
      const [row] = await publisherById(db, { publisherId });
      return row && toPublisher(row);
    },
    async publishers(publisherIds) {
      const query = db.selectFrom('publisher').selectAll();
      const rows = await inChunks(publisherIds, (part) => query.where('publisher_id', 'in', part).execute());
      return rows.map(toPublisher);
    },
    async listPublishers(page, among) {
      if (among?.length === 0) return { rows: [] };
      let query = replica.selectFrom('publisher').where('publisher_id', '>', page.after ?? '');
      if (among) query = query.where(isAmong(replica, 'publisher_id', among));
      return weighedPage(
        query.orderBy('publisher_id'),
        WEIGHT.publisher,
        page,
        (row) => row.publisher_id,
        toPublisher,
      );
    },

    async apps(publisherId, fragments) {
      const query = db.selectFrom('app').selectAll().where('publisher_id', '=', publisherId);
      const rows = await inChunks(fragments, (part) => query.where('fragment', 'in', part).execute());
      return rows.map(toApp);
    },
    async listApps(publisherId, page) {
      const query = replica.selectFrom('app').where('publisher_id', '=', publisherId);
      const ordered = query.where('fragment', '>', page.after ?? '').orderBy('fragment');
      return weighedPage(ordered, WEIGHT.app, page, (row) => row.fragment, toApp);
    },

    async servingKey(key) {
      const [row] = await servingKeyById(db, { key });
      return row && toServingKey(row);
    },
    async listServingKeys(publisherId, appFragment, page) {
      const query = db.selectFrom('serving_key').where('publisher_id', '=', publisherId);
      const ofApp = query.where('app_fragment', '=', appFragment).where('serving_key', '>', page.after ?? '');
      const ordered = ofApp.orderBy('serving_key');
      return weighedPage(ordered, WEIGHT.servingKey, page, (row) => row.serving_key, toServingKey);
    },
    async countServingKeys(publisherId, appFragment) {
      const query = db.selectFrom('serving_key').where('publisher_id', '=', publisherId);
      const activeKeys = query.where('app_fragment', '=', appFragment).where('revoked_at', 'is', null);
      const { count } = await activeKeys.select((e) => e.fn.countAll().as('count')).executeTakeFirstOrThrow();
      return Number(count);
    },

    async adUnits(publisherId, fragments) {
      const query = db.selectFrom('ad_unit').selectAll().where('publisher_id', '=', publisherId);
      const rows = await inChunks(fragments, (part) => query.where('fragment', 'in', part).execute());
      return rows.map(toAdUnit);
    },
    async listAdUnits(publisherId, page) {
      const query = replica.selectFrom('ad_unit').where('publisher_id', '=', publisherId);
      const ordered = query.where('fragment', '>', page.after ?? '').orderBy('fragment');
      return weighedPage(ordered, WEIGHT.adUnit, page, (row) => row.fragment, toAdUnit);
    },

    async mappings(publisherId, mappingIds) {
      const query = db.selectFrom('ad_unit_mapping').selectAll().where('publisher_id', '=', publisherId);
      const rows = await inChunks(mappingIds, (part) => query.where('mapping_id', 'in', part).execute());
      return rows.map(toMapping);
    },
    async listMappings(publisherId, fragment, page, displayNames) {
      if (displayNames?.length === 0) return { rows: [] };
      let query = replica.selectFrom('ad_unit_mapping').where('publisher_id', '=', publisherId);
      query = query.where('fragment', '=', fragment).where('mapping_id', '>', page.after ?? '');
      if (displayNames) query = query.where('display_name', 'in', displayNames);
      const ordered = query.orderBy('mapping_id');
      return weighedPage(ordered, WEIGHT.mapping, page, (row) => row.mapping_id, toMapping);
    },

    async listAllMappings(publisherId, page) {
      const query = replica.selectFrom('ad_unit_mapping').where('publisher_id', '=', publisherId);
      const ordered = query.where('mapping_id', '>', page.after ?? '').orderBy('mapping_id');
      return weighedPage(ordered, WEIGHT.mapping, page, (row) => row.mapping_id, toMapping);
    },

    lineGroups: (publisherId, lineIds) => lineGroups(db, publisherId, lineIds),
    async groupNames(groupId, most) {
      const rows = await publishersOfGroup(db, { groupId, most });
      return rows.map(({ publisher_id: publisherId }) => groupName(publisherId, groupId));
    },
    async group(publisherId, groupId) {
      const [row] = await groupById(db, { publisherId, groupId });
      return row && from.groups.of(row);
    },
    listGroups: (publisherId, page, conditions, withArchived = false) =>
      listGroups({ db: replica, groups: from.groups, withArchived }, publisherId, page, conditions),
    listGroupEntries: (name, page, until) => listGroupEntries(replica, name, page, until),
    groupEntry: (name, revision) => groupEntry(db, name, revision),

    async experiment(publisherId, groupId, experimentId) {
      const [row] = await experimentById(db, { publisherId, groupId, experimentId });
      return row && from.experiments.of(row);
    },
    async listExperiments(publisherId, groupId, page) {
      const weights = await experimentWeightsAfter(replica, { publisherId, groupId, ...fetchRange(page) });
      const short = pageThatFits(page, weights);
      const rows = await experimentsAfter(replica, { publisherId, groupId, ...fetchRange(short) });
      return pageOfRows(rows, short, (row) => row.experiment_id, from.experiments.of);
    },
    openExperiments: (most, after) => openExperiments(db, most, after),
    countedPublishers: (most, after) => countedPublishers(db, most, after),
  };
}
