import type { Kysely } from 'kysely';
import type { AnchorReader, AnchorWriter } from '../../audit/ports/anchors.ts';
import type { Schema } from '../schema/index.ts';

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
      return query.orderBy('authority').execute();
    },
  };
}

export function anchorWriter(db: Kysely<Schema>): AnchorWriter {
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
    async saveTimeStamp(head, { authority, token }) {
      const query = db.insertInto('seal_time_stamp').values({ head, authority, token });
      const columns = ['head', 'authority'] as const;
      await query.onConflict((conflict) => conflict.columns(columns).doUpdateSet({ token })).execute();
    },
  };
}
