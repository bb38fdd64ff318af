import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Subject } from '../../audit/entry.ts';
import { MOST_OF_KIND, type Owner, type PeopleReader, type SubjectPair } from '../../issuer/ports/people.ts';
import type { HolderEpochs } from '../../keys/holder-keys/epochs.ts';
import { OF_HOLDERS } from '../audit/erasable-texts.ts';
import type { Schema } from '../schema/index.ts';
import { openHolders } from './holder-keys.ts';

type OwnedTable = readonly [subject: Subject, table: string, id: string, createdAt: string];

/** Tables with rows of a holder, by the subjects of their audit log entries. */
const OWNED: readonly OwnedTable[] = [
  ...OF_HOLDERS.map((own): OwnedTable => [...own, 'created_at']),
  ['legalHold', 'legal_hold', 'hold_id', 'placed_at'],
];

/** All these tables have the columns that are used here. The types are those of the table credential. */
const namesOf = (table: string, id: string, newest = '') => ({
  table: table as 'credential',
  id: id as 'credential_id',
  newest: newest as 'created_at',
});

type Db = Kysely<Schema>;

/** Rows of one holder or device that are read to find the newest. */
const MOST_SORTED = 1000;

/** Proofings that show whose device it is. One that the server rejected at once may be from the phone of another person. */
export const OWNS_DEVICE = sql<SqlBool>`rejection_cause is null`;

/** The holder of the newest proofing of each device. Those that an operator rejected count only if the device has no others. */
function holdersOfDevices(db: Db, devices: readonly string[]) {
  const query = db.selectFrom('device').select(({ selectFrom }) => {
    const some = selectFrom('proofing')
      .select(['holder_id', 'created_at', 'state'])
      .whereRef('proofing.device_reference_id', '=', 'device.device_reference_id')
      .where('holder_id', 'is not', null)
      .where(OWNS_DEVICE)
      // The order of the index, so that it is the same rows each time.
      .orderBy('proofing_id')
      .limit(MOST_SORTED);
    const newest = selectFrom(some.as('some'))
      .select('some.holder_id')
      .orderBy(({ eb }) => eb.case().when('some.state', '=', 'rejected').then(1).else(0).end())
      .orderBy('some.created_at', 'desc')
      .limit(1);
    return ['device.device_reference_id as id', newest.as('holder_id')];
  });
  return query.where('device_reference_id', 'in', devices).execute();
}

async function holdersOf(db: Db, subjects: readonly SubjectPair[]): Promise<Map<string, string>> {
  const owners = new Map<string, string>();
  const idsOf = (subject: Subject) => [
    ...new Set(subjects.flatMap(([one, id]) => (one === subject ? [id] : []))),
  ];
  for (const [subject, id] of subjects) if (subject === 'holder') owners.set(`holder ${id}`, id);
  for (const [subject, tableName, idName] of OWNED) {
    const ids = idsOf(subject);
    if (ids.length === 0) continue;
    const { table, id } = namesOf(tableName, idName);
    const rows = await db.selectFrom(table).select([id, 'holder_id']).where(id, 'in', ids).execute();
    for (const { holder_id: holderId, ...row } of rows as { holder_id: string | null }[])
      if (holderId !== null) owners.set(`${subject} ${Object.values(row)[0]}`, holderId);
  }
  const devices = idsOf('device');
  if (devices.length > 0)
    for (const { id, holder_id: holderId } of await holdersOfDevices(db, devices))
      if (holderId !== null) owners.set(`device ${id}`, holderId);
  return owners;
}

/** `db` may be a replica that lags behind. */
export function peopleReader(db: Db, epochs: HolderEpochs): PeopleReader {
  return {
    async holdersById(ids) {
      if (ids.length === 0) return [];
      const query = db.selectFrom('holder').selectAll().where('holder_id', 'in', ids);
      return openHolders(db, epochs, await query.execute());
    },
    async ownersOf(subjects) {
      const holders = await holdersOf(db, subjects);
      if (holders.size === 0) return new Map();
      const ids = [...new Set(holders.values())];
      const query = db.selectFrom('holder').select(['holder_id', 'document_type']);
      const rows = await query.where('holder_id', 'in', ids).execute();
      const types = new Map(rows.map((row) => [row.holder_id, row.document_type]));
      return new Map(
        [...holders].map(([key, holderId]): [string, Owner] => {
          const documentType = types.get(holderId);
          return [key, { holderId, ...(documentType !== undefined && { documentType }) }];
        }),
      );
    },
    async subjectsOfHolder(holderId) {
      const pairs: SubjectPair[] = [['holder', holderId]];
      const devices = new Set<string>();
      /** Those that sent what an operator rejected. */
      const doubtful = new Set<string>();
      for (const [subject, tableName, idName, newestName] of OWNED) {
        const { table, id, newest } = namesOf(tableName, idName, newestName);
        const own = db
          .selectFrom(table)
          .select([`${id} as id` as 'credential_id as id', `${newest} as newest` as 'created_at as newest'])
          .$if(subject === 'credential', (all) => all.select('device_reference_id'))
          .$if(subject === 'proofing', (all) =>
            all.select(['device_reference_id', 'state', OWNS_DEVICE.as('owns_device')]),
          )
          .where('holder_id', '=', holderId)
          .limit(MOST_SORTED);
        const query = db.selectFrom(own.as('own')).selectAll().orderBy('newest', 'desc');
        const rows = await query.limit(MOST_OF_KIND).execute();
        for (const row of rows) {
          pairs.push([subject, row.id]);
          if (row.device_reference_id !== undefined && (row.owns_device ?? true))
            (row.state === 'rejected' ? doubtful : devices).add(row.device_reference_id);
        }
      }
      const others = [...doubtful].filter((id) => !devices.has(id));
      if (others.length > 0)
        for (const { id, holder_id: owner } of await holdersOfDevices(db, others))
          if (owner === holderId) devices.add(id);
      return [...pairs, ...[...devices].map((id): SubjectPair => ['device', id])];
    },
  };
}
