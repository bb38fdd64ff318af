import type { AdUnit, AdUnitMapping, MediationGroup } from '../../../mediation/contract/index.ts';
import type { Connection } from '../../admin/connection.ts';
import type { Narrator } from '../narrator.ts';
import type { MediationApi } from './api.ts';

/** What the ad-ops engineer works with. */
export interface Desk {
  readonly tell: Narrator;
  readonly api: MediationApi;
  /** accounts/pub-… */
  readonly account: string;
  /** Answers for the server; the audit trail is shown to the operator alone. */
  readonly operator: Connection;
}

/** Every member of a message may be left out; these the server always sets. */
type Kept<Message, Names extends keyof Message> = Message & {
  readonly [Name in Names]-?: NonNullable<Message[Name]>;
};

export type KeptAdUnit = Kept<AdUnit, 'name' | 'adUnitId'>;
export type KeptMapping = Kept<AdUnitMapping, 'name'>;
export type KeptGroup = Kept<MediationGroup, 'name' | 'etag' | 'mediationGroupLines'>;
