import { ApiError, Unreachable } from '../../../client/errors.ts';
import { type LiveAccount, liveAccount, unitResource } from '../../../client/live-account.ts';
import type { Patch } from '../../../mediation/as-code/patch-groups.ts';
import type { Target } from '../../../mediation/as-code/target.ts';
import type { AdUnitMapping, MediationGroup } from '../../../mediation/contract/index.ts';
import type { MediationApi } from '../client/client.ts';

interface Attempt {
  /** Only tries the write. */
  readonly validateOnly?: boolean;
}

interface NewMapping {
  readonly adUnitId: string;
  readonly mapping: AdUnitMapping;
}

/** The calls that configuration as code makes. Tests put faults between them. */
export interface Remote extends Pick<LiveAccount, 'adSources' | 'adapters' | 'adUnits' | 'mappings'> {
  /** With archived ones, where there are such. */
  groups(): Promise<readonly MediationGroup[]>;
  group(id: string): Promise<MediationGroup | undefined>;
  createMappings(mappings: readonly NewMapping[], attempt?: Attempt): Promise<readonly AdUnitMapping[]>;
  createGroup(body: MediationGroup, attempt?: Attempt): Promise<MediationGroup>;
  patchGroup(
    id: string,
    patch: Patch,
    ifMatch: string | undefined,
    attempt?: Attempt,
  ): Promise<MediationGroup>;
  archive(id: string, ifMatch: string | undefined): Promise<MediationGroup>;
  unarchive(id: string, ifMatch: string | undefined): Promise<MediationGroup>;
}

/** The server did not say whether it made the change. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof ApiError && (error.status >= 500 || error.status < 400));

export function remoteOf(api: MediationApi, account: string, target: Target): Remote {
  const groupName = (id: string) => `${account}/mediationGroups/${id}`;
  const live = liveAccount(api, async () => account);
  const archived = target.archive ? { showArchived: true } : {};
  return {
    ...live,
    groups: () => live.groups(archived),
    // The public interface has no method that gets one group.
    group: async (id) => (await live.groups({ ...archived, filter: `IN(MEDIATION_GROUP_ID, "${id}")` }))[0],
    async createMappings(mappings, attempt = {}) {
      const requests = mappings.map(({ adUnitId, mapping }) => ({
        parent: unitResource(account, adUnitId),
        adUnitMapping: mapping,
      }));
      const answer = await api.call('accounts.adUnitMappings.batchCreate', {
        on: account,
        ...attempt,
        body: { requests },
      });
      return answer.adUnitMappings ?? [];
    },
    createGroup: (body, attempt = {}) =>
      api.call('accounts.mediationGroups.create', { on: account, ...attempt, body }),
    patchGroup: (id, { mask, body }, ifMatch, attempt = {}) =>
      api.call('accounts.mediationGroups.patch', {
        on: groupName(id),
        query: { updateMask: mask.join(',') },
        ...attempt,
        body,
        ifMatch,
      }),
    archive: (id, ifMatch) =>
      api.call('accounts.mediationGroups.archive', { on: groupName(id), body: {}, ifMatch }),
    unarchive: (id, ifMatch) =>
      api.call('accounts.mediationGroups.unarchive', { on: groupName(id), body: {}, ifMatch }),
  };
}
