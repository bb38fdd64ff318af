import { auditEntries } from '../audit.ts';
import { newGroup } from '../group/create.ts';
import { withLineIds } from '../group/lines.ts';
import { resolveMappings } from '../group/mapping-references.ts';
import { checkInventory } from '../group/targeting.ts';
import { groupView } from '../group/view.ts';
import { newId } from '../names.ts';
import { type Operation, planned } from '../operation.ts';
import type { MediationGroup } from '../ports/entities.ts';
import { checkPublisher, violationsOf } from '../refusals.ts';

export const createMediationGroup: Operation<
  'accounts.mediationGroups.create',
  'store' | 'catalogue' | 'policy' | 'clock' | 'random'
> = (deps) => (request) =>
  planned(deps, request, async (reader) => {
    const { policy, clock, random } = deps;
    const { publisherId, body } = request;
    await checkPublisher(reader, publisherId);

    const violations = violationsOf('INVALID_MEDIATION_GROUP');
    const context = { publisherId, catalogue: deps.catalogue(), violations, references: [] };
    const { lines, ...asked } = newGroup(body, context);
    const fit = { targeting: asked.targeting, catalogue: context.catalogue };
    await resolveMappings(reader, publisherId, context.references, fit, violations);
    if (policy.strictInventory) await checkInventory(reader, publisherId, asked.targeting, violations);
    violations.refuse();

    const at = clock();
    const group: MediationGroup = {
      publisherId,
      groupId: newId(random, 'group'),
      revision: 1,
      ...asked,
      lines: withLineIds(lines, random),
      createdAt: at,
      updatedAt: at,
    };
    const answer = groupView(group, at);
    return {
      answer,
      async keep(writer) {
        await writer.insertGroup(group);
        await writer.record(...auditEntries(request, at, [{ resource: answer.name, after: answer }]));
      },
    };
  });
