import type { Kysely } from 'kysely';
import type { AnchorReader, AnchorWriter } from '../../audit/ports/anchors.ts';
import type { Schema } from '../schema/index.ts';

/** Authorities are stored by their URL, witnesses by the id of their key, in the same table. */
const AUTHORITIES = 'http%://%';

export function anchorReader(db: Kysely<Schema>): AnchorReader {
  return {
    async anchorState(place) {
      const query = db.selectFrom('anchor_place').selectAll().where('place', '=', place);
      const row = await query.executeTakeFirst();
      if (!row) return undefined;
      const { due_at: dueAt, seal_number: seal, head, anchored_at: at } = row;
      const isMade = seal !== null && head !== null && at !== null;
      return { place, dueAt, ...(isMade && { newest: { seal, head, at } }) };
    },
    async timeStamps(head) {
      const query = db.selectFrom('seal_time_stamp').select(['authority', 'token']).where('head', '=', head);
      return query.where('authority', 'like', AUTHORITIES).orderBy('authority').execute();
    },
    async cosignatures(head) {
      const query = db.selectFrom('seal_time_stamp').select(['authority', 'token']).where('head', '=', head);
      const rows = await query.where('authority', 'not like', AUTHORITIES).orderBy('authority').execute();
      return rows.map(({ authority, token }) => ({
        witness: authority,
        note: Buffer.from(token).toString('utf8'),
      }));
    },
  };
}

export function anchorWriter(db: Kysely<Schema>): AnchorWriter {
  const save = async (head: string, authority: string, token: Uint8Array) => {
    const query = db.insertInto('seal_time_stamp').values({ head, authority, token });
    const columns = ['head', 'authority'] as const;
    await query.onConflict((conflict) => conflict.columns(columns).doUpdateSet({ token })).execute();
  };
  return {
    async saveAnchorState({ place, dueAt, newest }) {
      const set = {
        due_at: dueAt,
        seal_number: newest?.seal ?? null,
        head: newest?.head ?? null,
        anchored_at: newest?.at ?? null,
      };
      const query = db.insertInto('anchor_place').values({ place, ...set });
      await query.onConflict((conflict) => conflict.column('place').doUpdateSet(set)).execute();
    },
    saveTimeStamp: (head, { authority, token }) => save(head, authority, token),
    saveCosignature: (head, { witness, note }) => save(head, witness, Buffer.from(note, 'utf8')),
  };
}
