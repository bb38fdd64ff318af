import { group } from '../../command.ts';
import { listExperiments, showExperiment } from './list.ts';
import { startExperiment } from './start.ts';
import { stopExperiment } from './stop.ts';

export const experiments = () =>
  group('experiments', 'A/B experiments of mediation groups', [
    listExperiments(),
    showExperiment(),
    startExperiment(),
    stopExperiment(),
  ]);
