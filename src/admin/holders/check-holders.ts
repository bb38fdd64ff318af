import type { CheckedRecord, Finding } from '../../issuer/model/index.ts';
import type { OperatorReader } from '../../issuer/ports/operators.ts';
import { checkRecord } from '../../issuer/record/check-record.ts';
import { changedElements } from '../../issuer/record/record.ts';
import { HOLDER_METHODS } from '../contract/holders/methods.ts';
import type { AdminResponse } from '../contract/index.ts';
import { issuer, operation } from '../operation/operation.ts';

type CheckedHolder = AdminResponse<'checkHolders'>['holders'][number];

const OTHER_TYPE: Finding = {
  id: 'documentTypeDiffers',
  severity: 'error',
  rule: 'issuer policy',
  path: 'documentType',
  problem: 'differs from the document type of the holder; use another id for this document',
};

async function effect(
  reader: OperatorReader,
  { holderId, documentType, record }: CheckedRecord,
): Promise<Pick<CheckedHolder, 'result' | 'changedElements'> | Finding> {
  const holder = await reader.holder(holderId);
  if (!holder) return { result: 'created', changedElements: [] };
  if (holder.documentType !== documentType) return OTHER_TYPE;
  const changed = [...changedElements(holder.record, record)];
  return { result: changed.length > 0 ? 'updated' : 'unchanged', changedElements: changed };
}

const shown = ({ severity, path, problem, rule, requirement }: Finding) => ({
  severity,
  path,
  problem,
  rule,
  ...(requirement === undefined ? {} : { requirement }),
});

const COMPARED: ReadonlySet<CheckedHolder['result']> = new Set(['updated', 'unchanged']);

/**
 * A dry run of an import, which reports the result of each record. It says which elements of a stored record differ, so
 * whoever tries values learns the record: the transaction writes to the audit log who looked.
 */
export const checkHolders = operation(HOLDER_METHODS.checkHolders, {
  needs: issuer,
  async run({ store, policy, clock }, { holders }, actor) {
    const now = clock();
    const check = (reader: OperatorReader) => async (holder: (typeof holders)[number]) => {
      const { checked, findings } = checkRecord(holder, policy, now);
      const found = checked ? await effect(reader, checked) : undefined;
      if (found && 'result' in found) return { id: holder.id, ...found, findings: findings.map(shown) };
      const all = found ? [...findings, found] : findings;
      return { id: holder.id, result: 'refused' as const, changedElements: [], findings: all.map(shown) };
    };
    return store.write(async (writer) => {
      const results: CheckedHolder[] = [];
      for (const holder of holders) {
        const result = await check(writer)(holder);
        results.push(result);
        if (!COMPARED.has(result.result)) continue;
        const view = {
          subject: 'holder',
          subjectId: holder.id,
          event: 'view',
          method: 'checkHolders',
        } as const;
        await writer.record({ ...view, actor, at: now });
      }
      return { holders: results };
    });
  },
});
