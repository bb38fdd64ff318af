import type { MediationAbExperiment } from '../../../../src/mediation/contract/index.ts';

const DAY = 86_400_000;

/** The shares that the interface accepts, in percent. */
export const SHARES = ['1', '10', '50'] as const;

/** The current day of an experiment and its number of days; both count from one. */
export function dayOf(
  startTime: string,
  endTime: string,
  now: number,
): { readonly day: number; readonly of: number } {
  const [start, end] = [Date.parse(startTime), Date.parse(endTime)];
  const of = Math.max(1, Math.round((end - start) / DAY));
  return { day: Math.min(of, Math.max(1, Math.floor((now - start) / DAY) + 1)), of };
}

/** Whether a person can choose a variant now: one leads, or the time is over. */
export const isToDecide = ({ state, variantLeader }: MediationAbExperiment): boolean =>
  state === 'ENDED' ||
  (state === 'RUNNING' && (variantLeader === 'CONTROL' || variantLeader === 'TREATMENT'));
