import { mediationOf } from '../../../support/panels.ts';
import { store } from '../../http/support/statistics.ts';
import type { HttpWorld } from '../../http/support/world.ts';
import { MINE, OWN_NETWORK } from '../../http/support/world.ts';

const YESTERDAY = new Date(Date.now() - 86_400_000);
export const DAY = YESTERDAY.toISOString().slice(0, 10);
const date = {
  year: YESTERDAY.getUTCFullYear(),
  month: YESTERDAY.getUTCMonth() + 1,
  day: YESTERDAY.getUTCDate(),
};
export const DATE_RANGE = { startDate: date, endDate: date };

/** Numbers of yesterday: one row of a network, and one of the own network. */
export async function storeDay(world: HttpWorld): Promise<void> {
  const counts = { adRequests: 100, matchedRequests: 50, impressions: 40, clicks: 1 };
  await store(mediationOf(world.server).statistics, { publisherId: MINE }, [
    {
      time: `${DAY}T10:00:00Z`,
      adSourceId: '1063618907739174004',
      country: 'DE',
      ...counts,
      revenueMicros: 2_000_000,
    },
    { time: `${DAY}T10:00:00Z`, adSourceId: OWN_NETWORK, country: 'US', ...counts, revenueMicros: 6_500_000 },
  ]);
}
