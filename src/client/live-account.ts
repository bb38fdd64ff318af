import { lastSegment } from '../conventions/last-segment.ts';
import type { QueryOf } from '../mediation/contract/index.ts';
import type { CallOptions } from './client.ts';
import type { MediationClient } from './mediation.ts';
import { allOf } from './pages.ts';

/** `ca-app-pub-1/2` as `accounts/pub-…/adUnits/2` */
export const unitResource = (account: string, adUnitId: string): string =>
  `${account}/adUnits/${lastSegment(adUnitId)}`;

/** Reads what an account has, by methods that every server has. `account` gives its resource name. */
export function liveAccount(
  api: Pick<MediationClient, 'items'>,
  account: () => Promise<string>,
  options: CallOptions = {},
) {
  const call = (on: string) => ({ on, ...options });
  const live = {
    adSources: async () => allOf(api.items('accounts.adSources.list', 'adSources', call(await account()))),
    adapters: async (adSourceId: string) => {
      const on = `${await account()}/adSources/${adSourceId}`;
      return allOf(api.items('accounts.adSources.adapters.list', 'adapters', call(on)));
    },
    apps: async () => allOf(api.items('accounts.apps.list', 'apps', call(await account()))),
    adUnits: async () => allOf(api.items('accounts.adUnits.list', 'adUnits', call(await account()))),
    /** Public servers limit reads, so one after the other. */
    inventory: async () => ({ apps: await live.apps(), adUnits: await live.adUnits() }),
    groups: async (query: QueryOf<'accounts.mediationGroups.list'> & { readonly fields?: string } = {}) => {
      const all = { ...call(await account()), query };
      return allOf(api.items('accounts.mediationGroups.list', 'mediationGroups', all));
    },
    mappings: async (adUnitId: string) => {
      const on = unitResource(await account(), adUnitId);
      return allOf(api.items('accounts.adUnits.adUnitMappings.list', 'adUnitMappings', call(on)));
    },
    /** Of a group, by its resource name. */
    experiments: (group: string) =>
      allOf(
        api.items(
          'accounts.mediationGroups.mediationAbExperiments.list',
          'mediationAbExperiments',
          call(group),
        ),
      ),
  };
  return live;
}

export type LiveAccount = ReturnType<typeof liveAccount>;
