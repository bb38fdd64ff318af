import type { MediationGroup, MediationGroupLine } from '../../../mediation/contract/index.ts';
import { allOf, MediationRefusal } from '../client/index.ts';
import type { Desk } from '../connection.ts';
import { linesOf, targetOf } from '../text/group.ts';
import { pick } from './pick.ts';

async function byId({ api, account }: Desk, wanted: string): Promise<MediationGroup | undefined> {
  const on = /^\d+$/.test(wanted) ? `${await account()}/mediationGroups/${wanted}` : wanted;
  if (!/^accounts\/[^/]+\/mediationGroups\/\d+$/.test(on)) return undefined;
  try {
    return await api.call('accounts.mediationGroups.get', { on });
  } catch (error) {
    if (error instanceof MediationRefusal && error.httpStatus === 404) return undefined;
    throw error;
  }
}

/** A group by its id, resource name or name, with its current etag. @throws UsageError */
export async function groupOf(desk: Desk, wanted: string): Promise<MediationGroup> {
  const known = await byId(desk, wanted);
  if (known) return known;
  const on = await desk.account();
  const groups = await allOf(desk.api.items('accounts.mediationGroups.list', 'mediationGroups', { on }));
  const { name = '' } = pick(groups, wanted, {
    what: 'group',
    ids: ({ mediationGroupId, name: resource }) => [mediationGroupId, resource],
    names: ({ displayName }) => [displayName],
    tell: (group) => `${group.mediationGroupId}  ${group.displayName} (${targetOf(group)})`,
  });
  return desk.api.call('accounts.mediationGroups.get', { on: name });
}

/** A line of a group by its id or name. @throws UsageError */
export const lineOf = (group: MediationGroup, wanted: string): MediationGroupLine =>
  pick(linesOf(group), wanted, {
    what: 'line',
    ids: ({ id }) => [id],
    names: ({ displayName }) => [displayName],
    tell: ({ id, displayName, experimentVariant }) => `${id}  ${displayName} (${experimentVariant})`,
  });
