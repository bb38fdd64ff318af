import { type Mismatch, mismatch, type ResolveRequest } from './match.ts';
import { type Criterion, compareGroups } from './order.ts';
import { groupsOf, type Resolution, resolve } from './resolve.ts';
import type { Line, Snapshot, SnapshotGroup } from './snapshot.ts';

/** One reason for a result, as a code and in words. */
export type Step =
  | StepAbout<'AD_UNIT', 'HAS_GROUPS' | 'NO_GROUPS'>
  | StepAbout<'GROUP', 'CHOSEN' | 'BEHIND' | Mismatch>
  | StepAbout<'EXPERIMENT', 'VARIANT_A' | 'VARIANT_B' | 'NO_UNIT'>
  | StepAbout<'LINE', 'BIDDING' | 'WATERFALL' | 'OWN_NETWORK_ALONE'>;

interface StepAbout<About extends string, Outcome extends string> {
  readonly about: About;
  readonly id: string;
  readonly outcome: Outcome;
  readonly text: string;
}

export interface Explanation {
  readonly resolution: Resolution;
  /** One step for the ad unit, each of its groups, the experiment, and each line. */
  readonly steps: readonly Step[];
}

const BEHIND: Readonly<Record<Criterion, string>> = {
  PRIORITY: 'has the smaller priority',
  REGIONS: 'is more specific: targeted regions go before excluded regions, and these before none',
  IDFA: 'is more specific: it asks for the IDFA, or for none',
  AGE: 'is older, and nothing else differs',
};

function mismatchText(code: Mismatch, group: SnapshotGroup, { country, idfa }: ResolveRequest): string {
  const texts: Readonly<Record<Mismatch, string>> = {
    OTHER_PLATFORM: `is for ${group.platform}`,
    COUNTRY_UNKNOWN: `is for ${group.regions.join(', ')}, and the country is not known`,
    REGION_NOT_TARGETED: `is for ${group.regions.join(', ')}, not for ${country}`,
    REGION_EXCLUDED: `excludes ${country}`,
    IDFA_UNKNOWN: `is for IDFA ${group.idfa}, and whether there is one is not known`,
    IDFA_DIFFERS: `is for IDFA ${group.idfa}, not for ${idfa}`,
  };
  return texts[code];
}

function groupStep(group: SnapshotGroup, chosen: SnapshotGroup | undefined, request: ResolveRequest): Step {
  const about = { about: 'GROUP', id: group.id } as const;
  const why = mismatch(group, request);
  if (why) return { ...about, outcome: why, text: mismatchText(why, group, request) };
  if (!chosen || group === chosen) {
    return { ...about, outcome: 'CHOSEN', text: 'matches, and is the first in order that does' };
  }
  const text = `matches, but group ${chosen.id} ${BEHIND[compareGroups(chosen, group).by]}`;
  return { ...about, outcome: 'BEHIND', text };
}

function experimentStep(
  { experiment }: SnapshotGroup,
  { experiment: assigned }: Resolution,
): readonly Step[] {
  if (!experiment) return [];
  const { id, percentage } = experiment;
  const about = { about: 'EXPERIMENT', id } as const;
  if (!assigned) {
    const text = 'the request has no unit, so it gets the lines of variant A and does not take part';
    return [{ ...about, outcome: 'NO_UNIT', text }];
  }
  const { slot, variant } = assigned;
  const text = `the unit is in slot ${slot}; the slots below ${percentage * 10} get variant B`;
  return [{ ...about, outcome: variant, text }];
}

function lineStep(line: Line, index: number): Step {
  const { id, adSourceId, kind, cpmMicros } = line;
  if (id === undefined) {
    const text = 'there is no other line, so the own network serves alone';
    return { about: 'LINE', id: adSourceId, outcome: 'OWN_NETWORK_ALONE', text };
  }
  const price = `at ${cpmMicros} micros`;
  if (kind === 'BIDDING') {
    return { about: 'LINE', id, outcome: 'BIDDING', text: `bids together with the others, ${price}` };
  }
  const own = kind === 'NETWORK' ? ', the own network last among equals' : '';
  return { about: 'LINE', id, outcome: 'WATERFALL', text: `is tried as number ${index + 1}, ${price}${own}` };
}

/** Resolves a request and explains the result. */
export function explain(snapshot: Snapshot, request: ResolveRequest): Explanation {
  const resolution = resolve(snapshot, request);
  const groups = groupsOf(snapshot, request.adUnitId);
  const chosen = groups.find(({ id }) => id === resolution.mediationGroupId);
  const adUnit: Step = {
    about: 'AD_UNIT',
    id: request.adUnitId,
    ...(groups.length > 0
      ? { outcome: 'HAS_GROUPS', text: `is in enabled groups: ${groups.length}` }
      : { outcome: 'NO_GROUPS', text: 'is in no enabled group' }),
  };
  return {
    resolution,
    steps: [
      adUnit,
      ...groups.map((group) => groupStep(group, chosen, request)),
      ...(chosen ? experimentStep(chosen, resolution) : []),
      ...resolution.bidding.map(lineStep),
      ...resolution.waterfall.map(lineStep),
    ],
  };
}
