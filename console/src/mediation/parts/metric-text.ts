import { numberFormat } from '../../../../src/conventions/intl-formats.ts';
import { percentText } from '../../../../src/conventions/percent.ts';
import { formattingLocale } from '../../kit/time.tsx';
import { useAccount } from '../account.tsx';
import { moneyText, withMinus } from '../model/money.ts';
import type { Metric } from '../model/report.ts';

const MONEY: ReadonlySet<string> = new Set(['ESTIMATED_EARNINGS', 'OBSERVED_ECPM']);
const SHARES: ReadonlySet<string> = new Set(['MATCH_RATE', 'IMPRESSION_CTR']);

/** Whether a metric is a share, whose change is one of percentage points: per cent of per cent would be read wrongly. */
export const isShare = (metric: Metric): boolean => SHARES.has(metric);

/** Whether a metric is a rate or an average, and no sum. */
export const isMean = (metric: Metric): boolean => metric === 'OBSERVED_ECPM' || isShare(metric);

/** A mark of an axis, which is round; `whole` if all marks of the axis are whole numbers. */
type Mark = 'mark' | 'whole';

/** A number of a metric, as people read it; a dash for none. */
export function useMetricText(): (metric: Metric, value: number | undefined, mark?: Mark) => string {
  const { currency } = useAccount();
  const locale = formattingLocale();
  return (metric, value, mark) => {
    if (value === undefined) return '–';
    if (MONEY.has(metric) && currency !== '') return moneyText(value, currency, locale, mark);
    if (isShare(metric))
      return percentText(value, { locale, ...(mark === undefined ? { isFixed: true } : { digits: 3 }) });
    return numberFormat(locale, { maximumFractionDigits: 2 }).format(value);
  };
}

/** `+4.2%`, `−3.0%`, with a true minus. */
export const changeText = (change: number): string =>
  withMinus(percentText(change, { locale: formattingLocale(), isChange: true }));

/** A difference of shares in percentage points: `+4.2`, `−1.0`. */
export const pointsText = (difference: number): string =>
  withMinus(
    (difference * 100).toLocaleString(formattingLocale(), {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
      signDisplay: 'exceptZero',
    }),
  );
