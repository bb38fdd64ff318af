import { randomUUID } from 'node:crypto';
import { type Clock, DAY } from '../../conventions/time.ts';
import type { BodyOf, MediationGroup, MediationGroupLine } from '../../mediation/contract/index.ts';
import { SLOTS } from '../../resolve/index.ts';
import { SOURCES } from '../mediation/groups.ts';
import { expectEqual, requirePresent } from '../narrator.ts';
import { numbers } from '../numbers.ts';
import type { Publisher } from './inventory.ts';

type Row = NonNullable<BodyOf<'accounts.statistics.ingest'>['rows']>[number];

/** What a network pays and how often it has an ad, by the format. */
interface Market {
  /** Share of the requests for which it has an ad, if its price is `usual`. */
  readonly fill: number;
  /** Of 1000 impressions, in dollars; what lines without a price get. */
  readonly usual: Readonly<Record<string, number>>;
  /** What it pays, as a share of the price; 1 if absent. */
  readonly pays?: Readonly<Record<string, number>>;
  readonly currency?: string;
}

const MARKETS: Readonly<Record<string, Market>> = {
  [SOURCES.appLovin]: { fill: 0.5, usual: { BANNER: 0.42, INTERSTITIAL: 3.1, REWARDED: 10.5 } },
  [SOURCES.ironSource]: {
    fill: 0.34,
    usual: { BANNER: 0.31, INTERSTITIAL: 2.75, REWARDED: 8.6 },
    // Less than it promised: the check of the settings finds that.
    pays: { BANNER: 0.7 },
  },
  // Pays in euros, which reports convert.
  [SOURCES.inMobiExchange]: {
    fill: 0.5,
    usual: { BANNER: 0.24, INTERSTITIAL: 2.1, REWARDED: 6.4 },
    currency: 'EUR',
  },
  [SOURCES.ownNetwork]: { fill: 0.95, usual: { BANNER: 0.12, INTERSTITIAL: 0.7, REWARDED: 1.2 } },
};

/** How much a network fills less when its price is higher. */
const ELASTICITY = 0.4;

const REQUESTS_OF_DAY: Readonly<Record<string, number>> = {
  BANNER: 210_000,
  INTERSTITIAL: 46_000,
  REWARDED: 19_000,
};

/** Share of the requests, and of the price that is paid there. */
const COUNTRIES = [
  { country: 'US', share: 0.4, pays: 1.04 },
  { country: 'DE', share: 0.2, pays: 1 },
  { country: 'JP', share: 0.15, pays: 1.02 },
  { country: 'BR', share: 0.15, pays: 0.95 },
  { country: 'IN', share: 0.1, pays: 0.92 },
] as const;

/** From Sunday to Saturday: people play more on weekends. */
const WEEK = [1.32, 0.94, 0.92, 0.95, 1, 1.1, 1.27] as const;

/** Slots that the users of the demo have: enough for the statistics of an experiment, and few rows. */
const SLOTS_USED = 40;
/** The country of each slot of a variant, as many as its share of the requests. */
const COUNTRY_OF_SLOT: readonly string[] = COUNTRIES.flatMap(({ country, share }) =>
  Array.from({ length: Math.round((share * SLOTS_USED) / 2) }, () => country),
);
/** Users who enter an experiment on a day, for each slot. */
const NEW_USERS = 420;
/** How much slots differ from each other. */
const SPREAD = 0.4;

/** Part of the requests: of a country, or of the users of a slot. */
interface Part {
  readonly requests: number;
  readonly pays: number;
  readonly of: Partial<Row>;
}

const marketOf = ({ adSourceId = '' }: MediationGroupLine) => requirePresent(MARKETS[adSourceId], adSourceId);

function priceOf(line: MediationGroupLine, format: string): number {
  const usual = marketOf(line).usual[format] ?? 0;
  return line.cpmMode === 'MANUAL' ? Number(line.cpmMicros) / 1e6 : usual;
}

/** Asks the lines for each request, the dearest first, until one has an ad. */
function asked(lines: readonly MediationGroupLine[], format: string, { requests, pays, of }: Part): Row[] {
  let left = requests;
  return lines
    .toSorted((one, other) => priceOf(other, format) - priceOf(one, format))
    .map((line) => {
      const { fill, usual, pays: share = {}, currency = 'USD' } = marketOf(line);
      const price = priceOf(line, format);
      const adRequests = Math.round(left);
      const matched = Math.round(left * fill * ((usual[format] ?? price) / price) ** ELASTICITY);
      const impressions = Math.round(matched * 0.94);
      left -= matched;
      return {
        ...of,
        lineId: line.id ?? '',
        adSourceId: line.adSourceId ?? '',
        adRequests: String(adRequests),
        matchedRequests: String(matched),
        impressions: String(impressions),
        clicks: String(Math.round(impressions * 0.012)),
        revenueMicros: String(Math.round(impressions * price * (share[format] ?? 1) * pays * 1000)),
        currency,
      };
    });
}

