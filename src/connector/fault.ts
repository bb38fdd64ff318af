import { CodedError } from '../conventions/errors.ts';
import type { Finding } from '../issuer/model/index.ts';
import type { CallName, RefusalName } from './contract.ts';

interface FaultKind {
  /** The next attempt may succeed: the system was not reached, or a proxy in front of it reports that. */
  readonly retried: boolean;
  /** The system as a whole is to blame, not this one record: counts towards the circuit breaker. */
  readonly outage: boolean;
}

const kind = (retried: boolean, outage: boolean): FaultKind => ({ retried, outage });

/** What can be wrong with a system of record, as logs and metrics name it. */
export const FAULTS = {
  /** Refused, reset, cut off, no such host. */
  connection: kind(true, true),
  /** 502, 503 or 504 */
  busy: kind(true, true),
  /** Its certificate is not trusted or names another host, or it refuses ours. */
  tls: kind(false, true),
  timeLimit: kind(false, true),
  /** 401 or 403, or the token file cannot be read. */
  credentials: kind(false, true),
  /** A status that the contract does not have; redirects are not followed. */
  status: kind(false, true),
  notJson: kind(false, true),
  tooLarge: kind(false, false),
  tooDeep: kind(false, false),
  /** JSON of another shape than the contract's. */
  contract: kind(false, false),
  /** Another record than the one that was asked for. */
  otherRecord: kind(false, false),
  /** `validUntil` has passed. */
  outOfDate: kind(false, false),
  circuitOpen: kind(false, false),
} as const satisfies Record<string, FaultKind>;
export type FaultName = keyof typeof FAULTS;

/** No usable answer. The message is the fault's name: nothing of the answer is repeated. */
export class RecordFault extends CodedError<FaultName> {
  constructor(fault: FaultName, options?: ErrorOptions) {
    super(fault, fault, options);
  }
}

/** Codes of errors of the transport; whatever else it throws is a failed connection. */
const BY_CODE: readonly (readonly [RegExp, FaultName])[] = [
  [/^UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT$/, 'timeLimit'],
  [/^UND_ERR_(RES_EXCEEDED_MAX_SIZE|HEADERS_OVERFLOW)$/, 'tooLarge'],
  [/^HPE_/, 'notJson'],
  [/CERT|TLS|SSL|UNABLE_TO_|EPROTO/, 'tls'],
];

/** The fault for an error of the transport. */
export function faultOf(error: unknown): RecordFault {
  if (error instanceof RecordFault) return error;
  const code = String((error as { readonly code?: unknown } | undefined)?.code);
  const [, fault] = BY_CODE.find(([pattern]) => pattern.test(code)) ?? [undefined, 'connection' as const];
  return new RecordFault(fault, { cause: error });
}

/** `recordUnusable`: there is a record, but no document can be made of it; the findings say why. */
export type LookupOutcome = 'found' | 'recordUnusable' | RefusalName | FaultName;

/** A lookup for logs and metrics: no code, no holder, nothing of the answer. */
export interface ObservedLookup {
  readonly call: CallName;
  readonly requestId: string;
  readonly outcome: LookupOutcome;
  /** With all its attempts. */
  readonly milliseconds: number;
  /** What is wrong with the record, without its values. */
  readonly findings?: readonly Finding[];
  readonly cause?: unknown;
}

export type ObserveLookup = (lookup: ObservedLookup) => void;
