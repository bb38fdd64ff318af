import { CodedError } from '../conventions/errors.ts';
import type { Finding } from '../issuer/model/index.ts';
import type { CallName, RefusalName } from './contract.ts';

interface FaultKind {
  /** Another attempt may succeed, because the system was not reached or a proxy in front of it reports so. */
  readonly retried: boolean;
  /** The system as a whole has failed, not only for this record. So the circuit breaker counts the fault. */
  readonly outage: boolean;
}

const kind = (retried: boolean, outage: boolean): FaultKind => ({ retried, outage });

/** Faults of the system of record, by the names in logs and metrics. */
export const FAULTS = {
  /** The connection was refused, reset or closed early, or the host name is unknown. */
  connection: kind(true, true),
  /** 502, 503 or 504 */
  busy: kind(true, true),
  /**
   * The server's certificate is not trusted or is for another host, or the server rejects our certificate.
   */
  tls: kind(false, true),
  timeLimit: kind(false, true),
  /** 401 or 403, or the token file cannot be read. */
  credentials: kind(false, true),
  /** A status that is not in the contract; redirects are not followed. */
  status: kind(false, true),
  notJson: kind(false, true),
  tooLarge: kind(false, false),
  tooDeep: kind(false, false),
  /** The JSON does not match the contract. */
  contract: kind(false, false),
  /** The answer is about another holder than the request. */
  otherRecord: kind(false, false),
  /** `validUntil` has passed. */
  outOfDate: kind(false, false),
  circuitOpen: kind(false, false),
} as const satisfies Record<string, FaultKind>;
export type FaultName = keyof typeof FAULTS;

/**
 * The system gave no usable answer. The message is the name of the fault and quotes nothing from the answer.
 */
export class RecordFault extends CodedError<FaultName> {
  constructor(fault: FaultName, options?: ErrorOptions) {
    super(fault, fault, options);
  }
}

/** Error codes of the transport; any other error counts as a failed connection. */
const BY_CODE: readonly (readonly [RegExp, FaultName])[] = [
  [/^UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT$/, 'timeLimit'],
  [/^UND_ERR_(RES_EXCEEDED_MAX_SIZE|HEADERS_OVERFLOW)$/, 'tooLarge'],
  [/^HPE_/, 'notJson'],
  [/CERT|TLS|SSL|UNABLE_TO_|EPROTO/, 'tls'],
];

/** Classifies an error of the transport. */
export function faultOf(error: unknown): RecordFault {
  if (error instanceof RecordFault) return error;
  const code = String((error as { readonly code?: unknown } | undefined)?.code);
  const [, fault] = BY_CODE.find(([pattern]) => pattern.test(code)) ?? [undefined, 'connection' as const];
  return new RecordFault(fault, { cause: error });
}

/** `recordUnusable`: there is a record, but no document can be made from it. The findings say why. */
export type LookupOutcome = 'found' | 'recordUnusable' | RefusalName | FaultName;

/** A lookup for logs and metrics, without the code, the holder or any part of the answer. */
export interface ObservedLookup {
  readonly call: CallName;
  readonly requestId: string;
  readonly outcome: LookupOutcome;
  /** Duration of all attempts together. */
  readonly milliseconds: number;
  /** Findings about the record, without its values. */
  readonly findings?: readonly Finding[];
  readonly cause?: unknown;
}

export type ObserveLookup = (lookup: ObservedLookup) => void;
