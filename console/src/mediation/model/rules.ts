import type { MediationAbExperiment } from '../../../../src/mediation/contract/index.ts';

type Analysis = NonNullable<MediationAbExperiment['analysis']>;

type RuleKey = 'split' | 'impressions' | 'users' | 'days' | 'bounds' | 'above' | 'below';

/** A rule of the result: what it needs and what there is, if that is a number. */
interface RuleState {
  readonly key: RuleKey;
  /** `open`: not looked at, because an earlier rule decides. */
  readonly state: 'met' | 'unmet' | 'open';
  readonly has?: number;
  readonly needs?: number;
}

/** As in src/mediation/experiment/analysis/variant-leader.ts. */
export const LEAST = { impressions: 10_000, users: 2000 } as const;

interface Row extends Omit<RuleState, 'state'> {
  readonly isMet: boolean;
}

const count = (text: string | undefined) => Number(text ?? 0);

/** The rules that lead to the result, in the order in which the server asks them. */
export function rulesOf(
  { variantLeader, analysis = {} }: MediationAbExperiment,
  minimumFullDays: number | undefined,
): readonly RuleState[] {
  const { control = {}, treatment = {}, fullDays = 0 }: Analysis = analysis;
  const impressions = count(control.impressions) + count(treatment.impressions);
  const users = Math.min(count(control.users), count(treatment.users));
  const hasDays = variantLeader !== 'TOO_EARLY_TO_CALL';
  const side = variantLeader === 'TREATMENT' ? 'above' : variantLeader === 'CONTROL' ? 'below' : undefined;
  const isDivided = analysis.problem !== 'SAMPLE_RATIO_MISMATCH';
  const split: Row = { key: 'split', isMet: isDivided };
  const amounts: readonly Row[] = [
    {
      key: 'impressions',
      isMet: impressions >= LEAST.impressions,
      has: impressions,
      needs: LEAST.impressions,
    },
    { key: 'users', isMet: users >= LEAST.users, has: users, needs: LEAST.users },
  ];
  const days: Row = {
    key: 'days',
    isMet: hasDays,
    has: fullDays,
    ...(minimumFullDays !== undefined && { needs: minimumFullDays }),
  };
  const bounds: Row = { key: side ?? 'bounds', isMet: side !== undefined };
  // Until the first full day is over, the days are asked before the amounts, so that few are no problem yet.
  const isFirstDay = !hasDays && amounts.some(({ isMet }) => !isMet);
  const rows = isFirstDay ? [split, days, ...amounts, bounds] : [split, ...amounts, days, bounds];
  // More data do not change a leader; before it, the first rule that is not met decides.
  const first = side ? rows.length : rows.findIndex(({ isMet }) => !isMet);
  return rows.map(({ isMet, ...row }, index) => ({
    ...row,
    state: first >= 0 && index > first ? 'open' : isMet ? 'met' : 'unmet',
  }));
}
