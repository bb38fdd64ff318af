import type { Clock, RandomFill } from '../conventions/effects.ts';
import type { MediationPolicy } from './policy.ts';
import type { CurrentCatalogue } from './ports/catalogue.ts';
import type { MediationStore } from './ports/store.ts';

/** Everything that operations may need; each takes the part that it uses. */
export interface MediationDeps {
  readonly store: MediationStore;
  readonly catalogue: CurrentCatalogue;
  readonly policy: MediationPolicy;
  readonly clock: Clock;
  readonly random: RandomFill;
}
