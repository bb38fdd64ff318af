import { isoTime } from '../../conventions/json-schema.ts';
import { StatusError } from '../../conventions/status.ts';
import type { Actor, CheckedRecord, Holder } from '../../issuer/model/index.ts';
import type { OperatorReader, OperatorWriter } from '../../issuer/ports/operators.ts';
import { type AppliedRecord, applyRecord } from '../../issuer/record/change-record.ts';
import type { HolderView } from '../contract/holders/methods.ts';
import type { IssuerAdminDeps } from '../operation/deps.ts';
import { etagged } from '../operation/etagged.ts';
import { requireEntity } from '../operation/require-entity.ts';

export function holderView(holder: Holder): HolderView {
  return etagged({
    id: holder.holderId,
    documentType: holder.documentType,
    state: holder.state,
    recordVersion: holder.recordVersion,
    createTime: isoTime(holder.createdAt),
    updateTime: isoTime(holder.updatedAt),
  });
}

export async function holderById(reader: OperatorReader, id: string): Promise<Holder> {
  return requireEntity(await reader.holder(id), 'holder');
}

/** @throws StatusError `DOCUMENT_TYPE_DIFFERS`: the document type of a holder never changes. */
export async function keepRecord(
  writer: OperatorWriter,
  record: CheckedRecord,
  change: { readonly actor: Actor; readonly at: number },
): Promise<AppliedRecord> {
  const applied = await applyRecord(writer, record, change);
  if (applied) return applied;
  const text = `holder ${record.holderId} has another document type; give the document an id of its own`;
  throw new StatusError('DOCUMENT_TYPE_DIFFERS', text);
}

/** Checks that the holder exists before the request waits for a second person. */
export async function prepareForHolder<Request extends { readonly id: string }>(
  { store }: Pick<IssuerAdminDeps, 'store'>,
  request: Request,
): Promise<Request> {
  await store.read((reader) => holderById(reader, request.id));
  return request;
}