const isOf = (variant: string) => (line: MediationGroupLine) =>
  line.experimentVariant === undefined ||
  line.experimentVariant === 'ORIGINAL' ||
  line.experimentVariant === variant;

/** The rows of a day of a group. */
function dayOf(
  group: MediationGroup,
  experimentId: string | undefined,
  time: string,
  next: () => number,
): Row[] {
  const { format = '', adUnitIds: [adUnitId = ''] = [] } = group.targeting ?? {};
  const lines = Object.entries(group.mediationGroupLines ?? {}).map(([id, line]) => ({ ...line, id }));
  const weekday = WEEK[new Date(time).getUTCDay()] ?? 1;
  const requests = (REQUESTS_OF_DAY[format] ?? 0) * weekday * (0.96 + 0.08 * next());
  const place = { time, adUnitId, mediationGroupId: group.mediationGroupId ?? '' };
  if (experimentId === undefined)
    return COUNTRIES.flatMap(({ country, share, pays }) =>
      asked(lines.filter(isOf('VARIANT_A')), format, {
        requests: requests * share * (0.95 + 0.1 * next()),
        pays,
        of: { ...place, country },
      }),
    );
  return Array.from({ length: SLOTS_USED }, (_, index) => {
    const variant = index < SLOTS_USED / 2 ? 'VARIANT_B' : 'VARIANT_A';
    const slot = Math.round((index * SLOTS) / SLOTS_USED);
    const country = COUNTRY_OF_SLOT[index % (SLOTS_USED / 2)] ?? 'US';
    const noise = 1 - SPREAD / 2 + SPREAD * next();
    const of = { ...place, country, experimentId, variant, slot } as const;
    const rows = asked(lines.filter(isOf(variant)), format, {
      requests: (requests / SLOTS_USED) * noise,
      // All slots are paid alike, so that the experiment needs few of them.
      pays: 1,
      of,
    });
    const newUsers = String(Math.round(NEW_USERS * weekday * (0.97 + 0.06 * next())));
    return rows.map((row, at) => (at === 0 ? { ...row, newUsers } : row));
  }).flat();
}

/** So many rows are less than a mebibyte, which is the most that a request may have. */
const BATCH = 2500;

interface Calendar {
  readonly zone: string;
  readonly clock: Clock;
}

/** Sends what the groups earned on the days since it was called last, as they are now. */
export function earnings({ api, account }: Publisher, { zone, clock }: Calendar) {
  const next = numbers(2026);
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
  const dayAt = (time: number) => Date.parse(`${date.format(time)}T17:00:00Z`);
  // The first day of the publisher is not a whole one.
  let day = dayAt(clock()) + DAY;
  return async (groups: readonly MediationGroup[]): Promise<void> => {
    const running = new Map<string, { readonly id: string; readonly since: number }>();
    for (const { name = '', mediationAbExperimentState } of groups) {
      if (mediationAbExperimentState !== 'RUNNING') continue;
      const { mediationAbExperiments = [] } = await api.call(
        'accounts.mediationGroups.mediationAbExperiments.list',
        { on: name },
      );
      const open = mediationAbExperiments.find(({ state }) => state === 'RUNNING');
      const { experimentId, startTime = '' } = requirePresent(open, 'the experiment');
      running.set(name, { id: requirePresent(experimentId, 'its id'), since: Date.parse(startTime) });
    }
    const rows: Row[] = [];
    for (const today = dayAt(clock()); day < today; day += DAY) {
      const time = new Date(day).toISOString();
      for (const group of groups) {
        const { id, since = 0 } = running.get(group.name ?? '') ?? {};
        // The day on which it started is not a whole one.
        rows.push(...dayOf(group, day - since < DAY ? undefined : id, time, next));
      }
    }
    for (let at = 0; at < rows.length; at += BATCH) {
      const body = {
        batchId: randomUUID(),
        source: 'relay',
        mode: 'ADD' as const,
        rows: rows.slice(at, at + BATCH),
      };
      const answer = await api.call('accounts.statistics.ingest', { on: account, body });
      expectEqual([answer.accepted, answer.rejected], [body.rows.length, []], 'the counted rows');
    }
  };
}
