import { ApiError } from '../../../client/errors.ts';
import { lastSegment } from '../../../conventions/last-segment.ts';
import type { Adapter, AdSource, MediationGroup } from '../../../mediation/contract/index.ts';
import {
  catalogueFrom,
  groupFrom,
  inventoryFrom,
  mappingFrom,
} from '../../../mediation/lint/from-interface.ts';
import type { LintExperiment, LintGroup, LintMapping, LintModel } from '../../../mediation/lint/index.ts';
import { networkOf } from '../../../mediation/lint/network-of-source.ts';
import type { Progress } from '../../output.ts';
import type { MediationSession } from '../connection.ts';

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Adapters of the ad sources that groups use, and of the bidders of the same networks. */
export async function adaptersFor(
  { live }: MediationSession,
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
    adapters.set(adSourceId, await live.adapters(adSourceId));
  }
  return adapters;
}

async function mappingsOf({ live }: MediationSession, adUnitId: string): Promise<readonly LintMapping[]> {
  try {
    return (await live.mappings(adUnitId)).map((mapping) => mappingFrom(mapping, adUnitId));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** The public interface tells only that an experiment runs. */
async function experimentOf(
  { live }: MediationSession,
  { name = '' }: MediationGroup,
): Promise<LintExperiment> {
  const groupId = lastSegment(name);
  try {
    const open = (await live.experiments(name)).find(({ state }) => state === 'RUNNING' || state === 'ENDED');
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

const sourceIdsOf = (groups: readonly LintGroup[]): ReadonlySet<string> =>
  new Set(groups.flatMap(({ lines }) => lines.map(({ adSourceId }) => adSourceId)));

/** Apps and ad units; undefined if the account has none. */
export async function readInventory({ live }: MediationSession) {
  const { apps, adUnits } = await live.inventory();
  return adUnits.length === 0 ? undefined : inventoryFrom(adUnits, apps);
}

/** Reads the configuration of the account with the methods of the public interface. */
export async function readLive(session: MediationSession, now: number, shown: Progress): Promise<LintModel> {
  const on = await session.account();
  shown.at('groups');
  const views = await session.live.groups();
  const groups = views.map(groupFrom);
  const experiments: LintExperiment[] = [];
  for (const view of views) if (hasExperiment(view)) experiments.push(await experimentOf(session, view));
  const sources = await session.live.adSources();
  const inventory = await readInventory(session);
  const mappings: LintMapping[] = [];
  const adUnitIds = new Set(groups.flatMap(({ targeting }) => targeting.adUnitIds));
  for (const adUnitId of adUnitIds) {
    shown.at(`mappings of ${adUnitId}`);
    mappings.push(...(await mappingsOf(session, adUnitId)));
  }
  return {
    publisherId: lastSegment(on),
    now,
    catalogue: catalogueFrom(sources, await adaptersFor(session, sources, sourceIdsOf(groups))),
    ...(inventory && { inventory }),
    groups,
    mappings,
    experiments,
  };
}
