import { type Static, Type } from 'typebox';
import { CpmMode, ExperimentVariant, LineState } from './enums.ts';
import { int64, mapOf, message, oneOf, output, text } from './message.ts';

export const MediationGroupLine = message(
  'MediationGroupMediationGroupLine',
  'How a mediation group uses one ad source.',
  {
    id: text('16 digits. In a new line: absent, or the negative number that is its key.'),
    displayName: text('Name of the line, at most 255 characters; the title of the ad source when left out.'),
    adSourceId: text('The ad source. It never changes.'),
    cpmMode: oneOf(
      'MediationGroup.MediationGroupLine.CpmMode',
      CpmMode,
      'Where the CPM comes from; in a new line MANUAL when cpmMicros is given, else LIVE.',
    ),
    cpmMicros: int64('CPM in micros of US dollars, at least 10000 ($0.01). Ignored, and 10000, when LIVE.'),
    state: oneOf('MediationGroup.MediationGroupLine.State', LineState, 'Only enabled lines serve.'),
    adUnitMappings: mapOf(
      Type.String(),
      'Resource name of an ad unit mapping for each ad unit id; not used by lines of the own network.',
    ),
    experimentVariant: output(
      oneOf(
        'MediationGroup.MediationGroupLine.ExperimentVariant',
        ExperimentVariant,
        'Output only. Which variant of an experiment the line belongs to.',
      ),
    ),
  },
);
export type MediationGroupLine = Static<typeof MediationGroupLine>;
