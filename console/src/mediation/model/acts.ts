import type { MediationGroup } from '../../../../src/mediation/contract/index.ts';

export const ACTS = ['pause', 'resume', 'archive', 'unarchive'] as const;
export type Act = (typeof ACTS)[number];

/** What can be done with a group. An archived one can only be brought back. */
export function actsOf({ state, archiveTime }: MediationGroup): readonly Act[] {
  if (archiveTime !== undefined) return ['unarchive'];
  return [state === 'ENABLED' ? 'pause' : 'resume', 'archive'];
}
