import { randomUUID } from 'node:crypto';
import { changeCredential } from '../credential/change-credential.ts';
import { credentialsAfterDeadlines } from '../credential/current-credential.ts';
import type { Actor, CheckedRecord, Holder } from '../model/index.ts';
import type { IssuerWriter } from '../ports/store.ts';
import { changedElements } from './record.ts';

/** Author and time (milliseconds) of a change of a record. */
interface RecordChange {
  readonly actor: Actor;
  readonly at: number;
}

/**
 * Gives each live credential a new version, so that its device provisions it again. Returns the number of
 * credentials.
 */
async function supersede(
  writer: IssuerWriter,
  { holderId, recordVersion }: Holder,
  { actor, at }: RecordChange,
): Promise<number> {
  const credentials = await credentialsAfterDeadlines(writer, holderId, at);
  for (const credential of credentials) {
    const set = { versionId: randomUUID(), recordVersion };
    await changeCredential(writer, credential, { event: 'supersede', actor, at, set });
  }
  return credentials.length;
}

function sameRecord(known: Holder, record: Uint8Array): boolean {
  return Buffer.compare(known.record, record) === 0;
}

/**
 * Updates the holder's data after an import, or when derived elements change. If the data differ, the record
 * and its live credentials get a new version; otherwise nothing changes. Returns the number of credentials
 * with a new version.
 */
export async function changeRecord(
  writer: IssuerWriter,
  known: Holder,
  { record, changesOn }: Pick<CheckedRecord, 'record' | 'changesOn'>,
  change: RecordChange,
): Promise<number> {
  const { actor, at } = change;
  const { changesOn: before, ...rest } = known;
  const next = changesOn === undefined ? rest : { ...rest, changesOn };
  if (sameRecord(known, record)) {
    if (changesOn !== before) await writer.updateHolder(next);
    return 0;
  }
  const changed = { ...next, record, recordVersion: known.recordVersion + 1, updatedAt: at };
  // Derived elements change by themselves, such as ages.
  if (actor.kind !== 'deadline') await writer.saveEarlierRecord(known, at);
  await writer.updateHolder(changed);
  await writer.record({ subject: 'holder', subjectId: known.holderId, event: 'update', actor, at });
  return supersede(writer, changed, change);
}

export interface AppliedRecord {
  readonly id: string;
  readonly result: 'created' | 'updated' | 'unchanged';
  readonly supersededCredentials: number;
  /** `namespace/identifier` of every element that changed. */
  readonly changedElements: readonly string[];
}

/**
 * Stores the record for the holder, and creates the holder if the id is new. If the holder has another
 * document type, writes nothing and returns undefined.
 */
export async function applyRecord(
  writer: IssuerWriter,
  checked: CheckedRecord,
  { actor, at }: RecordChange,
): Promise<AppliedRecord | undefined> {
  const { holderId: id, documentType, record } = checked;
  const holder = await writer.holder(id);
  if (!holder) {
    const state = 'active';
    await writer.insertHolder({
      ...checked,
      revision: 1,
      recordVersion: 1,
      state,
      createdAt: at,
      updatedAt: at,
    });
    await writer.record({ subject: 'holder', subjectId: id, event: 'create', to: state, actor, at });
    return { id, result: 'created', supersededCredentials: 0, changedElements: [] };
  }
  if (holder.documentType !== documentType) return undefined;
  const result = sameRecord(holder, record) ? 'unchanged' : 'updated';
  const supersededCredentials = await changeRecord(writer, holder, checked, { actor, at });
  return { id, result, supersededCredentials, changedElements: changedElements(holder.record, record) };
}
