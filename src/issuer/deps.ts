import type { RandomFill } from '../conventions/random-text.ts';
import type { Clock } from '../conventions/time.ts';
import type { IssuerPolicy } from './policy.ts';
import type { IssuerKeys } from './ports/keys.ts';
import type { CodeDigest, LimitCode, ObserveProofing, RecordSource } from './ports/proofing.ts';
import type { IssuerStore } from './ports/store.ts';
import type { StatusEntries } from './status/list-entries.ts';

/** Dependencies of the operations. Each operation picks those that it uses. */
export interface IssuerDeps {
  readonly store: IssuerStore;
  readonly keys: IssuerKeys;
  readonly policy: IssuerPolicy;
  readonly clock: Clock;
  readonly random: RandomFill;
  readonly codeDigest: CodeDigest;
  readonly limitCode: LimitCode;
  readonly observe: ObserveProofing;
  readonly statusEntries: StatusEntries;
  /** The issuer's own system of record. If undefined, records come from the built-in table. */
  readonly records?: RecordSource | undefined;
}
