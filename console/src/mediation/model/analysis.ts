import { percentText } from '../../../../src/conventions/percent.ts';
import type { MediationAbExperiment } from '../../../../src/mediation/contract/index.ts';
import { ticksOf } from '../../kit/ticks.ts';
import { moneyText, withMinus } from './money.ts';

type Analysis = NonNullable<MediationAbExperiment['analysis']>;

/** What to do now; a key of the messages. */
type Advice =
  | 'noSlots'
  | 'fewImpressions'
  | 'fewUsers'
  | 'alarm'
  | 'wait'
  | 'keepA'
  | 'keepB'
  | 'equivalent'
  | 'safety'
  | 'undecided';

const PROBLEMS = {
  PROBLEM_UNSPECIFIED: 'noSlots',
  NO_SLOTS: 'noSlots',
  FEW_IMPRESSIONS: 'fewImpressions',
  FEW_USERS: 'fewUsers',
  SAMPLE_RATIO_MISMATCH: 'alarm',
} as const satisfies Record<NonNullable<Analysis['problem']>, Advice>;

export function adviceOf({ variantLeader, analysis = {} }: MediationAbExperiment): Advice {
  if (variantLeader === 'CONTROL') return 'keepA';
  if (variantLeader === 'TREATMENT') return 'keepB';
  if (variantLeader === 'TOO_EARLY_TO_CALL') return 'wait';
  if (variantLeader === 'NO_VARIANT_LEADER') {
    if (analysis.equivalent) return 'equivalent';
    return analysis.purpose === 'SAFETY' ? 'safety' : 'undecided';
  }
  return PROBLEMS[analysis.problem ?? 'NO_SLOTS'];
}

type Look = NonNullable<Analysis['looks']>[number];

interface Point {
  /** From 0, left, to 1, right. */
  readonly x: number;
  /** From 0, top, to 1, bottom. */
  readonly value: number;
  readonly lower: number;
  readonly upper: number;
}

interface Course {
  /** The looks that have a lift: all from the one on at which variant A has revenue. */
  readonly looks: readonly Look[];
  readonly points: readonly Point[];
  /** Marks of the scale, with their positions from 0, top, to 1, bottom. */
  readonly ticks: readonly { readonly share: number; readonly place: number }[];
}

/** What a user brings is far below a cent, so amounts are shown for so many. */
const USERS = 1000;

export const ofThousand = (microsPerUser: number): number => microsPerUser * USERS;

/** The positions of the lift at the daily looks in a picture that always contains zero; undefined without a lift. */
export function courseOf(all: readonly Look[]): Course | undefined {
  const looks = all.filter(({ lift }) => lift !== undefined);
  if (looks.length === 0) return undefined;
  const bounds = looks.map(({ lift: { value = 0, lower = 0, upper = 0 } = {} }) => ({ value, lower, upper }));
  const low = Math.min(0, ...bounds.map(({ lower }) => lower));
  const high = Math.max(0, ...bounds.map(({ upper }) => upper));
  const ticks = ticksOf(low, high);
  const [least, most] = [ticks[0]!, ticks.at(-1)!];
  const place = (share: number) => (most - share) / (most - least);
  const points = bounds.map(({ value, lower, upper }, index) => ({
    x: looks.length === 1 ? 0.5 : index / (looks.length - 1),
    value: place(value),
    lower: place(lower),
    upper: place(upper),
  }));
  return { looks, points, ticks: ticks.map((share) => ({ share, place: place(share) })) };
}

export const formatMicros = (micros: number, currency: string, locale: string): string =>
  moneyText(micros / 1_000_000, currency, locale);

/** Marks of an axis have the same decimals, as few as they need; zero has none. */
export function tickTexts(ticks: Course['ticks'], locale: string): readonly string[] {
  const step = (ticks[1]!.share - ticks[0]!.share) * 100;
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return ticks.map(({ share }) =>
    withMinus(percentText(share, { locale, digits: share === 0 ? 0 : decimals, isChange: true })),
  );
}
