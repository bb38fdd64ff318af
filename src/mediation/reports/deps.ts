import { type ReportLimits, reportLimits } from './limits.ts';
import { type CurrentRates, Rates } from './money.ts';
import { RATES_BASE } from './parse-rates.ts';

/** What reports need besides the stores. */
export interface ReportDeps {
  readonly rates: CurrentRates;
  readonly limits: ReportLimits;
}

const NO_RATES = new Rates([], RATES_BASE);

export const reportDeps = (rates: CurrentRates = () => NO_RATES): ReportDeps => ({
  rates,
  limits: reportLimits(),
});
