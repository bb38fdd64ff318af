import { allOf } from '../../../client/pages.ts';
import type { Adapter, AdSource } from '../../../mediation/contract/index.ts';
import type { MediationSession } from '../connection.ts';
import { pick } from './pick.ts';

export async function adSourcesOf({ api, account }: MediationSession): Promise<readonly AdSource[]> {
  return allOf(api.items('accounts.adSources.list', 'adSources', { on: await account() }));
}

export const pickSource = (sources: readonly AdSource[], wanted: string): AdSource =>
  pick(sources, wanted, {
    what: 'ad source',
    ids: ({ adSourceId, name }) => [adSourceId, name],
    names: ({ title }) => [title],
    tell: ({ adSourceId, title }) => `${adSourceId}  ${title}`,
  });

export const titlesOf = (sources: readonly AdSource[]): ReadonlyMap<string, string> =>
  new Map(sources.map(({ adSourceId = '', title = '' }) => [adSourceId, title]));

export async function adaptersOf(
  { api }: MediationSession,
  { name = '' }: AdSource,
): Promise<readonly Adapter[]> {
  return allOf(api.items('accounts.adSources.adapters.list', 'adapters', { on: name }));
}
