import type { Kysely, Selectable } from 'kysely';
import type { AuditEntry } from '../../audit/entry.ts';
import { saltedDigest } from '../../audit/node-crypto.ts';
import type { HolderEpochs } from '../../keys/holder-keys/epochs.ts';
import { type HolderKey, openHolderKey } from '../../keys/holder-keys/holder-key.ts';
import type { AuditTables } from '../schema/audit.ts';
import type { Schema } from '../schema/index.ts';
import { indexedEntries } from './unindexed.ts';

// Notes about a holder with a key are stored encrypted, together with the salt that hides them in the seal. The digest
// that the seal covers is stored beside them. Without the salt it reveals nothing.

type Db = Kysely<Schema>;
type Row = Selectable<AuditTables['state_change']>;
type NoteColumns = Pick<Row, 'note' | 'note_salt' | 'note_digest' | 'note_sealed'>;
type Noted = Pick<Row, 'change_id' | 'subject' | 'subject_id'> & Pick<NoteColumns, 'note' | 'note_sealed'>;

/** Tables with rows of a holder, and the subjects of their audit log entries. */
const OWN = [
  ['proofing', 'proofing', 'proofing_id'],
  ['credential', 'credential', 'credential_id'],
  ['code', 'pre_authorization_code', 'code_id'],
] as const;

const OWN_SUBJECTS: ReadonlyMap<string, (typeof OWN)[number]> = new Map(OWN.map((own) => [own[0], own]));

/** The keys of the holders whom these subjects are about, by the id of the subject. */
async function keysAbout(db: Db, epochs: HolderEpochs, subject: string, ids: readonly string[]) {
  const own = OWN_SUBJECTS.get(subject);
  if (!own && subject !== 'holder') return new Map<string, HolderKey>();
  const [, table, column] = own ?? ['', 'holder', 'holder_id'];
  const id = `own.${column}` as 'own.credential_id';
  const rows = await db
    .selectFrom(`${table as 'credential'} as own`)
    .innerJoin('holder_key', 'holder_key.holder_id', 'own.holder_id')
    .selectAll('holder_key')
    .select(`${id} as id`)
    .where(id, 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, openHolderKey(epochs, row.holder_id, row)]));
}

/**
 * The same for ids of any subject. If a holder was given the id of a proofing, a credential or a code, it stands for that one,
 * because only ids of holders can be chosen.
 */
export async function keysOfAll(
  db: Db,
  epochs: HolderEpochs,
  ids: readonly string[],
): Promise<ReadonlyMap<string, HolderKey>> {
  if (ids.length === 0) return new Map();
  const keys = await keysAbout(db, epochs, 'holder', ids);
  for (const [subject] of OWN)
    for (const [id, key] of await keysAbout(db, epochs, subject, ids)) keys.set(id, key);
  return keys;
}

function sealed(key: HolderKey, changeId: string, note: string, salt: Uint8Array): NoteColumns {
  const text = Buffer.from(note, 'utf8');
  return {
    note: null,
    note_salt: null,
    note_digest: saltedDigest(salt, note),
    note_sealed: key.seal('note', changeId, Buffer.concat([Uint8Array.of(salt.length), salt, text])),
  };
}

/** The columns of a new entry's note, if they differ from those of an unencrypted one. */
export async function sealedNote(
  db: Db,
  epochs: HolderEpochs,
  { subject, subjectId, note }: AuditEntry,
  { changeId, salt }: { readonly changeId: string; readonly salt: Uint8Array },
): Promise<NoteColumns | undefined> {
  const key = note && (await keysAbout(db, epochs, subject, [subjectId])).get(subjectId);
  return key && note ? sealed(key, changeId, note, salt) : undefined;
}

/** Not the digest of any note. The entry then differs from what was sealed, and `events verify` names it. */
const DAMAGED = new Uint8Array(32);

function opened({ change_id, note_sealed: bytes }: Noted, key: HolderKey): Omit<NoteColumns, 'note_sealed'> {
  try {
    const plain = Buffer.from(key.open('note', change_id, bytes as Uint8Array));
    const from = 1 + (plain[0] ?? 0);
    const note = plain.toString('utf8', from);
    return { note, note_salt: plain.subarray(1, from), note_digest: null };
  } catch {
    return { note: null, note_salt: null, note_digest: DAMAGED };
  }
}

/** The rows with their notes decrypted. Those whose holder was erased have none. */
export async function openNotes<R extends Noted>(
  db: Db,
  epochs: HolderEpochs | undefined,
  rows: readonly R[],
): Promise<readonly R[]> {
  const wanted = epochs ? rows.filter(({ note_sealed }) => note_sealed) : [];
  if (!epochs || wanted.length === 0) return rows;
  const keys = new Map<string, ReadonlyMap<string, HolderKey>>();
  for (const [subject, group] of Map.groupBy(wanted, (row) => row.subject)) {
    const ids = [...new Set(group.map(({ subject_id }) => subject_id))];
    keys.set(subject, await keysAbout(db, epochs, subject, ids));
  }
  return rows.map((row) => {
    const key = row.note_sealed && keys.get(row.subject)?.get(row.subject_id);
    return key ? { ...row, ...opened(row, key) } : row;
  });
}

async function notedEntries(db: Db, subject: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return indexedEntries(db)
    .select(['change_id', 'note', 'note_salt', 'note_digest'])
    .where('subject', '=', subject)
    .where('subject_id', 'in', ids)
    .where(({ eb, or }) => or([eb('note', 'is not', null), eb('note_sealed', 'is not', null)]))
    .execute();
}

/** The entries with notes about the holder and about everything that has the holder's id. All must be indexed. */
async function notesOf(db: Db, holderId: string) {
  const found = await notedEntries(db, 'holder', [holderId]);
  for (const [subject, table, column] of OWN) {
    const query = db.selectFrom(table as 'credential').select(column as 'credential_id');
    const rows = await query.where('holder_id', '=', holderId).execute();
    const ids = rows.map((row) => (row as Record<string, string>)[column] as string);
    found.push(...(await notedEntries(db, subject, ids)));
  }
  return found;
}

const update = (db: Db, changeId: string, columns: NoteColumns) =>
  db.updateTable('state_change').set(columns).where('change_id', '=', changeId).execute();

/** Notes are free text and may contain personal data. The seals remain valid, because they cover only a digest. */
export async function eraseNotes(db: Db, holderId: string): Promise<void> {
  for (const { change_id, note, note_salt, note_digest: kept } of await notesOf(db, holderId)) {
    const note_digest = note === null ? kept : saltedDigest(note_salt as Uint8Array, note);
    await update(db, change_id, { note: null, note_salt: null, note_sealed: null, note_digest });
  }
}
