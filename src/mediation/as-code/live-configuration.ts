import type { Adapter, AdSource, AdUnitMapping, MediationGroup } from '../contract/index.ts';
import type { Target } from './target.ts';

/** What is on the server, as far as a file is about it. */
export interface Live {
  readonly sources: readonly AdSource[];
  /** By id of the ad source; of those that mappings of the file name. */
  readonly adapters: ReadonlyMap<string, readonly Adapter[]>;
  /** With archived ones. */
  readonly groups: readonly MediationGroup[];
  readonly mappings: readonly AdUnitMapping[];
}

export const groupIdOf = ({ mediationGroupId, name = '' }: MediationGroup): string =>
  mediationGroupId ?? name.slice(name.lastIndexOf('/') + 1);

/** The lines of a group that are not the treatment of an experiment. */
export const linesOf = ({ mediationGroupLines = {} }: MediationGroup) =>
  Object.entries(mediationGroupLines)
    .map(([id, line]) => ({ ...line, id }))
    .filter(({ experimentVariant }) => experimentVariant !== 'VARIANT_B');

export type LiveLine = ReturnType<typeof linesOf>[number];

export const isRunning = ({ mediationAbExperimentState }: MediationGroup) =>
  mediationAbExperimentState === 'RUNNING';

/** Archived; or, where that is impossible, disabled with all its lines. */
export const isOutOfService = (group: MediationGroup, { archive }: Target): boolean =>
  group.archiveTime !== undefined ||
  (!archive && group.state === 'DISABLED' && linesOf(group).every(({ state }) => state === 'DISABLED'));
