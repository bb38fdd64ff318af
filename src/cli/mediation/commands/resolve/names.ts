import type { MediationGroup } from '../../../../mediation/contract/index.ts';
import type { MediationSession } from '../../connection.ts';
import { unitNames } from '../../find/inventory.ts';
import { titlesOf } from '../../find/sources.ts';
import { linesOf } from '../../text/group.ts';

/** What people call the things of a snapshot, which has only ids. */
export interface Names {
  readonly units: ReadonlyMap<string, string>;
  readonly sources: ReadonlyMap<string, string>;
  readonly groups: ReadonlyMap<string, string>;
  readonly lines: ReadonlyMap<string, string>;
  /** The groups as they are on the server now, by id. */
  readonly current: ReadonlyMap<string, MediationGroup>;
}

export const NO_NAMES: Names = {
  units: new Map(),
  sources: new Map(),
  groups: new Map(),
  lines: new Map(),
  current: new Map(),
};

export async function namesOf(session: MediationSession): Promise<Names> {
  const groups = await session.live.groups();
  const lines = groups.flatMap((group) => linesOf(group));
  return {
    units: unitNames(await session.live.inventory()),
    sources: titlesOf(await session.live.adSources()),
    groups: new Map(
      groups.map(({ mediationGroupId = '', displayName = '' }) => [mediationGroupId, displayName]),
    ),
    current: new Map(groups.map((group) => [group.mediationGroupId ?? '', group])),
    lines: new Map(lines.map(({ id = '', displayName = '' }) => [id, displayName])),
  };
}
