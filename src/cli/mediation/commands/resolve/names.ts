import type { MediationGroup } from '../../../../mediation/contract/index.ts';
import { allOf } from '../../client/index.ts';
import type { Desk } from '../../connection.ts';
import { inventoryOf, unitNames } from '../../find/inventory.ts';
import { adSourcesOf, titlesOf } from '../../find/sources.ts';
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

export async function namesOf(desk: Desk): Promise<Names> {
  const on = await desk.account();
  const groups = await allOf(desk.api.items('accounts.mediationGroups.list', 'mediationGroups', { on }));
  const lines = groups.flatMap((group) => linesOf(group));
  return {
    units: unitNames(await inventoryOf(desk)),
    sources: titlesOf(await adSourcesOf(desk)),
    groups: new Map(
      groups.map(({ mediationGroupId = '', displayName = '' }) => [mediationGroupId, displayName]),
    ),
    current: new Map(groups.map((group) => [group.mediationGroupId ?? '', group])),
    lines: new Map(lines.map(({ id = '', displayName = '' }) => [id, displayName])),
  };
}
