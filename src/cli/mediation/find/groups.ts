import { ApiError } from '../../../client/errors.ts';
import type { MediationGroup, MediationGroupLine } from '../../../mediation/contract/index.ts';
import type { MediationSession } from '../connection.ts';
import { linesOf, targetOf } from '../text/group.ts';
import { pick } from './pick.ts';

async function byId({ api, account }: MediationSession, wanted: string): Promise<MediationGroup | undefined> {
  const on = /^\d+$/.test(wanted) ? `${await account()}/mediationGroups/${wanted}` : wanted;
  if (!/^accounts\/[^/]+\/mediationGroups\/\d+$/.test(on)) return undefined;
  try {
    return await api.call('accounts.mediationGroups.get', { on });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** The groups of the account; the archived ones too if no other has the name. */
async function candidates(session: MediationSession, wanted: string): Promise<readonly MediationGroup[]> {
  const groups = await session.live.groups();
  const folded = wanted.toLowerCase();
  if (groups.some(({ displayName }) => displayName?.toLowerCase() === folded)) return groups;
  return session.live.groups({ showArchived: true }).catch((error: unknown) => {
    // A server with the public interface only archives no groups.
    if (error instanceof ApiError) return groups;
    throw error;
  });
}

/** A group by its id, resource name or name, with its current etag. @throws UsageError */
export async function groupOf(session: MediationSession, wanted: string): Promise<MediationGroup> {
  const known = await byId(session, wanted);
  if (known) return known;
  const { name = '' } = pick(await candidates(session, wanted), wanted, {
    what: 'group',
    ids: ({ mediationGroupId, name: resource }) => [mediationGroupId, resource],
    names: ({ displayName }) => [displayName],
    tell: (group) => `${group.mediationGroupId}  ${group.displayName} (${targetOf(group)})`,
  });
  return session.api.call('accounts.mediationGroups.get', { on: name });
}

/** A line of a group by its id or name. @throws UsageError */
export const lineOf = (group: MediationGroup, wanted: string): MediationGroupLine =>
  pick(linesOf(group), wanted, {
    what: 'line',
    ids: ({ id }) => [id],
    names: ({ displayName }) => [displayName],
    tell: ({ id, displayName, experimentVariant }) => `${id}  ${displayName} (${experimentVariant})`,
  });
