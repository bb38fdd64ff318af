import type { RateProblem } from '../contract/rate-warning.ts';
import type { ParquetDays } from '../ports/parquet.ts';
import { type CurrentRates, Rates } from './currency-conversion.ts';
import { RATES_BASE } from './parse-rates.ts';
import { type ReportLimits, reportLimits } from './report-limits.ts';

/** What reports need besides the stores. */
export interface ReportDeps {
  readonly rates: CurrentRates;
  readonly limits: ReportLimits;
  /** Days for which sums by hour are kept. */
  readonly hourDays: number;
  /** Statistics that are read from files; undefined if all are read from the database. */
  readonly parquet: ParquetDays | undefined;
}

const NO_FILE = new Rates([], RATES_BASE);

/** Why a currency has no rate. */
export const rateProblemOf = (rates: Rates): RateProblem =>
  rates === NO_FILE ? 'noFile' : rates.isEmpty ? 'emptyFile' : 'noRateOfDay';

const DEFAULT_HOUR_DAYS = 90;

export const reportDeps = (
  rates: CurrentRates = () => NO_FILE,
  hourDays = DEFAULT_HOUR_DAYS,
  parquet?: ParquetDays,
): ReportDeps => ({
  rates,
  hourDays,
  parquet,
  limits: reportLimits(),
});
