import { StatusError } from '../../conventions/status.ts';
import type { Actor, CheckedRecord } from '../../issuer/model/index.ts';
import type { IssuerWriter } from '../../issuer/ports/store.ts';
import { type AppliedRecord, applyRecord } from '../../issuer/record/apply-record.ts';

/** @throws StatusError `DOCUMENT_TYPE_DIFFERS`: a holder has one document type for good. */
export async function keepRecord(
  writer: IssuerWriter,
  record: CheckedRecord,
  change: { readonly actor: Actor; readonly at: number },
): Promise<AppliedRecord> {
  const applied = await applyRecord(writer, record, change);
  if (applied) return applied;
  const text = `holder ${record.holderId} has another document type; give the document an id of its own`;
  throw new StatusError('FAILED_PRECONDITION', 'DOCUMENT_TYPE_DIFFERS', text);
}
