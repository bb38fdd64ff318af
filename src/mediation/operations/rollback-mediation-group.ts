import { sameJson } from '../../conventions/index.ts';
import { omit } from '../../conventions/omit.ts';
import type { MediationGroup as GroupView } from '../contract/index.ts';
import { checkNotArchived } from '../group/archive.ts';
import { changedGroup, checkNoExperiment } from '../group/change.ts';
import { resolveMappings } from '../group/mapping-references.ts';
import { changeable, groupWith } from '../group/patch.ts';
import { groupAt } from '../group/revision.ts';
import { earlierContent } from '../group/rollback.ts';
import { checkInventory } from '../group/targeting.ts';
import { type MediationDeps, type Operation, planned } from '../operation.ts';
import type { MediationGroup } from '../ports/entities.ts';
import type { MediationReader } from '../ports/store.ts';
import { groupOf, violationsOf } from '../refusals.ts';

/** The group with the earlier content, of which what differs from today must meet today's rules. */
async function rolledBack(
  { catalogue: current, policy }: Pick<MediationDeps, 'catalogue' | 'policy'>,
  reader: MediationReader,
  group: MediationGroup,
  earlier: GroupView,
) {
  const { publisherId } = group;
  const catalogue = current();
  const violations = violationsOf('INVALID_MEDIATION_GROUP');
  const context = { publisherId, catalogue, violations, references: [] };
  const content = groupWith(group, earlierContent(earlier), context);
  const { targeting } = content;
  await resolveMappings(reader, publisherId, context.references, { targeting, catalogue }, violations);
  if (policy.strictInventory) {
    await checkInventory(reader, publisherId, targeting, violations, group.targeting.adUnitIds);
  }
  violations.refuse();
  return content;
}

/** Does nothing if the group has the content already. */
export const rollbackMediationGroup: Operation<
  'accounts.mediationGroups.rollback',
  'store' | 'catalogue' | 'policy' | 'clock'
> = (deps) => async (request) => {
  const { store, clock } = deps;
  const { revision } = request.body;
  const violations = violationsOf('INVALID_MEDIATION_GROUP');
  if (!revision || revision < 1) violations.add('revision', 'is required: 1 or more');
  violations.refuse();
  // Revisions never change, so they are read outside the transaction of the change.
  const earlier = await store.read(async (reader) =>
    groupAt(reader, await groupOf(reader, request), revision as number, clock()),
  );
  return planned(deps, request, (reader) =>
    changedGroup(reader, request, clock(), async (group, at) => {
      checkNotArchived(group, deps.policy);
      checkNoExperiment(group, 'rolling the group back');
      const content = await rolledBack(deps, reader, group, earlier);
      if (sameJson(content, changeable(group))) return group;
      const kept = omit(group, 'priority');
      return { ...kept, ...content, updatedAt: at };
    }),
  );
};
