import type { Kysely, Selectable } from 'kysely';
import type { AuditEntry } from '../../audit/entry.ts';
import { saltedDigest } from '../../audit/node-crypto.ts';
import { canonicalJson } from '../../conventions/canonical-json.ts';
import type { RandomFill } from '../../conventions/random-text.ts';
import { hasFixedWords } from '../../issuer/proofing/rejections.ts';
import type { HolderEpochs } from '../../keys/holder-keys/epochs.ts';
import { type HolderKey, openHolderKey } from '../../keys/holder-keys/holder-key.ts';
import type { AuditTables } from '../schema/audit.ts';
import type { Schema } from '../schema/index.ts';
import { indexedEntries } from './unindexed-entries.ts';

// Notes and messages about a holder with a key are stored encrypted, together with the salt that hides them in the seal. The
// digest that the seal covers is stored beside them. Without the salt it reveals nothing.

type Db = Kysely<Schema>;
type Row = Selectable<AuditTables['state_change']>;

/** The erasable texts of an entry. The names of their columns begin with these. */
const TEXTS = ['note', 'message'] as const;
type TextName = (typeof TEXTS)[number];
type TextColumns = Pick<Row, TextName | `${TextName}_${'salt' | 'digest' | 'sealed'}`>;
type WithTexts = Pick<Row, 'change_id' | 'subject' | 'subject_id' | TextName | `${TextName}_sealed`>;

interface Stored {
  readonly text: string | null;
  readonly salt: Uint8Array | null;
  readonly digest: Uint8Array | null;
  readonly sealed: Uint8Array | null;
}

const columnsOf = (name: TextName, { text, salt, digest, sealed }: Stored) =>
  ({
    [name]: text,
    [`${name}_salt`]: salt,
    [`${name}_digest`]: digest,
    [`${name}_sealed`]: sealed,
  }) as Partial<TextColumns>;

/** Tables with rows of a holder, and the subjects of their audit log entries. */
export const OF_HOLDERS = [
  ['proofing', 'proofing', 'proofing_id'],
  ['credential', 'credential', 'credential_id'],
  ['code', 'pre_authorization_code', 'code_id'],
] as const;

const OWN_SUBJECTS: ReadonlyMap<string, (typeof OF_HOLDERS)[number]> = new Map(
  OF_HOLDERS.map((own) => [own[0], own]),
);

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
  for (const [subject] of OF_HOLDERS)
    for (const [id, key] of await keysAbout(db, epochs, subject, ids)) keys.set(id, key);
  return keys;
}

/** The texts of the entry that it has. */
const textsOf = ({ note, message }: AuditEntry): readonly (readonly [TextName, string])[] => [
  ...(note === undefined ? [] : [['note', note] as const]),
  ...(message ? [['message', canonicalJson(message)] as const] : []),
];

const SALT_BYTES = 16;

const isFixed = (name: TextName, { subject, reason }: Pick<Row, 'subject'> & Partial<Pick<Row, 'reason'>>) =>
  name === 'message' && subject === 'proofing' && hasFixedWords(reason);

/** The columns of the texts of a new entry. Without `epochs` they are stored unencrypted. */
export async function textColumns(
  db: Db,
  epochs: HolderEpochs | undefined,
  entry: AuditEntry,
  { changeId, random }: { readonly changeId: string; readonly random: RandomFill },
): Promise<Partial<TextColumns>> {
  const texts = textsOf(entry);
  if (texts.length === 0) return {};
  const { subject, subjectId } = entry;
  const sealing = texts.every(([name]) => isFixed(name, entry)) ? undefined : epochs;
  const key = sealing && (await keysAbout(db, sealing, subject, [subjectId])).get(subjectId);
  const columns = texts.map(([name, text]) => {
    const salt = random(new Uint8Array(SALT_BYTES));
    if (!key || isFixed(name, entry)) return columnsOf(name, { text, salt, digest: null, sealed: null });
    const plain = Buffer.concat([Uint8Array.of(salt.length), salt, Buffer.from(text, 'utf8')]);
    const sealed = key.seal(name, changeId, plain);
    return columnsOf(name, { text: null, salt: null, digest: saltedDigest(salt, text), sealed });
  });
  return Object.assign({}, ...columns) as Partial<TextColumns>;
}

