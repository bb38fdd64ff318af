import { writeProtoJson } from '../../conventions/index.ts';
import { MediationAbExperimentAnalysis } from '../contract/index.ts';
import type { Analysis } from './analysis/analysis.ts';
import type { SlotDays } from './slot-days.ts';

/** An analysis in the format of the interface. */
export function analysisView(
  date: string,
  { currencyCode, leftOut }: SlotDays,
  { leader: _, arms, sampleRatio, p, fivePercent, kept, looks, ...rest }: Analysis,
): MediationAbExperimentAnalysis {
  const { p: pValue, ...ratio } = sampleRatio;
  const view = {
    date,
    ...rest,
    currencyCode,
    leftOutCurrencyCodes: leftOut,
    ...arms,
    ...(p !== undefined && { pValue: p }),
    sampleRatio: { ...ratio, pValue },
    ...(fivePercent && { usersForFivePercent: fivePercent.users, daysForFivePercent: fivePercent.days }),
    looks: looks.map(({ day, ...look }) => ({ date: day, ...look })),
  };
  return writeProtoJson(MediationAbExperimentAnalysis, view) as MediationAbExperimentAnalysis;
}
