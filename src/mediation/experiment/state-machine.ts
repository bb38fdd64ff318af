import type { MediationAbExperiment, MediationGroup } from '../ports/entities.ts';

/** `end`: its time is over. `stop`: a variant was chosen. */
type ExperimentEvent = 'end' | 'stop';
export type ExperimentState = 'RUNNING' | 'ENDED' | 'EXPIRED';

/** The next state for each event; other events are refused. */
export const EXPERIMENT_STATES = {
  RUNNING: { end: 'ENDED', stop: 'EXPIRED' },
  ENDED: { stop: 'EXPIRED' },
  EXPIRED: {},
} as const satisfies Record<ExperimentState, Partial<Record<ExperimentEvent, ExperimentState>>>;

/** The end takes effect when it is read; only the stop is stored. */
export function stateAt({ stopped, endsAt }: MediationAbExperiment, now: number): ExperimentState {
  if (stopped) return 'EXPIRED';
  return now < endsAt ? 'RUNNING' : EXPERIMENT_STATES.RUNNING.end;
}

/** An experiment runs until it is stopped or its time is over. */
export function isRunning({ openExperiment }: MediationGroup, now: number): boolean {
  return openExperiment !== undefined && now < openExperiment.endsAt;
}
