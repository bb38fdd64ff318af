import type { SlotDaySums } from '../../../../src/mediation/ports/statistics.ts';
import { SLOTS } from '../../../../src/resolve/index.ts';
import { randomOf } from '../../../support/random.ts';
import { APPLOVIN, adUnit } from './samples.ts';
import type { World } from './world.ts';

export interface Users {
  /** New users of each day in both variants together. */
  readonly users: number;
  /** Additional revenue of variant B, as a share of that of variant A. */
  readonly lift?: number;
  /** Share of the users of variant B whose entry is not reported. */
  readonly lost?: number;
  readonly impressionsPerUser?: number;
  readonly currency?: string;
  readonly percentage?: number;
}

const MEAN_MICROS = 20_000;

/** Users of one day in every fifth slot, at random. A third spends nothing, the others about the same. */
function slotsOf(day: number, experimentId: string, { users, ...of }: Users, seed: number): SlotDaySums[] {
  const random = randomOf(seed);
  const { lift = 0, lost = 0, impressionsPerUser = 5, currency = 'USD', percentage = 50 } = of;
  const slots = Array.from({ length: SLOTS }, (_, slot) => ({
    slot,
    users: 0,
    revenueMicros: 0,
    impressions: 0,
  }));
  for (let user = 0; user < users; user += 1) {
    const slot = slots[5 * Math.floor((random() * SLOTS) / 5)]!;
    const isTreated = slot.slot < percentage * 10;
    const spends = random() < 1 / 3 ? 0 : 1.5 * MEAN_MICROS * 2 * random();
    if (isTreated && random() < lost) continue;
    slot.users += 1;
    slot.impressions += impressionsPerUser;
    slot.revenueMicros += Math.round(spends * (isTreated ? 1 + lift : 1));
  }
  return slots
    .filter((sums) => sums.users > 0)
    .map((sums) => ({ ...sums, experimentId, day, currency, adRequests: 0, matchedRequests: 0, clicks: 0 }));
}

let batches = 0;

/** Sends the sums of one day, as devices do. */
export async function usersOn(
  world: Pick<World, 'statistics' | 'now'>,
  publisherId: string,
  experimentId: string,
  day: number,
  users: Users,
): Promise<void> {
  batches += 1;
  const { outcome } = await world.statistics.ingest({
    publisherId,
    source: 'sdk',
    batchId: `batch-${batches}`,
    receivedAt: world.now(),
    keptUntil: world.now(),
    accepted: 0,
    rows: [],
    slots: slotsOf(day, experimentId, users, batches),
  });
  if (outcome !== 'stored') throw new Error(outcome);
}

/** Sends one day to the interface, as a relay does: a row for each slot. */
export async function sendUsersOf(
  world: World,
  publisherId: string,
  of: { readonly mediationGroupId: string; readonly experimentId: string },
  users: Users,
): Promise<void> {
  batches += 1;
  const rows = slotsOf(0, of.experimentId, users, batches).map(({ slot, ...sums }) => ({
    ...of,
    time: new Date(world.now()).toISOString(),
    adUnitId: adUnit(publisherId),
    adSourceId: APPLOVIN,
    slot,
    variant: slot < 500 ? 'VARIANT_B' : 'VARIANT_A',
    newUsers: String(sums.users),
    impressions: String(sums.impressions),
    revenueMicros: String(sums.revenueMicros),
  }));
  const body = { batchId: `batch-${batches}`, source: 'sdk', mode: 'ADD', rows };
  const answer = await world.call(publisherId, 'accounts.statistics.ingest', { body });
  if (answer.accepted !== rows.length) throw new Error(JSON.stringify(answer.rejected));
}
