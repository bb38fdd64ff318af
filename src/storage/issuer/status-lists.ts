import { type Kysely, type Selectable, sql } from 'kysely';
import { DAY } from '../../conventions/time.ts';
import type { StatusList, StatusListReader, StatusListWriter } from '../../issuer/ports/status-lists.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema/index.ts';
import { prepared, preparedChange, UNAWAITED } from '../statements.ts';

/** How long a list is published after its last MSO has expired, in milliseconds. */
const ENDED_FOR = DAY;

const toList = (row: Selectable<Schema['status_list']>): StatusList => ({
  listNo: row.list_no,
  name: row.name,
  root: row.root,
  baseUri: row.base_uri,
  periodEnd: row.period_end,
  entries: row.entries,
  createdAt: row.created_at,
});

export function statusListReader(db: Kysely<Schema>): StatusListReader {
  return {
    async openStatusLists({ root, baseUri, periodEnd }, room) {
      const rows = await db
        .selectFrom('status_list')
        .selectAll()
        .where('period_end', '=', periodEnd)
        .where('base_uri', '=', baseUri)
        .where('root', '=', root)
        .where('closed_at', 'is', null)
        .where(({ eb, ref }) => eb(eb('reserved', '+', room), '<=', ref('entries')))
        .orderBy('list_no')
        .execute();
      return rows.map(toList);
    },
    async publishedLists(now) {
      const rows = await db
        .selectFrom('status_list')
        .innerJoin('status_publication as publication', 'publication.list_no', 'status_list.list_no')
        .selectAll('status_list')
        .select(['publication.number', 'publication.issued_at', 'publication.expires_at'])
        .where('period_end', '>', now - ENDED_FOR)
        .orderBy('status_list.list_no')
        .execute();
      return rows.map((row) => ({
        ...toList(row),
        number: row.number,
        issuedAt: row.issued_at,
        expiresAt: row.expires_at,
      }));
    },
    async endedStatusLists(before) {
      const rows = await db
        .selectFrom('status_list')
        .innerJoin('status_publication as publication', 'publication.list_no', 'status_list.list_no')
        .select('status_list.list_no')
        .where('period_end', '<=', before)
        .execute();
      return rows.map(({ list_no }) => list_no);
    },
    async statusToken(listNo) {
      const query = db.selectFrom('status_publication').select('token').where('list_no', '=', listNo);
      return (await query.executeTakeFirst())?.token ?? undefined;
    },
    async revokedEntries(listNo, after, limit) {
      const query = db.selectFrom('status_revoked').select('idx').where('list_no', '=', listNo);
      const rows = await query.where('idx', '>', after).orderBy('idx').limit(limit).execute();
      return rows.map(({ idx }) => idx);
    },
    async dueSupersededVersions(now, limit) {
      const due = db.selectFrom('status_superseded').select(['credential_id', 'version_id']);
      const rows = await due.where('due_at', '<=', now).orderBy('due_at').limit(limit).execute();
      return rows.map((row) => ({ credentialId: row.credential_id, versionId: row.version_id }));
    },
  };
}

interface OfCredential {
  readonly credentialId: string;
  readonly now: number;
}

interface OfVersion extends OfCredential {
  readonly versionId: string;
}

/** Unexpired MSOs of a credential that have an entry in a status list. */
const listedMsos = (db: Kysely<Schema>, { credentialId, now }: OfCredential) =>
  db
    .selectFrom('issued_mso')
    .where('credential_id', '=', credentialId)
    .where('status_list_no', 'is not', null)
    .where('expires_at', '>', now);

const revokeListed = (db: Kysely<Schema>, listed: ReturnType<typeof listedMsos>) =>
  db
    .insertInto('status_revoked')
    .columns(['list_no', 'idx'])
    .expression(listed.select([sql<number>`status_list_no`.as('list_no'), sql<number>`status_idx`.as('idx')]))
    .onConflict((conflict) => conflict.doNothing());

const revokeCredential = preparedChange(
  (db, of: OfCredential) => revokeListed(db, listedMsos(db, of)),
  UNAWAITED,
);

const revokeVersion = preparedChange(
  (db, of: OfVersion) => revokeListed(db, listedMsos(db, of).where('version_id', '=', of.versionId)),
  UNAWAITED,
);

const dropSuperseded = prepared((db, { credentialId }: { readonly credentialId: string }) =>
  db.deleteFrom('status_superseded').where('credential_id', '=', credentialId).returning('version_id'),
);

