import { createHash } from 'node:crypto';
import { retryOnConflict } from '../../conventions/errors.ts';
import { type FieldViolation, StatusError } from '../../conventions/status.ts';
import type { IssuerDeps } from '../../issuer/deps.ts';
import { type CheckedRecord, isError } from '../../issuer/model/index.ts';
import { checkRecord } from '../../issuer/record/check-record.ts';
import { HOLDER_METHODS, type HolderImport } from '../contract/holders/methods.ts';
import { issuer, operation } from '../operation/operation.ts';
import { keepRecord } from './holder.ts';

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
    if (seen.has(id)) return [{ field: `holders[${index}].id`, description: 'is repeated in this import' }];
    seen.add(id);
    return [];
  });
}

/** @throws StatusError that lists all problems of all records */
function checkAll(holders: readonly HolderImport[], policy: IssuerDeps['policy'], at: number) {
  const checked = holders.map((holder, index) => check(holder, index, policy, at));
  const violations = [...repeatedIds(holders), ...checked.flatMap((one) => one.violations)];
  if (violations.length === 0) return checked;
  const text = `${violations.length} problems; nothing was imported`;
  throw new StatusError('RECORD_INVALID', text, violations);
}

/** SHA-256 of the records as JSON Lines. Two people can compare the digest without reading the records. */
export function recordsDigest(holders: readonly HolderImport[]): string {
  const digest = createHash('sha256');
  for (const holder of holders) digest.update(`${JSON.stringify(holder)}\n`);
  return digest.digest('base64url');
}

/** Checks every record against its document type first. If any record has a problem, none is stored. */
export const importHolders = operation(HOLDER_METHODS.importHolders, {
  needs: issuer,
  /** Stores only the digest and the ids of the records while the import waits for approval. */
  async prepare(deps, { holders, validateOnly }) {
    checkAll(holders, deps.policy, deps.clock());
    if (validateOnly) return undefined;
    return { digest: recordsDigest(holders), records: holders.length, ids: holders.map(({ id }) => id) };
  },
  async run({ store, policy, clock }, { holders, validateOnly = false }, actor) {
    const at = clock();
    const checked = checkAll(holders, policy, at);
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
  },
});
