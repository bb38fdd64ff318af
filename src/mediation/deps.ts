import type { RandomFill } from '../conventions/random.ts';
import type { Clock } from '../conventions/time.ts';
import type { CurrentCatalogue } from './ports/catalogue.ts';
import type { MediationStore } from './ports/store.ts';

/** What the operator has decided; the operations only read it. */
export interface MediationPolicy {
  /** Ad units must be in the inventory and fit the group; otherwise their ids only have to be well-formed. */
  readonly strictInventory: boolean;
  /** Groups cannot be changed while an experiment runs in them. */
  readonly freezeDuringExperiments: boolean;
}

export const DEFAULT_MEDIATION_POLICY: MediationPolicy = {
  strictInventory: false,
  freezeDuringExperiments: false,
};

/** Everything that operations may need; each takes the part that it uses. */
export interface MediationDeps {
  readonly store: MediationStore;
  readonly catalogue: CurrentCatalogue;
  readonly policy: MediationPolicy;
  readonly clock: Clock;
  readonly random: RandomFill;
}
