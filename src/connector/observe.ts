import type { Finding } from '../issuer/model/index.ts';
import type { CallName, RefusalName } from './contract.ts';
import type { FaultName } from './fault.ts';

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
