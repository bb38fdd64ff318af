import { UsageError } from '../../../cli-errors.ts';
import type { MediationSession } from '../../connection.ts';
import { groupOf } from '../../find/groups.ts';
import { adUnitId, pickApp } from '../../find/inventory.ts';
import { pickSource } from '../../find/sources.ts';
import { dateRange, today } from './dates.ts';
import { dimensionsOf, metricsOf, nameOf, type ReportKind } from './names.ts';

export interface ReportOptions {
  readonly dates: string;
  readonly by: string;
  readonly show: string;
  readonly only?: readonly string[];
  readonly sort?: string;
  readonly limit?: string;
  readonly currency?: string;
  readonly language?: string;
  readonly timeZone?: string;
}

/** People filter by names; the interface by ids. */
const IDS: Readonly<
  Record<string, (session: MediationSession, names: readonly string[]) => Promise<readonly string[]>>
> = {
  async APP(session, names) {
    const apps = await session.live.apps();
    return names.map((name) => pickApp(apps, name).appId ?? name);
  },
  async AD_UNIT(session, names) {
    const inventory = await session.live.inventory();
    return names.map((name) => adUnitId(inventory, name));
  },
  async AD_SOURCE(session, names) {
    const sources = await session.live.adSources();
    return names.map((name) => pickSource(sources, name).adSourceId ?? name);
  },
  async MEDIATION_GROUP(session, names) {
    const publisher = (await session.account()).replace('accounts/', 'ca-app-');
    const ids = [];
    for (const name of names)
      ids.push(
        name.includes(':mg:') ? name : `${publisher}:mg:${(await groupOf(session, name)).mediationGroupId}`,
      );
    return ids;
  },
};

async function filterOf(session: MediationSession, text: string, dimensions: readonly string[]) {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError('--only takes DIMENSION=VALUE,VALUE, such as country=DE,AT');
  const dimension = nameOf(text.slice(0, at), dimensions, '--only');
  const values = await valuesOf(session, text.slice(at + 1), IDS[dimension]);
  return { dimension, matchesAny: { values } };
}

/** Names between commas; one with a comma stands alone, or in quotes. */
async function valuesOf(session: MediationSession, text: string, idsOf: (typeof IDS)[string] | undefined) {
  const parts = [...text.matchAll(/"([^"]*)"|[^,]+/g)].map(([part, quoted = part]) => quoted);
  if (!idsOf) return parts;
  if (parts.length === 1) return idsOf(session, parts);
  try {
    return await idsOf(session, [text]);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return idsOf(session, parts);
  }
}

/** `-earnings`: the largest first. */
function sortOf(text: string, dimensions: readonly string[], metrics: readonly string[]) {
  const isDown = text.startsWith('-');
  const name = nameOf(text.replace(/^-/, ''), [...dimensions, ...metrics], '--sort');
  const order = isDown ? 'DESCENDING' : 'ASCENDING';
  return { ...(metrics.includes(name) ? { metric: name } : { dimension: name }), order };
}

const list = (text: string) => text.split(',').filter((part) => part.trim() !== '');

export interface ReportRequest {
  readonly dimensions: readonly string[];
  readonly metrics: readonly string[];
  readonly reportSpec: object;
}

/** The request of a report from the options of its command. @throws UsageError */
export async function reportRequestOf(
  session: MediationSession,
  kind: ReportKind,
  options: ReportOptions,
  now: number,
): Promise<ReportRequest> {
  const { currency, language, timeZone, limit, only = [], sort } = options;
  const [dimensions, metrics] = [dimensionsOf(kind), metricsOf(kind)];
  const by = list(options.by).map((text) => nameOf(text, dimensions, '--by'));
  const show = list(options.show).map((text) => nameOf(text, metrics, '--show'));
  if (limit !== undefined && !/^[1-9]\d{0,5}$/.test(limit))
    throw new UsageError('--limit takes a number of rows');
  const account = await session.api.call('accounts.get', { on: await session.account() });
  const range = dateRange(options.dates, today(timeZone ?? account.reportingTimeZone ?? 'UTC', now));
  const filters = [];
  for (const text of only) filters.push(await filterOf(session, text, dimensions));
  const sorts = list(sort ?? '').map((text) => sortOf(text, dimensions, metrics));
  const localizationSettings = {
    ...(currency !== undefined && { currencyCode: currency.toUpperCase() }),
    ...(language !== undefined && { languageCode: language }),
  };
  const isCampaign = kind === 'campaign';
  return {
    dimensions: by,
    metrics: show,
    reportSpec: {
      dateRange: range,
      dimensions: by,
      metrics: show,
      ...(filters.length > 0 && { dimensionFilters: filters }),
      ...(sorts.length > 0 && { sortConditions: sorts }),
      ...(!isCampaign && Object.keys(localizationSettings).length > 0 && { localizationSettings }),
      ...(isCampaign && language !== undefined && { languageCode: language }),
      ...(timeZone !== undefined && { timeZone }),
      ...(limit !== undefined && { maxReportRows: Number(limit) }),
    },
  };
}
