import type { Static } from 'typebox';
import { ExperimentState, VariantChoice, VariantLeader } from './enums.ts';
import { analysis } from './experiment-analysis.ts';
import { MediationGroupLine } from './mediation-group.ts';
import {
  extension,
  int64,
  listOf,
  member,
  message,
  nextPageToken,
  oneOf,
  output,
  text,
  time,
} from './message.ts';

const ExperimentMediationLine = message(
  'MediationAbExperimentExperimentMediationLine',
  'One line of a variant.',
  { mediationGroupLine: member(MediationGroupLine, 'The line.') },
);

export const MediationAbExperiment = message(
  'MediationAbExperiment',
  'Variant A, the lines that a group has, against variant B, lines that are tried for a part of the traffic.',
  {
    name: text(
      'accounts/{publisher_id}/mediationGroups/{mediation_group_id}/mediationAbExperiments/{experiment_id}, set by the server.',
    ),
    displayName: text('Name of the experiment, at most 255 characters.'),
    experimentId: output(text('Output only. Id of the experiment.')),
    mediationGroupId: output(text('Output only. The group that it belongs to.')),
    treatmentTrafficPercentage: int64('Share of the traffic for variant B: 1, 10 or 50.'),
    treatmentMediationLines: listOf(ExperimentMediationLine, 'The lines of variant B.'),
    controlMediationLines: output(
      listOf(ExperimentMediationLine, 'Output only. The lines of variant A, taken over from the group.'),
    ),
    state: output(oneOf('MediationAbExperiment.State', ExperimentState, 'Output only.')),
    startTime: output(time('Output only. When it was started.')),
    endTime: output(time('Output only. When it ended, or will end by itself.')),
    variantLeader: output(
      oneOf('MediationAbExperiment.VariantLeader', VariantLeader, 'Output only. Which variant leads.'),
    ),
    analysis: extension(analysis),
    etag: text('Changes with every change of the experiment and every look at its statistics.'),
  },
);
export type MediationAbExperiment = Static<typeof MediationAbExperiment>;

export const StopMediationAbExperimentRequest = message(
  'StopMediationAbExperimentRequest',
  'Ends the experiment of a group with a decision.',
  {
    variantChoice: oneOf(
      'StopMediationAbExperimentRequest.VariantChoice',
      VariantChoice,
      'The variant to keep.',
    ),
  },
);

export const ListMediationAbExperimentsResponse = message(
  'ListMediationAbExperimentsResponse',
  'A page of the experiments of a group.',
  {
    mediationAbExperiments: listOf(MediationAbExperiment, 'The experiments, in ascending order of id.'),
    nextPageToken,
  },
);
