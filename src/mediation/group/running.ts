import type { MediationGroup } from '../ports/entities.ts';

/** An experiment runs: it was neither stopped nor is its time over. */
export function isRunning({ openExperiment }: MediationGroup, now: number): boolean {
  return openExperiment !== undefined && now < openExperiment.endsAt;
}
