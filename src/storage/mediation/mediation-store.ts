import type { Insertable, Kysely } from 'kysely';
import type { LogWriter } from '../../audit/ports/log.ts';
import type { RandomFill } from '../../conventions/random.ts';
import type { MediationStore, MediationWriter } from '../../mediation/ports/store.ts';
import { logWriter } from '../audit/audit-log.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema/index.ts';
import { insertRows, updateRow } from '../statements.ts';
import { idsOf } from '../time-ordered-ids.ts';
import { fromExperiment, fromGroup, lineRows } from './group-rows.ts';
import { type GroupTerms, groupTerms } from './group-terms.ts';
import { mediationReader } from './mediation-reader.ts';
import { inChunks } from './page.ts';
import { fromRecentRows } from './recent-entities.ts';
import { fromAdUnit, fromApp, fromMapping, fromPublisher } from './rows.ts';

const GROUP = ['publisher_id', 'group_id'] as const;
const EXPERIMENT = [...GROUP, 'experiment_id'] as const;

function mediationWriter(db: Kysely<Schema>, log: LogWriter, terms: GroupTerms): MediationWriter {
  async function insert<Table extends keyof Schema>(
    table: Table,
    rows: readonly Insertable<Schema[Table]>[],
  ) {
    await inChunks(rows, async (part) => {
      await insertRows(db, table, part);
      return [];
    });
  }

  return {
    ...mediationReader(db),
    ...log,
    insertPublisher: (publisher) => insert('publisher', [fromPublisher(publisher)]),
    insertApp: (app) => insert('app', [fromApp(app)]),
    insertAdUnit: (adUnit) => insert('ad_unit', [fromAdUnit(adUnit)]),
    insertMappings: (mappings) => insert('ad_unit_mapping', mappings.map(fromMapping)),
    async insertGroup(group) {
      await insert('mediation_group', [fromGroup(group)]);
      await terms.insert(db, group);
      await insert('mediation_line', lineRows(group, group.lines));
    },
    async updateGroup(before, after, returning) {
      const row = fromGroup({ ...after, revision: before.revision });
      await updateRow(db, 'mediation_group', { key: GROUP }, row);
      await terms.replace(db, before, after);
      const known = new Set(before.lines.map(({ lineId }) => lineId));
      const added = after.lines.filter(({ lineId }) => !known.has(lineId) && !returning?.has(lineId));
      await insert('mediation_line', lineRows(after, added));
    },
    insertExperiment: (experiment) => insert('mediation_ab_experiment', [fromExperiment(experiment)]),
    updateExperiment: (experiment) =>
      updateRow(db, 'mediation_ab_experiment', { key: EXPERIMENT }, fromExperiment(experiment)),
  };
}

export function mediationStore(database: Database, now: () => number, random: RandomFill): MediationStore {
  const newEntryId = idsOf(database, now, random);
  const terms = groupTerms();
  const reader = mediationReader(database.reader, fromRecentRows(), database.replica);
  const writerOf = (transaction: Kysely<Schema>) =>
    mediationWriter(transaction, logWriter(transaction, newEntryId, random), terms);
  return {
    read: (use) => use(reader),
    snapshot: (use) => database.snapshot((transaction) => use(mediationReader(transaction))),
    write: (use) => database.write((transaction) => use(writerOf(transaction))),
  };
}
