import type { CheckedRecord } from '../model/index.ts';
import type { IssuerWriter } from '../ports/store.ts';
import { changeRecord, type RecordChange, sameRecord } from './change-record.ts';
import { changedElements } from './record.ts';

export interface AppliedRecord {
  readonly id: string;
  readonly result: 'created' | 'updated' | 'unchanged';
  readonly supersededCredentials: number;
  /** For a change: `namespace/identifier` of every changed element. */
  readonly changedElements: readonly string[];
}

/**
 * Makes the record the holder's, wherever it comes from; the holder is made when the id is new. Undefined, and nothing
 * is written, when the holder has another document type.
 */
export async function applyRecord(
  writer: IssuerWriter,
  checked: CheckedRecord,
  { actor, at }: RecordChange,
): Promise<AppliedRecord | undefined> {
  const { holderId: id, documentType, record } = checked;
  const known = await writer.holder(id);
  if (!known) {
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
  if (known.documentType !== documentType) return undefined;
  const result = sameRecord(known, record) ? 'unchanged' : 'updated';
  const supersededCredentials = await changeRecord(writer, known, checked, { actor, at });
  return { id, result, supersededCredentials, changedElements: changedElements(known.record, record) };
}
