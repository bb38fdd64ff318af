import type { CheckedRecord, Finding } from '../../issuer/model/index.ts';
import type { IssuerReader } from '../../issuer/ports/store.ts';
import { checkRecord } from '../../issuer/record/check-record.ts';
import { changedElements } from '../../issuer/record/record.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import type { AdminOperation } from '../operation.ts';
import type { AdminResponse } from '../registry.ts';

type CheckedHolder = AdminResponse<'checkHolders'>['holders'][number];

const OTHER_TYPE: Finding = {
  id: 'documentTypeDiffers',
  severity: 'error',
  rule: 'issuer policy',
  path: 'documentType',
  problem: 'differs from the document type of the holder; use another id for this document',
};

async function effect(
  reader: IssuerReader,
  { holderId, documentType, record }: CheckedRecord,
): Promise<Pick<CheckedHolder, 'result' | 'changedElements'> | Finding> {
  const known = await reader.holder(holderId);
  if (!known) return { result: 'created', changedElements: [] };
  if (known.documentType !== documentType) return OTHER_TYPE;
  const changed = [...changedElements(known.record, record)];
  return { result: changed.length > 0 ? 'updated' : 'unchanged', changedElements: changed };
}

const shown = ({ severity, path, problem, rule, requirement }: Finding) => ({
  severity,
  path,
  problem,
  rule,
  ...(requirement === undefined ? {} : { requirement }),
});

/** A dry run of an import, which reports the result of each record. */
export const checkHolders: AdminOperation<
  'checkHolders',
  Pick<IssuerAdminDeps, 'store' | 'policy' | 'clock'>
> =
  ({ store, policy, clock }) =>
  async ({ holders }) => {
    const now = clock();
    const check = (reader: IssuerReader) => async (holder: (typeof holders)[number]) => {
      const { checked, findings } = checkRecord(holder, policy, now);
      const found = checked ? await effect(reader, checked) : undefined;
      if (found && 'result' in found) return { id: holder.id, ...found, findings: findings.map(shown) };
      const all = found ? [...findings, found] : findings;
      return { id: holder.id, result: 'refused' as const, changedElements: [], findings: all.map(shown) };
    };
    return { holders: await store.read((reader) => Promise.all(holders.map(check(reader)))) };
  };
