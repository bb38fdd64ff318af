import { useQueries } from '@tanstack/react-query';
import type { AdUnit, AdUnitMapping, App, MediationGroup } from '../../../src/mediation/contract/index.ts';
import type { CallOptions } from '../api/client.ts';
import { useSession } from '../frame/session.tsx';
import { useAccount } from './account.tsx';
import {
  type CatalogueOfConsole,
  type Change,
  EXPERIMENTS,
  FINDINGS,
  getCatalogue,
  listLastChanges,
  live,
  mediation,
  useRead,
} from './api.ts';
import { experimentsOf } from './model/experiment.ts';
import { lastPart, type SourceAdapter } from './model/matrix.ts';

export interface Source {
  readonly adSourceId: string;
  readonly title: string;
  readonly adapters: readonly SourceAdapter[];
}

export interface Catalogue extends Omit<CatalogueOfConsole, 'adSources'> {
  readonly sources: readonly Source[];
}

/** The catalogue changes rarely. */
const CATALOGUE_STALE = 5 * 60_000;

export async function readCatalogue(options: CallOptions): Promise<Catalogue> {
  const { adSources, ...state } = await getCatalogue(options);
  const sources = adSources.map(({ adSourceId, title, adapters }) => ({
    adSourceId,
    title,
    adapters: adapters.map((adapter) => ({ ...adapter, adSourceId, sourceTitle: title })),
  }));
  return { ...state, sources: sources.sort((one, other) => one.title.localeCompare(other.title)) };
}

/** The keys of what Ctrl K searches too. */
export const CATALOGUE = 'catalogue';
export const INVENTORY = 'inventory';
export const MAPPINGS = 'mappings';

/** All ad sources by title, with their adapters. */
export const useCatalogue = () => useRead([CATALOGUE], readCatalogue, { staleTime: CATALOGUE_STALE });

export interface Inventory {
  readonly apps: readonly App[];
  readonly units: readonly AdUnit[];
}

export async function readInventory(account: string, options: CallOptions): Promise<Inventory> {
  const all = live(account, options);
  const [apps, units] = await Promise.all([all.apps(), all.adUnits()]);
  return { apps, units };
}

export function useInventory() {
  const { name } = useAccount();
  return useRead([INVENTORY, name], (options) => readInventory(name, options));
}

const GROUP_FIELDS =
  'nextPageToken,mediationGroups(name,mediationGroupId,displayName,state,targeting(platform,format,adUnitIds),mediationGroupLines/*(adSourceId,state,cpmMode,experimentVariant))';

/** All groups of the publisher, with the fields that lists and counts need. */
export function useAllGroups() {
  const { name } = useAccount();
  return useRead(
    ['allGroups', name],
    (options): Promise<readonly MediationGroup[]> => live(name, options).groups({ fields: GROUP_FIELDS }),
  );
}

/** The name of a group by its id; the id itself until the names are read. */
export function useGroupName() {
  const { data: groups = [] } = useAllGroups();
  return (id: string): string =>
    groups.find(({ mediationGroupId }) => mediationGroupId === id)?.displayName ?? id;
}

/** The last change of groups, by the id of the group. */
export function useLastChanges(groups: readonly string[]): {
  readonly changes: ReadonlyMap<string, Change>;
  readonly isLoading: boolean;
} {
  const { publisherId } = useAccount();
  const { data = [], isLoading } = useRead(
    ['lastChanges', publisherId, groups],
    (options) => listLastChanges(publisherId, groups, options),
    { enabled: groups.length > 0 },
  );
  const changes = data.map((change) => [lastPart(change.resource), change] as const);
  return { changes: new Map(changes), isLoading };
}

/** The statistics and what others change may be so old, in milliseconds. Own changes are read at once. */
export const EXPERIMENTS_STALE = 5 * 60_000;

export const readExperiments = (account: string, options: CallOptions) =>
  experimentsOf(live(account, options));

/** The experiments of the publisher, which the menu counts too. */
export function useExperiments() {
  const { name } = useAccount();
  return useRead([EXPERIMENTS, name], (options) => readExperiments(name, options), {
    staleTime: EXPERIMENTS_STALE,
  });
}

export const readFindingCounts = async (on: string, options: CallOptions) =>
  (await mediation('accounts.lint', { on, query: { fields: 'counts' } }, options)).body.counts ?? [];

/** What lint finds in the account, by rule, which the menu counts too. */
export function useFindingCounts() {
  const { name } = useAccount();
  return useRead([FINDINGS, name], (options) => readFindingCounts(name, options));
}

export type MappingsByUnit = ReadonlyMap<string, readonly AdUnitMapping[]>;

/** Mappings by ad unit id. An ad unit is missing until its answer has arrived. */
export function useMappings(adUnitIds: readonly string[]): {
  readonly data: MappingsByUnit;
  readonly isPending: boolean;
  readonly error: unknown;
} {
  const { guarded } = useSession();
  const { name } = useAccount();
  return useQueries({
    queries: adUnitIds.map((adUnitId) => ({
      queryKey: [MAPPINGS, adUnitId],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        guarded(() => live(name, { signal }).mappings(adUnitId)),
    })),
    combine: (results) => ({
      data: new Map(
        results.flatMap(({ data }, index) => (data ? [[adUnitIds[index] ?? '', data] as const] : [])),
      ),
      isPending: results.some((one) => one.isPending),
      error: results.find((one) => one.error)?.error,
    }),
  });
}
