import { ApiError } from '../../../client/errors.ts';
import { allOf } from '../../../client/pages.ts';
import type { Adapter, AdSource, MediationGroup } from '../../../mediation/contract/index.ts';
import {
  catalogueFrom,
  groupFrom,
  inventoryFrom,
  mappingFrom,
} from '../../../mediation/lint/from-interface.ts';
import type { LintExperiment, LintGroup, LintMapping, LintModel } from '../../../mediation/lint/index.ts';
import { networkOf } from '../../../mediation/lint/networks.ts';
import type { Progress } from '../../output.ts';
import type { MediationSession } from '../connection.ts';
import { unitResource } from '../find/mappings.ts';

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Adapters of the ad sources that groups use, and of the bidders of the same networks. */
export async function adaptersFor(
  { api, account }: MediationSession,
  sources: readonly AdSource[],
  used: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly Adapter[]>> {
  const titleOf = ({ title = '' }: AdSource) => networkOf({ title });
  const networks = new Set(sources.filter(({ adSourceId = '' }) => used.has(adSourceId)).map(titleOf));
  const adapters = new Map<string, readonly Adapter[]>();
  // One after the other: public servers limit reads.
  for (const source of sources) {
    const { adSourceId = '' } = source;
    if (!used.has(adSourceId) && !networks.has(titleOf(source))) continue;
    const on = `${await account()}/adSources/${adSourceId}`;
    adapters.set(adSourceId, await allOf(api.items('accounts.adSources.adapters.list', 'adapters', { on })));
  }
  return adapters;
}

async function mappingsOf(
  { api, account }: MediationSession,
  adUnitId: string,
): Promise<readonly LintMapping[]> {
  const on = unitResource(await account(), adUnitId);
  try {
    const found = await allOf(api.items('accounts.adUnits.adUnitMappings.list', 'adUnitMappings', { on }));
    return found.map((mapping) => mappingFrom(mapping, adUnitId));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** The public interface tells only that an experiment runs. */
async function experimentOf(
  { api }: MediationSession,
  { name = '' }: MediationGroup,
): Promise<LintExperiment> {
  const groupId = name.slice(name.lastIndexOf('/') + 1);
  try {
    const found = await allOf(
      api.items('accounts.mediationGroups.mediationAbExperiments.list', 'mediationAbExperiments', {
        on: name,
      }),
    );
    const open = found.find(({ state }) => state === 'RUNNING' || state === 'ENDED');
    return {
      groupId,
      ...(open?.experimentId !== undefined && { experimentId: open.experimentId }),
      ...(open?.startTime !== undefined && { startedAt: Date.parse(open.startTime) }),
      ...(open?.endTime !== undefined && { endsAt: Date.parse(open.endTime) }),
    };
  } catch (error) {
    if (isMissing(error)) return { groupId };
    throw error;
  }
}

const hasExperiment = ({ mediationGroupLines = {} }: MediationGroup) =>
  Object.values(mediationGroupLines).some(({ experimentVariant }) => experimentVariant === 'VARIANT_B');

export const sourceIdsOf = (groups: readonly LintGroup[]): ReadonlySet<string> =>
  new Set(groups.flatMap(({ lines }) => lines.map(({ adSourceId }) => adSourceId)));

/** Apps and ad units; undefined if the account has none. */
export async function readInventory({ api, account }: MediationSession) {
  const on = await account();
  const adUnits = await allOf(api.items('accounts.adUnits.list', 'adUnits', { on }));
  if (adUnits.length === 0) return undefined;
  return inventoryFrom(adUnits, await allOf(api.items('accounts.apps.list', 'apps', { on })));
}

/** Reads the configuration of the account with the methods of the public interface. */
export async function readLive(session: MediationSession, now: number, shown: Progress): Promise<LintModel> {
  const { api, account } = session;
  const on = await account();
  shown.at('groups');
  const views = await allOf(api.items('accounts.mediationGroups.list', 'mediationGroups', { on }));
  const groups = views.map(groupFrom);
  const experiments: LintExperiment[] = [];
  for (const view of views) if (hasExperiment(view)) experiments.push(await experimentOf(session, view));
  const sources = await allOf(api.items('accounts.adSources.list', 'adSources', { on }));
  const inventory = await readInventory(session);
  const mappings: LintMapping[] = [];
  const adUnitIds = new Set(groups.flatMap(({ targeting }) => targeting.adUnitIds));
  for (const adUnitId of adUnitIds) {
    shown.at(`mappings of ${adUnitId}`);
    mappings.push(...(await mappingsOf(session, adUnitId)));
  }
  return {
    publisherId: on.slice(on.lastIndexOf('/') + 1),
    now,
    catalogue: catalogueFrom(sources, await adaptersFor(session, sources, sourceIdsOf(groups))),
    ...(inventory && { inventory }),
    groups,
    mappings,
    experiments,
  };
}
