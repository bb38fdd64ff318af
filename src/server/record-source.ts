import { type Circuit, connector, type ObservedLookup } from '../connector/index.ts';
import type { Clock } from '../conventions/effects.ts';
import type { IssuerPolicy } from '../issuer/policy.ts';
import { checkRecord } from '../issuer/record/check-record.ts';
import type { Settings } from './config/settings.ts';
import { endpointOf } from './files/endpoint.ts';

/** Who is told how the lookups go. */
export interface RecordWatch {
  readonly lookup: (lookup: ObservedLookup) => void;
  readonly circuit: (state: Circuit) => void;
}

/** The issuer's own system of record; undefined where records are in the built-in table. */
export function recordSource({ issuer: { records } }: Settings, policy: IssuerPolicy, clock: Clock) {
  const { source, url } = records;
  if (source === 'table' || url === undefined) return undefined;
  let watch: RecordWatch | undefined;
  const made = connector({
    endpoint: endpointOf('issuer.records', records, url),
    check: (record) => checkRecord(record, policy, clock()),
    clock,
    observe: (lookup) => watch?.lookup(lookup),
    onCircuit: (state) => watch?.circuit(state),
  });
  return {
    ...made,
    watchedBy(by: RecordWatch) {
      watch = by;
    },
  };
}
