import { checkIfMatch, checkIfNoneMatch, invalidArguments, StatusError } from '../../conventions/index.ts';
import { auditEntries } from '../audit.ts';
import { type LookNeeds, lookDeps, withFirstFigures } from '../experiment/look.ts';
import { type Choice, REASONS, stopExperiment } from '../experiment/start-and-stop.ts';
import { experimentView } from '../experiment/view.ts';
import { groupTag, groupView } from '../group/view.ts';
import { type MediationDeps, type Operation, planned } from '../operation.ts';
import type { MediationReader } from '../ports/store.ts';
import { experimentOf, groupOf } from '../refusals.ts';
import type { Request } from '../request.ts';

const CHOICES: Readonly<Record<string, Choice>> = {
  VARIANT_CHOICE_A: 'VARIANT_A',
  VARIANT_CHOICE_B: 'VARIANT_B',
};

function choiceOf(sent = ''): Choice {
  const choice = CHOICES[sent];
  if (choice) return choice;
  const description = `'variantChoice' is required: ${Object.keys(CHOICES).join(' or ')}.`;
  throw invalidArguments('INVALID_VARIANT_CHOICE', [{ field: 'variantChoice', description }]);
}

const noneOpen = () =>
  new StatusError(
    'NO_EXPERIMENT_RUNNING',
    'No experiment runs in the mediation group, so there is none to stop.',
  );

type Stop = 'accounts.mediationGroups.mediationAbExperiments.stop';

async function openExperiment(reader: MediationReader, request: Request<Stop>) {
  const { openExperiment: open } = await groupOf(reader, request);
  return open && experimentOf(reader, request, open.experimentId);
}

/** The figures so far of an experiment that is stopped before the first look, as its next reader sees them. */
async function firstFigures(deps: Pick<MediationDeps, LookNeeds>, request: Request<Stop>) {
  const open = await deps.store.read((reader) => openExperiment(reader, request));
  const { look } = open ? await withFirstFigures(lookDeps(deps), open, deps.clock()) : {};
  return look && { look };
}

export const stopMediationAbExperiment: Operation<Stop, LookNeeds> = (deps) => async (request) => {
  const figures = await firstFigures(deps, request);
  return planned(deps, request, async (reader) => {
    const group = await groupOf(reader, request);
    const at = deps.clock();
    const tag = groupTag(group, at);
    checkIfMatch(request.ifMatch, tag);
    checkIfNoneMatch(request.ifNoneMatch, tag);
    const choice = choiceOf(request.body.variantChoice);
    if (!group.openExperiment) throw noneOpen();
    const experiment = await experimentOf(reader, request, group.openExperiment.experimentId);
    const after = stopExperiment(group, experiment, choice, at);

    const answer = experimentView({ ...after.experiment, ...figures, revision: experiment.revision + 1 }, at);
    const groupAfter = groupView({ ...after.group, revision: group.revision + 1 }, at);
    return {
      answer,
      async keep(writer) {
        await writer.updateGroup(group, after.group);
        await writer.updateExperiment(after.experiment);
        const changes = [
          {
            resource: answer.name,
            before: experimentView({ ...experiment, ...figures }, at),
            after: answer,
            reason: REASONS[choice],
          },
          { resource: groupAfter.name, before: groupView(group, at), after: groupAfter },
        ];
        await writer.record(...auditEntries(request, at, changes));
      },
    };
  });
};
