import type { MediationAbExperiment } from '../../../../src/mediation/contract/index.ts';

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

interface Point {
  /** From 0, left, to 1, right. */
  readonly x: number;
  /** From 0, top, to 1, bottom. */
  readonly value: number;
  readonly lower: number;
  readonly upper: number;
}

interface Course {
  readonly points: readonly Point[];
  readonly zero: number;
  /** The ends of the scale, in the unit of the values. */
  readonly least: number;
  readonly most: number;
  /** The position of an amount, from 0, top, to 1, bottom. */
  readonly place: (amount: number) => number;
}

/** Room above and below the widest bounds, as a share of the scale. */
const MARGIN = 0.08;

/** The positions of the daily looks in a picture that always contains zero. */
export function courseOf(looks: NonNullable<Analysis['looks']>): Course | undefined {
  if (looks.length === 0) return undefined;
  const bounds = looks.map(({ difference: { value = 0, lower = 0, upper = 0 } = {} }) => ({
    value,
    lower,
    upper,
  }));
  const low = Math.min(0, ...bounds.map(({ lower }) => lower));
  const high = Math.max(0, ...bounds.map(({ upper }) => upper));
  const room = (high - low || 1) * MARGIN;
  const [least, most] = [low - room, high + room];
  const place = (amount: number) => (most - amount) / (most - least);
  const points = bounds.map(({ value, lower, upper }, index) => ({
    x: looks.length === 1 ? 0.5 : index / (looks.length - 1),
    value: place(value),
    lower: place(lower),
    upper: place(upper),
  }));
  return { points, zero: place(0), least: low, most: high, place };
}

/** With a true minus in place of a hyphen. */
export const withMinus = (number: string): string => number.replace('-', '−');

/** Micros as an amount, below one with three significant digits: revenue for each user is often far below a cent. */
export const formatMicros = (micros: number, currency: string, locale: string): string =>
  withMinus(
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      ...(Math.abs(micros) < 1_000_000 && { minimumSignificantDigits: 3, maximumSignificantDigits: 3 }),
    }).format(micros / 1_000_000),
  );
