import { type Row, reportTable } from '../../cli/mediation/commands/reports/report-text.ts';
import { decimal } from '../../cli/mediation/text/money.ts';
import { parseSnapshot, type Snapshot } from '../../resolve/index.ts';
import { expectEqual, requirePresent, StoryError } from '../narrator.ts';
import type { DemoSession } from './api.ts';
import { type Day, simulateDay } from './day.ts';
import type { AdUnits } from './inventory.ts';
import { findLeader } from './leader.ts';
import { type Serving, sendDay, timeOf } from './serving.ts';

const USERS = 100_000;

interface AppKey {
  /** Resource name. */
  readonly name: string;
  readonly key: string;
  readonly appId: string;
}

async function giveKey({ tell, api, account }: DemoSession): Promise<AppKey> {
  tell.step('The app shall get its configuration: she gives it a publishable key');
  const { apps = [] } = await api.call('accounts.apps.list', { on: account });
  const app = requirePresent(apps[0], 'the app');
  const on = requirePresent(app.name, 'the name of the app');
  const made = await api.call('accounts.apps.servingKeys.create', { on, body: { displayName: 'demo' } });
  const { servingKeys = [] } = await api.call('accounts.apps.servingKeys.list', { on });
  expectEqual(servingKeys, [made], 'the keys of the app');
  tell.result(`${made.key}: part of the app, no secret, and revocable`);
  return {
    name: requirePresent(made.name, 'the key'),
    key: requirePresent(made.key, 'the key'),
    appId: requirePresent(app.appId, 'the app'),
  };
}

async function readSnapshot(
  { tell }: DemoSession,
  { url, send }: Serving,
  { key, appId }: AppKey,
): Promise<Snapshot> {
  tell.step('The app reads its snapshot, which a CDN can keep, and resolves on the device');
  const answer = await send({ method: 'GET', path: `${url}/serve/v1/${key}/apps/${appId}.json` });
  const text = answer.text();
  if (!answer.ok) throw new StoryError(`no snapshot: ${text}`);
  const parsed = parseSnapshot(text);
  if (parsed.status !== 'OK') throw new StoryError('the snapshot cannot be read');
  tell.result(`${text.length} bytes, ETag ${answer.headers.get('etag')?.slice(0, 20)}…`);
  return parsed.snapshot;
}

async function sendStatistics(session: DemoSession, day: Day): Promise<void> {
  const { tell, api, account } = session;
  tell.step('The numbers come in, summed by slot and line; sending them twice counts them once');
  const body = await sendDay(session, day);
  const again = await api.call('accounts.statistics.ingest', { on: account, body });
  expectEqual(again.duplicate, true, 'the second sending');
  tell.result(`${day.rows.length} rows counted; the second time: duplicate`);
}

const dateIn = (timeZone: string, now: number) => {
  const [year = 0, month = 0, day = 0] = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
    .format(now)
    .split('-')
    .map(Number);
  return { year, month, day };
};

const DIMENSIONS = ['AD_SOURCE'] as const;
const METRICS = ['ESTIMATED_EARNINGS', 'IMPRESSIONS', 'OBSERVED_ECPM', 'MATCH_RATE'] as const;

async function readReports({ tell, api, account }: DemoSession, day: Day, now: number): Promise<void> {
  tell.step('She reads the reports');
  const { reportingTimeZone = 'UTC' } = await api.call('accounts.get', { on: account });
  const date = dateIn(reportingTimeZone, now);
  const dateRange = { startDate: date, endDate: date };
  const localizationSettings = { currencyCode: 'USD' };
  const spec = { dateRange, localizationSettings, metrics: [...METRICS], dimensions: [...DIMENSIONS] };
  const answer = await api.call('accounts.mediationReport.generate', {
    on: account,
    body: { reportSpec: spec },
  });
  const rows = [...answer].flatMap(({ row }): Row[] => (row ? [row] : []));
  tell.show(reportTable(rows, { dimensions: DIMENSIONS, metrics: METRICS, reportSpec: spec }));
  const sum = (metric: string, member: 'integerValue' | 'microsValue') =>
    rows.reduce((total, { metricValues }) => total + BigInt(metricValues?.[metric]?.[member] ?? '0'), 0n);
  expectEqual(sum('IMPRESSIONS', 'integerValue'), BigInt(day.impressions), 'impressions in the report');
  expectEqual(sum('ESTIMATED_EARNINGS', 'microsValue'), day.revenueMicros, 'earnings in the report');
  tell.result(
    `the sums are those of the apps: ${day.impressions} impressions, ${decimal(String(day.revenueMicros))} US dollars`,
  );
  const own = { dateRange, metrics: ['IMPRESSIONS' as const] };
  await api.call('accounts.networkReport.generate', { on: account, body: { reportSpec: own } });
  await api.call('accounts.campaignReport.generate', { on: account, body: { reportSpec: own } });
  tell.result('the report of the own network, and that of campaigns, are there too');
}

/** A key, a snapshot, a day of users, statistics, reports, and what the experiment says, while it runs. */
export async function liveDay(
  session: DemoSession,
  serving: Serving,
  { start }: AdUnits,
  experiment: string,
): Promise<void> {
  const { tell, api } = session;
  const key = await giveKey(session);
  const snapshot = await readSnapshot(session, serving, key);
  tell.step(`${USERS} users play for a day: each app picks its variant and tries the lines in order`);
  const before = performance.now();
  const day = simulateDay(snapshot, start.adUnitId, { users: USERS, time: timeOf(serving) });
  const perUser = ((performance.now() - before) * 1000) / USERS;
  tell.result(`variant A ${day.users.VARIANT_A}, variant B ${day.users.VARIANT_B} users`);
  tell.result(
    `${day.impressions} ads shown; ${perUser.toFixed(1)} µs for each user, to resolve and to simulate`,
  );
  await sendStatistics(session, day);
  await readReports(session, day, serving.clock());
  await findLeader(session, serving, { snapshot, adUnitId: start.adUnitId, experiment, users: USERS });
  await api.call('accounts.apps.servingKeys.revoke', { on: key.name, body: {} });
  tell.result('the key of the demo is revoked');
}
