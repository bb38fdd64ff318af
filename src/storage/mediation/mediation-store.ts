import type { Insertable, Kysely } from 'kysely';
import type { LogWriter } from '../../audit/ports/log.ts';
import type { RandomFill } from '../../conventions/random-text.ts';
import type { MediationStore, MediationWriter } from '../../mediation/ports/store.ts';
import { logWriter } from '../audit/audit-log.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema/index.ts';
import { insertRows, updateRow } from '../statements.ts';
import { idsOf } from '../time-ordered-ids.ts';
import { insertLines } from './group-lines.ts';
import { fromExperiment, fromGroup, termRows } from './group-rows.ts';
import { type GroupTerms, groupTerms } from './group-terms.ts';
import { mediationReader } from './mediation-reader.ts';
import { keepPrices } from './observed-prices.ts';
import { keepLook } from './open-experiments.ts';
import { inChunks } from './page-rows.ts';
import { countChange, nextPart } from './publisher-versions.ts';
import { type FromRows, fromRecentRows } from './recent-entities.ts';
import { fromAdUnit, fromApp, fromMapping, fromPublisher } from './rows.ts';
import { fromServingKey } from './serving-keys.ts';

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

  const part = nextPart();
  const counted = new Set<string>();

  /** Counts the transaction as one change of what apps get. */
  async function changed({ publisherId }: { readonly publisherId: string }): Promise<void> {
    if (counted.has(publisherId)) return;
    counted.add(publisherId);
    await countChange(db, publisherId, part);
  }

  return {
    ...mediationReader(db),
    ...log,
    insertPublisher: (publisher) => insert('publisher', [fromPublisher(publisher)]),
    insertApp: (app) => insert('app', [fromApp(app)]),
    insertServingKey: (key) => insert('serving_key', [fromServingKey(key)]),
    updateServingKey: (key) => updateRow(db, 'serving_key', { key: ['serving_key'] }, fromServingKey(key)),
    async insertAdUnit(adUnit) {
      await changed(adUnit);
      await insert('ad_unit', [fromAdUnit(adUnit)]);
    },
    // Apps get a mapping only after a change of a group.
    insertMappings: (mappings) => insert('ad_unit_mapping', mappings.map(fromMapping)),
    async insertGroup(group) {
      await changed(group);
      await insert('mediation_group', [fromGroup(group)]);
      await terms.insert(db, termRows(group));
      await insertLines(db, group, group.lines, terms);
    },
    async updateGroup(before, after, returning) {
      await changed(after);
      const row = fromGroup({ ...after, revision: before.revision });
      await updateRow(db, 'mediation_group', { key: GROUP }, row);
      await terms.replace(db, before, after);
      const known = new Set(before.lines.map(({ lineId }) => lineId));
      const added = after.lines.filter(({ lineId }) => !known.has(lineId) && !returning?.has(lineId));
      await insertLines(db, after, added, terms);
    },
    async insertExperiment(experiment) {
      await changed(experiment);
      await insert('mediation_ab_experiment', [fromExperiment(experiment)]);
    },
    async updateExperiment(experiment) {
      await changed(experiment);
      await updateRow(db, 'mediation_ab_experiment', { key: EXPERIMENT }, fromExperiment(experiment));
    },
    keepLook: (experiment, look) => keepLook(db, experiment, look),
    keepPrices: (prices) => keepPrices(db, prices, () => changed(prices)),
  };
}

/** `from` has to be shared by the stores of a database, because it takes memory. */
export function mediationStore(
  database: Database,
  now: () => number,
  random: RandomFill,
  from: FromRows = fromRecentRows(),
): MediationStore {
  const newEntryId = idsOf(database, now, random);
  const terms = groupTerms();
  const reader = mediationReader(database.reader, from, database.replica);
  const writerOf = (transaction: Kysely<Schema>) =>
    mediationWriter(transaction, logWriter(transaction, newEntryId, random), terms);
  return {
    read: (use) => use(reader),
    snapshot: (use) => database.snapshot((transaction) => use(mediationReader(transaction))),
    write: (use) => database.write((transaction) => use(writerOf(transaction))),
  };
}
