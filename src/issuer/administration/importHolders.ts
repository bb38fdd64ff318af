import { retryOnConflict } from '../../conventions/conflict.ts';
import { type FieldViolation, StatusError } from '../../conventions/status.ts';
import type { IssuerDeps } from '../deps.ts';
import { type CheckedRecord, checkRecord } from '../record/check-record.ts';
import { isError } from '../record/finding.ts';
import type { HolderImport } from './contract/index.ts';
import { keepRecord } from './keep-record.ts';
import type { AdminOperation } from './operation.ts';

interface Checked {
  readonly record?: CheckedRecord | undefined;
  readonly violations: readonly FieldViolation[];
}

function check(holder: HolderImport, index: number, policy: IssuerDeps['policy'], now: number): Checked {
  const { checked: record, findings } = checkRecord(holder, policy, now);
  const errors = findings.filter(isError);
  const at = (path: string) => `holders[${index}].${path}`;
  return {
    record,
    violations: errors.map(({ path, problem }) => ({ field: at(path), description: problem })),
  };
}

function repeatedIds(holders: readonly HolderImport[]): readonly FieldViolation[] {
  const seen = new Set<string>();
  return holders.flatMap(({ id }, index) => {
    if (seen.has(id)) return [{ field: `holders[${index}].id`, description: 'stands twice in this import' }];
    seen.add(id);
    return [];
  });
}

/** Checks every record against its document type first; one problem anywhere and nothing is kept. */
export const importHolders: AdminOperation<'importHolders', 'store' | 'policy' | 'clock'> =
  ({ store, policy, clock }) =>
  async ({ holders, validateOnly = false }, actor) => {
    const at = clock();
    const checked = holders.map((holder, index) => check(holder, index, policy, at));
    const violations = [...repeatedIds(holders), ...checked.flatMap((one) => one.violations)];
    if (violations.length > 0) {
      const text = `${violations.length} problems; nothing was imported`;
      throw new StatusError('INVALID_ARGUMENT', 'RECORD_INVALID', text, violations);
    }
    if (validateOnly) return { holders: [] };
    const keepAll = () =>
      store.write(async (writer) => {
        const results = [];
        for (const { record } of checked) {
          if (!record) continue;
          const kept = await keepRecord(writer, record, { actor, at });
          results.push({ ...kept, changedElements: [...kept.changedElements] });
        }
        return results;
      });
    return { holders: await retryOnConflict(keepAll) };
  };
