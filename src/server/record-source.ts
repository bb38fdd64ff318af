import { type Circuit, type Connector, connector, type ObservedLookup } from '../connector/index.ts';
import type { Clock } from '../conventions/time.ts';
import type { IssuerPolicy } from '../issuer/policy.ts';
import { checkRecord } from '../issuer/record/check-record.ts';
import type { Settings } from './config/settings.ts';
import { endpointOf } from './files/endpoint.ts';

/** Observes the lookups. */
export interface RecordWatch {
  readonly lookup: (lookup: ObservedLookup) => void;
  readonly circuit: (state: Circuit) => void;
}

const UNWATCHED: RecordWatch = { lookup: () => {}, circuit: () => {} };

/** The issuer's own system of record; undefined where records are in the built-in table. */
export function recordSource(
  { issuer: { records } }: Settings,
  policy: IssuerPolicy,
  clock: Clock,
  watch: RecordWatch = UNWATCHED,
): Connector | undefined {
  const { source, url } = records;
  if (source === 'table' || url === undefined) return undefined;
  return connector({
    endpoint: endpointOf('issuer.records', records, url),
    check: (record) => checkRecord(record, policy, clock()),
    clock,
    observe: watch.lookup,
    onCircuit: watch.circuit,
  });
}
