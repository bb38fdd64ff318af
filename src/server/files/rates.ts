import { type Clock, DAY } from '../../conventions/time.ts';
import { type CurrentRates, Rates } from '../../mediation/reports/currency-conversion.ts';
import { parseRates, RATES_BASE } from '../../mediation/reports/parse-rates.ts';
import { type ObserveFiles, readSettingFile, watchFile } from './setting-file.ts';

const SETTING = 'mediation.rates';
/** No report shows older days. */
const OLDEST_DAYS = 1200;

/** What is wrong with a file that can be read but has no rates; undefined if it has some. */
export const emptyRates = (path: string, rates: Rates): string | undefined =>
  rates.isEmpty
    ? `${SETTING} (${path}) has no rates of the last ${OLDEST_DAYS} days, so revenue in other currencies is left out of reports`
    : undefined;

export const EMPTY_RATES_REMEDY =
  'write a line date,currency,rate for each day and currency below the first line, such as 2026-03-02,USD,1.25, or use eurofxref-hist.csv of the European Central Bank';

/** The exchange rates of `mediation.rates`, read again when the file changes. */
export function ratesFile(path: string, clock: Clock, observe: ObserveFiles = () => {}): CurrentRates {
  const since = () => new Date(clock() - OLDEST_DAYS * DAY).toISOString().slice(0, 10);
  const read = () =>
    readSettingFile(SETTING, path, (text) => new Rates(parseRates(text, since()), RATES_BASE));
  const rates = watchFile({ files: [path], read, clock, observe: (failure) => observe(SETTING, failure) });
  return () => rates.current();
}
