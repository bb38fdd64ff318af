import type { RateProblem } from '../contract/rate-warning.ts';
import type { ParquetDays } from '../ports/parquet.ts';
import { type WorkLimits, workLimits } from '../work-limits.ts';
import { type CurrentRates, Rates } from './currency-conversion.ts';
import { RATES_BASE } from './parse-rates.ts';

/** What reports need besides the stores. */
export interface ReportDeps {
  readonly rates: CurrentRates;
  readonly limits: WorkLimits;
  /** Days for which sums by hour are kept. */
  readonly hourDays: number;
  /** Statistics that are read from files; undefined if all are read from the database. */
  readonly parquet: ParquetDays | undefined;
}

const NO_FILE = new Rates([], RATES_BASE);

/** Why a currency has no rate. */
export const rateProblemOf = (rates: Rates): RateProblem =>
  rates === NO_FILE ? 'noFile' : rates.isEmpty ? 'emptyFile' : 'noRateOfDay';

const LIMITS = { what: 'reports', mostOfPublisher: 4, mostAtATime: 2, mostWaiting: 50, mostRows: 800_000 };

const DEFAULT_HOUR_DAYS = 90;

export const reportDeps = (
  rates: CurrentRates = () => NO_FILE,
  hourDays = DEFAULT_HOUR_DAYS,
  parquet?: ParquetDays,
): ReportDeps => ({
  rates,
  hourDays,
  parquet,
  limits: workLimits(LIMITS),
});
