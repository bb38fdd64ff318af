import { randomUUID } from 'node:crypto';
import { retryOnConflict } from '../../conventions/errors.ts';
import { StatusError } from '../../conventions/status.ts';
import { type Actor, type CheckedRecord, isError } from '../../issuer/model/index.ts';
import type { RecordLookup, RecordSource } from '../../issuer/ports/proofing.ts';
import { HOLDER_METHODS } from '../contract/holders/methods.ts';
import { issuer, operation } from '../operation/operation.ts';
import { holderById, keepRecord, prepareForHolder } from './holder.ts';

function sourceOf(records: RecordSource | undefined): RecordSource {
  if (records) return records;
  const text = 'records are in the built-in table; import the changed one (issuer.records.source)';
  throw new StatusError('RECORDS_IN_TABLE', text);
}

/**
 * An answer of the system of record never revokes anything: a revocation is final, so an operator must decide
 * it.
 */
function foundIn(lookup: RecordLookup): CheckedRecord {
  if (lookup.outcome === 'found') return lookup.record;
  if (lookup.outcome === 'unavailable') {
    const text = 'the system of record gave no usable answer; the cause is in the log and the metrics';
    throw new StatusError('RECORDS_UNAVAILABLE', text);
  }
  const { cause, findings = [] } = lookup;
  const violations = findings
    .filter(isError)
    .map(({ path, problem }) => ({ field: path, description: problem }));
  const text = `the system of record gives no record: ${cause}; nothing was changed`;
  throw new StatusError('RECORD_REFUSED', text, violations);
}

const requestIdOf = (actor: Actor) => ('requestId' in actor ? actor.requestId : randomUUID());

/** Works like an import: changed data creates a new version of the record and of its credentials. */
export const refreshHolder = operation(HOLDER_METHODS.refreshHolder, {
  needs: issuer,
  prepare: prepareForHolder,
  async run({ store, records, clock }, { id }, actor) {
    const source = sourceOf(records);
    await store.read((reader) => holderById(reader, id));
    const record = foundIn(await source.byId(id, requestIdOf(actor)));
    const at = clock();
    const keep = () =>
      store.write(async (writer) => {
        await holderById(writer, id);
        return keepRecord(writer, record, { actor, at });
      });
    const { result, supersededCredentials, changedElements } = await retryOnConflict(keep);
    return {
      id,
      result: result === 'updated' ? result : 'unchanged',
      supersededCredentials,
      changedElements: [...changedElements],
    };
  },
});
