import { ApiError } from '../../../client/errors.ts';
import type { MediationGroup, MediationGroupDifference } from '../../../mediation/contract/index.ts';
import type { MediationApi } from '../client/client.ts';

/** What is done to a group, in this order; each is one request. */
export type Step = 'unarchive' | 'rollback' | 'archive';

export interface GroupPlan {
  /** Resource name. */
  readonly name: string;
  readonly displayName: string;
  readonly etag: string;
  /** The revision that the group has, and the one whose content it gets; 0: it did not exist. */
  readonly from: number;
  readonly to: number;
  readonly steps: readonly Step[];
  readonly differences: readonly MediationGroupDifference[];
  /** Why the group cannot be rolled back; then there are no steps. */
  readonly problems: readonly string[];
}

/** The revision that a group had at a time; 0 if it did not exist yet, undefined if its content was not kept. */
async function revisionAt(api: MediationApi, on: string, endTime: string): Promise<number | undefined> {
  const query = { endTime, pageSize: 1 };
  const { revisions = [] } = await api.call('accounts.mediationGroups.history', { on, query });
  const [last] = revisions;
  return last ? last.revision : 0;
}

export const revisionOf = ({ etag = '' }: MediationGroup) => Number(/^"(\d+)/.exec(etag)?.[1] ?? 0);

/** An experiment that ended by itself is open until somebody stops it. */
const hasExperiment = ({ mediationAbExperimentState, etag = '' }: MediationGroup) =>
  mediationAbExperimentState === 'RUNNING' || etag.includes('-ended');

const EXPERIMENT = 'it has an experiment that was not stopped; stop it first';
const NOT_KEPT = 'it was so large at this time that the server did not keep its content';

function stepsOf(group: MediationGroup, earlier: MediationGroup, isSame: boolean): readonly Step[] {
  const [is, was] = [group.archiveTime !== undefined, earlier.archiveTime !== undefined];
  if (is && was) return [];
  if (is) return ['unarchive', 'rollback'];
  return [...(isSame ? [] : ['rollback' as const]), ...(was ? ['archive' as const] : [])];
}

/** What today forbids of the earlier content; the server checks it without storing anything. */
async function problemsOf(api: MediationApi, on: string, revision: number): Promise<readonly string[]> {
  try {
    await api.call('accounts.mediationGroups.rollback', { on, validateOnly: true, body: { revision } });
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { violations, message } = error;
    return violations.length > 0 ? violations.map(({ description }) => description) : [message];
  }
}

/** Members that a roll-back does not bring back by itself. */
const NOT_CONTENT = /^(archiveTime|mediationAbExperimentState)$|\.experimentVariant$/;

/** How a group gets the content of a revision; 0 archives it. Undefined if nothing is to be done. */
async function planOf(
  api: MediationApi,
  group: MediationGroup,
  to: number | undefined,
): Promise<GroupPlan | undefined> {
  const { name = '', displayName = '', etag = '' } = group;
  const from = revisionOf(group);
  const about = { name, displayName, etag, from, to: to ?? from };
  const none = { steps: [], differences: [], problems: [] };
  if (from === to || (to === 0 && group.archiveTime !== undefined)) return undefined;
  if (hasExperiment(group)) return { ...about, ...none, problems: [EXPERIMENT] };
  if (to === undefined) return { ...about, ...none, problems: [NOT_KEPT] };
  if (to === 0) return { ...about, ...none, steps: ['archive'] };
  const earlier = await api.call('accounts.mediationGroups.get', { on: name, query: { revision: to } });
  const compared = await api.call('accounts.mediationGroups.diff', { on: name, query: { from, to } });
  const differences = (compared.differences ?? []).filter(({ field = '' }) => !NOT_CONTENT.test(field));
  const steps = stepsOf(group, earlier, differences.length === 0);
  if (steps.length === 0) return undefined;
  const isChecked = steps[0] === 'rollback';
  const problems = isChecked ? await problemsOf(api, name, to) : [];
  return { ...about, steps: problems.length > 0 ? [] : steps, differences, problems };
}

/** At this time, or, for one group, this revision. */
export type Target = { readonly at: string } | { readonly revision: number };

/** The plan for some groups. Groups that need no change are left out. */
export async function planRollback(
  api: MediationApi,
  groups: AsyncIterable<MediationGroup> | readonly MediationGroup[],
  target: Target,
  onProgress: (group: MediationGroup) => void = () => undefined,
): Promise<readonly GroupPlan[]> {
  const plans: GroupPlan[] = [];
  for await (const group of groups) {
    onProgress(group);
    const to = 'revision' in target ? target.revision : await revisionAt(api, group.name ?? '', target.at);
    const plan = await planOf(api, group, to);
    if (plan) plans.push(plan);
  }
  return plans;
}
