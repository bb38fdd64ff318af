import type { BodyOf } from '../../mediation/contract/index.ts';
import { type Resolution, resolve, type Snapshot } from '../../resolve/index.ts';
import { numbers } from '../numbers.ts';

type Row = NonNullable<BodyOf<'accounts.statistics.ingest'>['rows']>[number];

/** What one day of users left behind. */
export interface Day {
  /** Rows for statistics:ingest, summed by slot and line. */
  readonly rows: readonly Row[];
  readonly impressions: number;
  readonly revenueMicros: bigint;
  /** Users of each variant. */
  readonly users: Readonly<Record<'VARIANT_A' | 'VARIANT_B', number>>;
}

interface Sum {
  readonly of: Row;
  adRequests: number;
  matchedRequests: number;
  impressions: number;
  clicks: number;
  revenueMicros: bigint;
}

const COUNTRIES = ['DE', 'AT', 'CH'] as const;

/** How often a network has an ad; the own network nearly always has one. */
const FILL = { WATERFALL: 0.35, BIDDING: 0.5, CUSTOM_EVENT: 0.2, NETWORK: 0.95 } as const;

/** Of 1000 impressions, in micros, if the own network serves: it has no price. */
const OWN_CPM = 400_000n;

interface Visit {
  /** Number of new users. */
  readonly users: number;
  readonly time: string;
  /** Number of users who came on earlier days. */
  readonly known?: number;
}

/**
 * Lets each user see one ad as an app does: it resolves with the snapshot, and tries the lines in order until one has
 * an ad.
 */
export function simulateDay(
  snapshot: Snapshot,
  adUnitId: string,
  { users, time, known: before = 0 }: Visit,
): Day {
  const next = numbers(before + 17);
  const sums = new Map<string, Sum>();
  const entered = new Map<number, { count: number; resolution: Resolution }>();
  const perVariant = { VARIANT_A: 0, VARIANT_B: 0 };
  for (let user = before; user < before + users; user += 1) {
    const resolution = resolve(snapshot, {
      adUnitId,
      platform: 'ANDROID',
      country: 'DE',
      unit: `install-${user}`,
    });
    const { slot = 0, variant = 'VARIANT_A' } = resolution.experiment ?? {};
    perVariant[variant] += 1;
    const known = entered.get(slot) ?? { count: 0, resolution };
    known.count += 1;
    entered.set(slot, known);
    for (const line of [...resolution.bidding, ...resolution.waterfall]) {
      const key = `${slot}/${line.id}`;
      const ids = { ...(line.id !== undefined && { lineId: line.id }), adSourceId: line.adSourceId };
      const sum = sums.get(key) ?? {
        of: { ...placeOf(resolution), ...ids, adUnitId, country: COUNTRIES[slot % COUNTRIES.length] ?? 'DE' },
        ...{ adRequests: 0, matchedRequests: 0, impressions: 0, clicks: 0 },
        revenueMicros: 0n,
      };
      sums.set(key, sum);
      sum.adRequests += 1;
      if (next() > FILL[line.kind]) continue;
      sum.matchedRequests += 1;
      sum.impressions += 1;
      if (next() < 0.01) sum.clicks += 1;
      sum.revenueMicros += (line.kind === 'NETWORK' ? OWN_CPM : BigInt(line.cpmMicros ?? '0')) / 1000n;
      break;
    }
  }
  const shown = [...sums.values()];
  const delivered = shown.map(({ of, ...counts }) => ({ time, ...of, ...texts(counts), currency: 'USD' }));
  const arrived = [...entered.values()].map(({ count, resolution }) => ({
    time,
    adUnitId,
    ...placeOf(resolution),
    newUsers: String(count),
  }));
  return {
    rows: [...arrived, ...delivered],
    impressions: shown.reduce((sum, { impressions }) => sum + impressions, 0),
    revenueMicros: shown.reduce((sum, { revenueMicros }) => sum + revenueMicros, 0n),
    users: perVariant,
  };
}

/** Group, experiment, variant and slot of a row. */
function placeOf({ mediationGroupId = '', experiment }: Resolution): Row {
  if (!experiment) return { mediationGroupId };
  const { id: experimentId, variant, slot } = experiment;
  return { mediationGroupId, experimentId, variant, slot };
}

const texts = (counts: object) =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)]));
