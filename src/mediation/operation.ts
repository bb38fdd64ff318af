import { retryOnConflict } from '../conventions/errors.ts';
import type { RandomFill } from '../conventions/random-text.ts';
import type { Clock } from '../conventions/time.ts';
import type { MethodName, ResponseOf } from './contract/index.ts';
import { DEFAULT_SEQUENCE } from './experiment/analysis/confidence-sequence.ts';
import { LEADER_THRESHOLDS } from './experiment/analysis/variant-leader.ts';
import type { CurrentCatalogue } from './ports/catalogue.ts';
import type { StatisticsStore } from './ports/statistics.ts';
import type { MediationReader, MediationStore, MediationWriter } from './ports/store.ts';
import type { ReportDeps } from './reports/report-deps.ts';
import type { Request } from './request.ts';

/** The operator's settings for the mediation panel. */
export interface MediationPolicy {
  /**
   * Whether ad units must exist in the inventory and fit the group. Otherwise only the form of their ids is
   * checked.
   */
  readonly strictInventory: boolean;
  /** Whether a group cannot be changed while an experiment runs in it. */
  readonly freezeDuringExperiments: boolean;
  /** Groups can be renamed, paused, targeted anew, ordered by priority and archived, as the public interface cannot. */
  readonly groupExtensions: boolean;
  readonly experiments: {
    /** Users until the decision; fixed for each experiment when it starts. */
    readonly expectedUsers: number;
    /** There is no leader before so many full days. */
    readonly minimumFullDays: number;
  };
}

export const DEFAULT_MEDIATION_POLICY: MediationPolicy = {
  strictInventory: false,
  freezeDuringExperiments: false,
  groupExtensions: true,
  experiments: { expectedUsers: DEFAULT_SEQUENCE.nStar, minimumFullDays: LEADER_THRESHOLDS.fullDays },
};

/** The dependencies of all operations. Each operation names those that it uses. */
export interface MediationDeps {
  readonly store: MediationStore;
  readonly statistics: StatisticsStore;
  readonly catalogue: CurrentCatalogue;
  readonly policy: MediationPolicy;
  readonly reports: ReportDeps;
  readonly clock: Clock;
  readonly random: RandomFill;
}

/** A method: a function that takes dependencies and returns the handler of well-formed requests. */
export type Operation<Name extends MethodName, Needs extends keyof MediationDeps = never> = (
  deps: Pick<MediationDeps, Needs>,
) => (request: Request<Name>) => Promise<ResponseOf<Name>>;

/** A write that passed all checks: its answer, and a function that stores it. */
export interface PlannedChange<Answer> {
  readonly answer: Answer;
  keep(writer: MediationWriter): Promise<void>;
}

interface Asked {
  readonly query: { readonly validateOnly?: boolean };
  /** Requests that are no resources have it, too. */
  readonly body?: object | undefined;
}

/**
 * Plans and stores in one transaction. With `validateOnly` the plan is made but not stored (AIP-163). The
 * type of `plan` only allows it to read.
 */
export async function planned<Answer>(
  { store }: Pick<MediationDeps, 'store'>,
  { query, body = {} }: Asked,
  plan: (reader: MediationReader) => Promise<PlannedChange<Answer>>,
): Promise<Answer> {
  if (query.validateOnly || ('validateOnly' in body && body.validateOnly))
    return (await store.snapshot(plan)).answer;
  const write = () =>
    store.write(async (writer) => {
      const { answer, keep } = await plan(writer);
      await keep(writer);
      return answer;
    });
  return retryOnConflict(write);
}
