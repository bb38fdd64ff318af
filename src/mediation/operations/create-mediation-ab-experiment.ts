import { checkIfMatch, checkIfNoneMatch, StatusError } from '../../conventions/index.ts';
import { DAY } from '../../conventions/time.ts';
import { auditEntries } from '../audit.ts';
import { type Choice, newExperiment, REASONS, stopExperiment } from '../experiment/start-and-stop.ts';
import { isRunning } from '../experiment/state-machine.ts';
import { experimentView } from '../experiment/view.ts';
import { checkNotArchived } from '../group/archive.ts';
import { checkLineCounts } from '../group/limits.ts';
import { withLineIds } from '../group/lines.ts';
import { resolveMappings } from '../group/mapping-references.ts';
import { groupTag, groupView } from '../group/view.ts';
import { newId } from '../names.ts';
import { type Operation, planned } from '../operation.ts';
import type { MediationAbExperiment, MediationGroup } from '../ports/entities.ts';
import type { MediationReader } from '../ports/store.ts';
import { experimentOf, groupOf, violationsOf } from '../refusals.ts';

/** How long an experiment runs, unless it is stopped earlier. */
const DURATION = 90 * DAY;

const alreadyRunning = () =>
  new StatusError('EXPERIMENT_RUNNING', 'An experiment runs in the mediation group already; stop it first.');

/** Of an experiment that ended without a decision the original lines stay. */
const UNDECIDED: Choice = 'VARIANT_A';

/** A new experiment may replace one that ended without a decision. */
async function settled(reader: MediationReader, group: MediationGroup, at: number) {
  const { openExperiment } = group;
  if (!openExperiment || isRunning(group, at)) return undefined;
  const ended = await experimentOf(reader, group, openExperiment.experimentId);
  return { ended, ...stopExperiment(group, ended, UNDECIDED, at) };
}

export const createMediationAbExperiment: Operation<
  'accounts.mediationGroups.mediationAbExperiments.create',
  'store' | 'catalogue' | 'policy' | 'clock' | 'random'
> = (deps) => (request) =>
  planned(deps, request, async (reader) => {
    const { clock, random, policy } = deps;
    const { publisherId, groupId, body, ifMatch, ifNoneMatch } = request;
    const group = await groupOf(reader, request);
    const at = clock();
    const tag = groupTag(group, at);
    checkIfMatch(ifMatch, tag);
    checkIfNoneMatch(ifNoneMatch, tag);
    checkNotArchived(group, policy);

    const violations = violationsOf('INVALID_EXPERIMENT');
    const context = { publisherId, catalogue: deps.catalogue(), violations, references: [] };
    const { lines: treatment, ...asked } = newExperiment(body, context);
    const fit = { targeting: group.targeting, catalogue: context.catalogue };
    await resolveMappings(reader, publisherId, context.references, fit, violations);
    const decided = await settled(reader, group, at);
    const control = decided?.group.lines ?? group.lines;
    if (!isRunning(group, at)) {
      checkLineCounts([...control, ...treatment], 'treatmentMediationLines', violations);
    }
    violations.refuse();
    if (isRunning(group, at)) throw alreadyRunning();

    const variantA = control.map((line) => ({ ...line, variant: 'VARIANT_A' as const }));
    const experimentId = newId(random, 'experiment');
    const endsAt = at + DURATION;
    const changed: MediationGroup = {
      ...group,
      lines: withLineIds([...variantA, ...treatment], random, group.lines),
      openExperiment: { experimentId, endsAt },
      updatedAt: at,
    };
    const experiment: MediationAbExperiment = {
      publisherId,
      groupId,
      experimentId,
      revision: 1,
      ...asked,
      startedAt: at,
      endsAt,
      lines: changed.lines,
      linesRevision: group.revision + 1,
      expectedUsers: policy.experiments.expectedUsers,
    };
    const answer = experimentView(experiment, at);
    const before = groupView(group, at);
    const after = groupView({ ...changed, revision: group.revision + 1 }, at);
    return {
      answer,
      async keep(writer) {
        await writer.updateGroup(group, changed);
        if (decided) await writer.updateExperiment(decided.experiment);
        await writer.insertExperiment(experiment);
        const changes = [
          ...(decided ? [change(decided.ended, decided.experiment, at)] : []),
          { resource: answer.name, after: answer },
          { resource: after.name, before, after },
        ];
        await writer.record(...auditEntries(request, at, changes));
      },
    };
  });

function change(was: MediationAbExperiment, is: MediationAbExperiment, at: number) {
  const after = experimentView({ ...is, revision: was.revision + 1 }, at);
  return { resource: after.name, before: experimentView(was, at), after, reason: REASONS[UNDECIDED] };
}
