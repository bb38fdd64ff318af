import {
  checkBodyEtag,
  checkIfMatch,
  checkIfNoneMatch,
  StatusError,
  sameJson,
} from '../../conventions/index.ts';
import { omit } from '../../conventions/omit.ts';
import { auditEntries } from '../audit.ts';
import { isRunning } from '../experiment/state-machine.ts';
import { checkNotArchived } from '../group/archive.ts';
import { withLineIds } from '../group/lines.ts';
import { resolveMappings } from '../group/mapping-references.ts';
import { groupMaskOf } from '../group/mask.ts';
import { changeable, patchedGroup } from '../group/patch.ts';
import { checkInventory } from '../group/targeting.ts';
import { groupTag, groupView, servedView } from '../group/view.ts';
import { type Operation, planned } from '../operation.ts';
import type { MediationGroup } from '../ports/entities.ts';
import { groupOf, violationsOf } from '../refusals.ts';

const frozen = () =>
  new StatusError(
    'EXPERIMENT_RUNNING',
    'The mediation group cannot be changed while an experiment runs in it; stop the experiment first.',
  );

export const patchMediationGroup: Operation<
  'accounts.mediationGroups.patch',
  'store' | 'catalogue' | 'policy' | 'clock' | 'random'
> = (deps) => (request) =>
  planned(deps, request, async (reader) => {
    const { policy, clock, random } = deps;
    const { publisherId, body, mask, ifMatch, ifNoneMatch } = request;
    const group = await groupOf(reader, request);
    const at = clock();
    const tag = groupTag(group, at);
    checkIfMatch(ifMatch, tag);
    checkIfNoneMatch(ifNoneMatch, tag);
    // In a patch, null is kept. As a condition, null means that there is none.
    checkBodyEtag(body.etag ?? undefined, tag);
    checkNotArchived(group, policy);
    if (policy.freezeDuringExperiments && isRunning(group, at)) throw frozen();

    const violations = violationsOf('INVALID_MEDIATION_GROUP');
    const context = { publisherId, catalogue: deps.catalogue(), violations, references: [] };
    const patched = patchedGroup(group, { body, mask, table: groupMaskOf(policy) }, context);
    const { targeting, lines } = patched;
    const fit = { targeting, catalogue: context.catalogue };
    await resolveMappings(reader, publisherId, context.references, fit, violations);
    if (policy.strictInventory) {
      await checkInventory(reader, publisherId, targeting, violations, group.targeting.adUnitIds);
    }
    violations.refuse();

    const before = groupView(group, at);
    if (sameJson(patched, changeable(group))) {
      return { answer: servedView(before, policy), keep: async () => {} };
    }
    const kept = omit(group, 'priority');
    const changed: MediationGroup = {
      ...kept,
      ...patched,
      lines: withLineIds(lines, random, group.lines),
      updatedAt: at,
    };
    const after = groupView({ ...changed, revision: group.revision + 1 }, at);
    return {
      answer: servedView(after, policy),
      async keep(writer) {
        await writer.updateGroup(group, changed);
        await writer.record(...auditEntries(request, at, [{ resource: after.name, before, after }]));
      },
    };
  });
