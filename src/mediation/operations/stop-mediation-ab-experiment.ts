import { checkIfMatch, checkIfNoneMatch, invalidArguments, StatusError } from '../../conventions/index.ts';
import { auditEntries } from '../audit.ts';
import { type Choice, stopped } from '../experiment/start-and-stop.ts';
import { experimentView } from '../experiment/view.ts';
import { groupTag, groupView } from '../group/view.ts';
import { type Operation, planned } from '../operation.ts';
import { experimentOf, groupOf } from '../refusals.ts';

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

export const stopMediationAbExperiment: Operation<
  'accounts.mediationGroups.mediationAbExperiments.stop',
  'store' | 'clock'
> = (deps) => (request) =>
  planned(deps, request, async (reader) => {
    const group = await groupOf(reader, request);
    const at = deps.clock();
    const tag = groupTag(group, at);
    checkIfMatch(request.ifMatch, tag);
    checkIfNoneMatch(request.ifNoneMatch, tag);
    const choice = choiceOf(request.body.variantChoice);
    if (!group.openExperiment) throw noneOpen();
    const experiment = await experimentOf(reader, request, group.openExperiment.experimentId);
    const after = stopped(group, experiment, choice, at);

    const answer = experimentView({ ...after.experiment, revision: experiment.revision + 1 }, at);
    const groupAfter = groupView({ ...after.group, revision: group.revision + 1 }, at);
    return {
      answer,
      async keep(writer) {
        await writer.updateGroup(group, after.group);
        await writer.updateExperiment(after.experiment);
        const changes = [
          { resource: answer.name, before: experimentView(experiment, at), after: answer },
          { resource: groupAfter.name, before: groupView(group, at), after: groupAfter },
        ];
        await writer.record(...auditEntries(request, at, changes));
      },
    };
  });
