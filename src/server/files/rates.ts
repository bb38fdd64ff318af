import { type Clock, DAY } from '../../conventions/time.ts';
import { type CurrentRates, Rates } from '../../mediation/reports/currency-conversion.ts';
import { parseRates, RATES_BASE } from '../../mediation/reports/parse-rates.ts';
import { type ObserveFiles, readSettingFile, watchFile } from './setting-file.ts';

const SETTING = 'mediation.rates';
/** No report shows older days. */
const OLDEST_DAYS = 1200;

/** The exchange rates of `mediation.rates`, read again when the file changes. */
export function ratesFile(path: string, clock: Clock, observe: ObserveFiles = () => {}): CurrentRates {
  const since = () => new Date(clock() - OLDEST_DAYS * DAY).toISOString().slice(0, 10);
  const read = () =>
    readSettingFile(SETTING, path, (text) => new Rates(parseRates(text, since()), RATES_BASE));
  const rates = watchFile({ files: [path], read, clock, observe: (failure) => observe(SETTING, failure) });
  return () => rates.current();
}
