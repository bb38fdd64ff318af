import type { Kysely, Selectable } from 'kysely';
import type { Proofing } from '../../issuer/model/index.ts';
import { hasFixedWords } from '../../issuer/proofing/rejections.ts';
import type { HolderEpochs } from '../../keys/holder-keys/epochs.ts';
import { type HolderKey, openHolderKey } from '../../keys/holder-keys/holder-key.ts';
import type { Schema } from '../schema/index.ts';
import { fromProofing, toProofing } from './rows.ts';

// What an operator writes about a person in a rejection or a challenge, such as invalidityReason. Like a note, it is stored
// encrypted with the key of the holder. The reason itself is no text, and stays when the holder is erased.

type Db = Kysely<Schema>;
type Row = Selectable<Schema['proofing']>;
type Texts = Readonly<Record<string, string>>;

/** Identifiers and times are no free text. */
const PLAIN: ReadonlySet<string> = new Set(['issuerRejectionIdentifier', 'estimatedCompletion']);

/** The message without its texts, which are put into `texts` by their place. */
function apart(value: unknown, place: string, texts: Record<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item, at) => apart(item, `${place}/${at}`, texts));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).flatMap(([name, member]) => {
    if (typeof member !== 'string' || PLAIN.has(name))
      return [[name, apart(member, `${place}/${name}`, texts)]];
    texts[`${place}/${name}`] = member;
    return [];
  });
  return Object.fromEntries(members);
}

function withTexts(value: unknown, texts: Texts): unknown {
  for (const [place, text] of Object.entries(texts)) {
    const names = place.split('/').slice(1);
    const last = names.pop() ?? '';
    const target = names.reduce(
      (at, name) => at?.[name] as Record<string, unknown>,
      value as Record<string, unknown>,
    );
    if (target) target[last] = text;
  }
  return value;
}

function divided(detail: string) {
  const texts: Record<string, string> = {};
  const rest = JSON.stringify(apart(JSON.parse(detail), '', texts));
  return { detail: rest, texts };
}

async function keysOf(db: Db, epochs: HolderEpochs, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, HolderKey>();
  const rows = await db.selectFrom('holder_key').selectAll().where('holder_id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.holder_id, openHolderKey(epochs, row.holder_id, row)]));
}

function sealed(key: HolderKey, proofingId: string, detail: string) {
  const { detail: rest, texts } = divided(detail);
  if (Object.keys(texts).length === 0) return { detail, texts_sealed: null };
  const bytes = Buffer.from(JSON.stringify(texts), 'utf8');
  return { detail: rest, texts_sealed: key.seal('decision', proofingId, bytes) };
}

/** The row of a proofing as it is stored. The texts about an unknown person stay in it: nothing could erase them. */
export async function proofingRow(db: Db, epochs: HolderEpochs, proofing: Proofing) {
  const row = { ...fromProofing(proofing), texts_sealed: null };
  const { detail, holder_id: holderId, rejection_cause: cause } = row;
  if (!detail || !holderId || hasFixedWords(cause)) return row;
  const key = (await keysOf(db, epochs, [holderId])).get(holderId);
  return key ? { ...row, ...sealed(key, proofing.proofingId, detail) } : row;
}

/** Without its key, the holder was erased, and the texts with it. */
export async function openProofings(
  db: Db,
  epochs: HolderEpochs,
  rows: readonly Row[],
): Promise<readonly Proofing[]> {
  const wanted = rows.flatMap(({ texts_sealed, holder_id }) =>
    texts_sealed && holder_id ? [holder_id] : [],
  );
  const keys = await keysOf(db, epochs, [...new Set(wanted)]);
  return rows.map((row) => {
    const { texts_sealed: bytes, detail, proofing_id: id } = row;
    const key = bytes && detail ? keys.get(row.holder_id ?? '') : undefined;
    if (!bytes || !detail || !key) return toProofing(row);
    const texts = JSON.parse(Buffer.from(key.open('decision', id, bytes)).toString('utf8')) as Texts;
    return toProofing({ ...row, detail: JSON.stringify(withTexts(JSON.parse(detail), texts)) });
  });
}

export async function eraseTexts(db: Db, holderId: string): Promise<void> {
  const query = db
    .selectFrom('proofing')
    .select(['proofing_id', 'detail', 'rejection_cause'])
    .where('holder_id', '=', holderId)
    .where('detail', 'is not', null);
  for (const { proofing_id: id, detail, rejection_cause: cause } of await query.execute()) {
    if (hasFixedWords(cause)) continue;
    const columns = { detail: divided(detail as string).detail, texts_sealed: null };
    await db.updateTable('proofing').set(columns).where('proofing_id', '=', id).execute();
  }
}