/** Not the digest of any text. The entry then differs from what was sealed, and `events verify` names it. */
const DAMAGED = new Uint8Array(32);

function opened(name: TextName, row: WithTexts, key: HolderKey): Partial<TextColumns> {
  const bytes = row[`${name}_sealed`];
  if (!bytes) return {};
  try {
    const plain = Buffer.from(key.open(name, row.change_id, bytes));
    const from = 1 + (plain[0] ?? 0);
    const text = plain.toString('utf8', from);
    return columnsOf(name, { text, salt: plain.subarray(1, from), digest: null, sealed: bytes });
  } catch {
    return columnsOf(name, { text: null, salt: null, digest: DAMAGED, sealed: bytes });
  }
}

const isSealed = (row: WithTexts) => TEXTS.some((name) => row[`${name}_sealed`]);

/** The rows with their texts decrypted. Those whose holder was erased have none. */
export async function openTexts<R extends WithTexts>(
  db: Db,
  epochs: HolderEpochs | undefined,
  rows: readonly R[],
): Promise<readonly R[]> {
  const wanted = epochs ? rows.filter(isSealed) : [];
  if (!epochs || wanted.length === 0) return rows;
  const keys = new Map<string, ReadonlyMap<string, HolderKey>>();
  for (const [subject, group] of Map.groupBy(wanted, (row) => row.subject)) {
    const ids = [...new Set(group.map(({ subject_id }) => subject_id))];
    keys.set(subject, await keysAbout(db, epochs, subject, ids));
  }
  return rows.map((row) => {
    const key = isSealed(row) && keys.get(row.subject)?.get(row.subject_id);
    return key ? Object.assign({}, row, ...TEXTS.map((name) => opened(name, row, key))) : row;
  });
}

async function entriesWithTexts(db: Db, subject: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return indexedEntries(db)
    .select(['change_id', 'subject', 'reason'])
    .select(['note', 'note_salt', 'note_digest', 'note_sealed'])
    .select(['message', 'message_salt', 'message_digest', 'message_sealed'])
    .where('subject', '=', subject)
    .where('subject_id', 'in', ids)
    .where(({ eb, or }) =>
      or(TEXTS.flatMap((name) => [eb(name, 'is not', null), eb(`${name}_sealed`, 'is not', null)])),
    )
    .execute();
}

/** The entries with texts about the holder and about everything that has the holder's id. All must be indexed. */
async function textsAbout(db: Db, holderId: string) {
  const rows = await entriesWithTexts(db, 'holder', [holderId]);
  for (const [subject, table, column] of OF_HOLDERS) {
    const query = db.selectFrom(table as 'credential').select(column as 'credential_id');
    const own = await query.where('holder_id', '=', holderId).execute();
    const ids = own.map((row) => (row as Record<string, string>)[column] as string);
    rows.push(...(await entriesWithTexts(db, subject, ids)));
  }
  return rows;
}

/** Only the digest of the text is left, if there is a text. */
function erased(name: TextName, row: TextColumns): Partial<TextColumns> {
  const text = row[name];
  const salt = row[`${name}_salt`] as Uint8Array;
  const digest = typeof text === 'string' ? saltedDigest(salt, text) : (row[`${name}_digest`] ?? null);
  return columnsOf(name, { text: null, salt: null, digest, sealed: null });
}

/** Texts may contain personal data. The seals remain valid, because they cover only digests. */
export async function eraseTextsOfEntries(db: Db, holderId: string): Promise<void> {
  for (const { change_id, ...row } of await textsAbout(db, holderId)) {
    const names = TEXTS.filter((name) => !isFixed(name, row) && (row[name] ?? row[`${name}_sealed`]));
    if (names.length === 0) continue;
    const columns = Object.assign({}, ...names.map((name) => erased(name, row))) as Partial<TextColumns>;
    await db.updateTable('state_change').set(columns).where('change_id', '=', change_id).execute();
  }
}