const dropSupersededVersion = prepared((db, { credentialId, versionId }: Omit<OfVersion, 'now'>) =>
  db
    .deleteFrom('status_superseded')
    .where('credential_id', '=', credentialId)
    .where('version_id', '=', versionId)
    .returning('version_id'),
);

export function statusListWriter(db: Kysely<Schema>, originOf: Database['origin']): StatusListWriter {
  return {
    ...statusListReader(db),
    async insertStatusList({ name, root, baseUri, periodEnd, entries, createdAt }) {
      const { last } = await db
        .selectFrom('status_list')
        .select(({ fn }) => fn.max('list_no').as('last'))
        .executeTakeFirstOrThrow();
      const row = {
        list_no: (last ?? 0) + 1,
        name,
        root,
        base_uri: baseUri,
        period_end: periodEnd,
        entries,
        reserved: 0,
        created_at: createdAt,
        closed_at: null,
      };
      await db.insertInto('status_list').values(row).execute();
      const publication = { list_no: row.list_no, number: 0, issued_at: 0, expires_at: 0 };
      await db.insertInto('status_publication').values(publication).execute();
      return toList(row);
    },
    async reserveStatusEntries(listNo, count) {
      const row = await db
        .updateTable('status_list')
        .set(({ eb }) => ({ reserved: eb('reserved', '+', count) }))
        .where('list_no', '=', listNo)
        .where('closed_at', 'is', null)
        .where(({ eb, ref }) => eb(eb('reserved', '+', count), '<=', ref('entries')))
        .returning('reserved')
        .executeTakeFirst();
      return row && row.reserved - count;
    },
    async claimPublication({ listNo, number }, at, patience) {
      const claim = db
        .updateTable('status_publication')
        .set({ claimed_at: at })
        .where('list_no', '=', listNo);
      const results = await claim
        .where('number', '=', number)
        .where(({ eb, or }) =>
          or([
            eb('claimed_at', 'is', null),
            eb('claimed_at', '<', at - patience),
            eb('claimed_at', '>', at + patience),
          ]),
        )
        .execute();
      return results[0]?.numUpdatedRows === 1n;
    },
    async storePublication({ listNo, number, issuedAt, expiresAt, token }) {
      const results = await db
        .updateTable('status_publication')
        .set({ number, issued_at: issuedAt, expires_at: expiresAt, token, claimed_at: null })
        .where('list_no', '=', listNo)
        .where('number', '=', number - 1)
        .execute();
      return results[0]?.numUpdatedRows === 1n;
    },
    async closeStatusLists(at) {
      const open = db.updateTable('status_list').set({ closed_at: at }).where('closed_at', 'is', null);
      return Number((await open.executeTakeFirstOrThrow()).numUpdatedRows);
    },
    databaseOrigin: () => originOf(db),
    async retireStatusList(listNo, limit) {
      const bits = db.selectFrom('status_revoked').select('idx').where('list_no', '=', listNo).limit(limit);
      const deleted = await db
        .deleteFrom('status_revoked')
        .where('list_no', '=', listNo)
        .where('idx', 'in', bits)
        .executeTakeFirstOrThrow();
      if (Number(deleted.numDeletedRows) === limit) return false;
      await db.deleteFrom('status_publication').where('list_no', '=', listNo).execute();
      return true;
    },
    async revokeStatusEntries(credentialId, now) {
      await revokeCredential(db, { credentialId, now });
    },
    async revokeBatch(credentialId, batchId, now) {
      await revokeListed(db, listedMsos(db, { credentialId, now }).where('batch_id', '=', batchId)).execute();
    },
    async supersedeStatusEntries({ credentialId, versionId, now, dueAt }) {
      const ofVersion = listedMsos(db, { credentialId, now }).where('version_id', '=', versionId);
      const listed = ofVersion.select('key_hash').limit(1);
      if ((await listed.executeTakeFirst()) === undefined) return;
      await db
        .insertInto('status_superseded')
        .values({ credential_id: credentialId, version_id: versionId, due_at: dueAt })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async revokeSupersededVersions(credentialId, now, versionId) {
      const due =
        versionId === undefined
          ? await dropSuperseded(db, { credentialId })
          : await dropSupersededVersion(db, { credentialId, versionId });
      for (const { version_id } of due) await revokeVersion(db, { credentialId, now, versionId: version_id });
    },
  };
}
