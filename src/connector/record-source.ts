import type { Clock } from '../conventions/time.ts';
import type { RecordLookup, RecordSource } from '../issuer/ports/proofing.ts';
import type { GivenRecord, RecordCheck } from '../issuer/record/check-record.ts';
import { CALLS, type CallName, type CallRequest, type SourcedRecord } from './contract.ts';
import { type LookupOutcome, type ObservedLookup, type ObserveLookup, RecordFault } from './fault.ts';
import { type ReadAnswer, readAnswer } from './read-answer.ts';
import { type Circuit, LIMITS, type Limits, withCircuitBreaker } from './resilience.ts';
import { type Endpoint, transport } from './transport.ts';

export interface ConnectorOptions {
  readonly endpoint: Endpoint;
  readonly check: (record: GivenRecord) => RecordCheck;
  readonly clock: Clock;
  readonly observe: ObserveLookup;
  readonly onCircuit: (state: Circuit) => void;
  readonly limits?: Limits;
}

export interface Connector extends RecordSource {
  close(): Promise<void>;
}

type Wanted = (record: SourcedRecord) => boolean;

/** The issuer's system of record over HTTP: docs/integrate/system-of-record.md. */
export function connector(options: ConnectorOptions): Connector {
  const { endpoint, check, clock, observe, onCircuit, limits = LIMITS } = options;
  const { post, close } = transport(endpoint, limits.total);
  const run = withCircuitBreaker(limits, onCircuit);

  const ask = <Name extends CallName>(name: Name, request: CallRequest<Name>, isWanted: Wanted) =>
    run(async (signal): Promise<ReadAnswer> => {
      const answer = readAnswer(name, await post(CALLS[name].path, JSON.stringify(request), signal));
      if (!answer.record) return answer;
      const { record } = answer;
      if (!isWanted(record)) throw new RecordFault('otherRecord');
      if (record.validUntil !== undefined && !(Date.parse(record.validUntil) > clock())) {
        throw new RecordFault('outOfDate');
      }
      return answer;
    });

  async function lookUp<Name extends CallName>(
    call: Name,
    request: CallRequest<Name>,
    isWanted: Wanted = () => true,
  ): Promise<RecordLookup> {
    const { requestId } = request as { readonly requestId: string };
    const started = performance.now();
    const observed = (outcome: LookupOutcome, detail: Pick<ObservedLookup, 'findings' | 'cause'> = {}) =>
      observe({ call, requestId, outcome, milliseconds: performance.now() - started, ...detail });
    try {
      const { record: given, refusal } = await ask(call, request, isWanted);
      if (refusal) {
        observed(refusal);
        return { outcome: 'refused', cause: refusal };
      }
      const { checked: record, findings } = check(given);
      observed(record ? 'found' : 'recordUnusable', { findings });
      return record
        ? { outcome: 'found', record }
        : { outcome: 'refused', cause: 'recordUnusable', findings };
    } catch (error) {
      if (!(error instanceof RecordFault)) throw error;
      observed(error.code, { cause: error.cause });
      return { outcome: 'unavailable' };
    }
  }

  return {
    byCode: (code, claim) => lookUp('lookupByCode', { code, ...claim }),
    byId: (id, requestId) => lookUp('get', { id, requestId }, (record) => record.id === id),
    close,
  };
}
