import type { MediationAbExperiment, MediationGroup } from '../ports/entities.ts';

/** `end`: the time of the experiment is over. `stop`: somebody chose a variant. */
type ExperimentEvent = 'end' | 'stop';
export type ExperimentState = 'RUNNING' | 'ENDED' | 'EXPIRED';

/** The next state for each event; other events are refused. */
export const EXPERIMENT_STATES = {
  RUNNING: { end: 'ENDED', stop: 'EXPIRED' },
  ENDED: { stop: 'EXPIRED' },
  EXPIRED: {},
} as const satisfies Record<ExperimentState, Partial<Record<ExperimentEvent, ExperimentState>>>;

/** The state at a time. The end is computed when an experiment is read; only the stop is stored. */
export function stateAt({ stopped, endsAt }: MediationAbExperiment, now: number): ExperimentState {
  if (stopped) return 'EXPIRED';
  return now < endsAt ? 'RUNNING' : EXPERIMENT_STATES.RUNNING.end;
}

/** An experiment runs until it is stopped or its time is over. */
export function isRunning({ openExperiment }: MediationGroup, now: number): boolean {
  return openExperiment !== undefined && now < openExperiment.endsAt;
}
