import { beforeAll } from 'vitest';
import { mediationOf } from '../../../support/panels.ts';
import { detailOf } from './envelope.ts';
import { type SentRow, store } from './statistics.ts';
import { ACCOUNT, MINE, newGroup, OWN_NETWORK, useHttpWorld } from './world.ts';

export const MEDIATION = `${ACCOUNT}/mediationReport:generate`;
export const NETWORK = `${ACCOUNT}/networkReport:generate`;
export const CAMPAIGN = `${ACCOUNT}/campaignReport:generate`;
export const APPLOVIN = '1063618907739174004';

const yesterday = new Date(Date.now() - 86_400_000);
export const DAY = yesterday.toISOString().slice(0, 10);
export const date = (day: string) => {
  const [year, month, of] = day.split('-').map(Number);
  return { year, month, day: of };
};
export const dateRange = { startDate: date(DAY), endDate: date(DAY) };
const at = (hour: string) => `${DAY}T${hour}:00:00Z`;

export const spec = (changes: object) => ({
  reportSpec: { dateRange, metrics: ['IMPRESSIONS'], ...changes },
});
// biome-ignore lint/suspicious/noExplicitAny: messages of several kinds
type Message = any;
export const fieldsOf = (error: Parameters<typeof detailOf>[0]) =>
  detailOf(error, 'BadRequest')?.fieldViolations?.map(({ field }) => field);

/** A server with a day of statistics, and functions that ask for its reports. */
export function useReportWorld() {
  const world = useHttpWorld();

  const jsonHeaders = () => ({
    authorization: `Bearer ${world().token.read}`,
    'content-type': 'application/json',
  });

  const generate = async (changes: object, path = MEDIATION) => {
    const { body } = await world().done('POST', path, { body: spec(changes) });
    return body as readonly Message[];
  };
  const rowsOf = async (changes: object, path = MEDIATION) =>
    (await generate(changes, path)).slice(1, -1).map(({ row }) => row);

  const ids = { unitId: '', appId: '' };
  const group = { groupId: '', lineId: '' };

  beforeAll(async () => {
    const { body: app } = await world().done('POST', `${ACCOUNT}/apps`, {
      body: { platform: 'ANDROID', manualAppInfo: { displayName: 'Puzzle' } },
    });
    const { body: adUnit } = await world().done('POST', `${ACCOUNT}/adUnits`, {
      body: { appId: app.appId, displayName: 'Start', adFormat: 'BANNER' },
    });
    Object.assign(ids, { appId: app.appId, unitId: adUnit.adUnitId });
    const unit = { app: app.appId.slice(-10), adUnit: adUnit.adUnitId.slice(-10) };
    const made = await newGroup(world(), { displayName: 'Everywhere' });
    Object.assign(group, { groupId: made.group.mediationGroupId, lineId: made.lineId });
    const of = { ...unit, platform: 'ANDROID', format: 'BANNER', mediationGroup: group.groupId };
    const rows: readonly SentRow[] = [
      {
        ...of,
        time: at('10'),
        adSourceId: APPLOVIN,
        line: group.lineId,
        country: 'DE',
        adRequests: 100,
        matchedRequests: 50,
        impressions: 40,
        clicks: 1,
        revenueMicros: 2_000_000,
      },
      {
        ...of,
        time: at('11'),
        adSourceId: APPLOVIN,
        line: group.lineId,
        country: 'US',
        adRequests: 10,
        matchedRequests: 5,
        impressions: 4,
        clicks: 0,
        revenueMicros: 400_000,
      },
      {
        ...of,
        time: at('12'),
        adSourceId: OWN_NETWORK,
        country: 'US',
        adRequests: 8,
        matchedRequests: 4,
        impressions: 2,
        clicks: 1,
        revenueMicros: 50_000,
      },
    ];
    await store(mediationOf(world().server).statistics, { publisherId: MINE }, rows);
  });

  return { world, headers: jsonHeaders, generate, rowsOf, ids, group };
}
