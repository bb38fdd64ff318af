import { formattingLocale } from '../../kit/time.tsx';
import { useAccount } from '../account.tsx';
import type { Metric } from '../model/report.ts';

const MONEY: ReadonlySet<string> = new Set(['ESTIMATED_EARNINGS', 'OBSERVED_ECPM']);
const SHARES: ReadonlySet<string> = new Set(['MATCH_RATE', 'IMPRESSION_CTR']);

/** A number of a metric, as people read it; a dash for none. `isShort`: at an axis, where marks are round. */
export function useMetricText(): (metric: Metric, value: number | undefined, isShort?: boolean) => string {
  const { currency } = useAccount();
  const locale = formattingLocale();
  return (metric, value, isShort = false) => {
    if (value === undefined) return '–';
    if (MONEY.has(metric) && currency !== '')
      return value.toLocaleString(locale, {
        style: 'currency',
        currency,
        currencyDisplay: 'narrowSymbol',
        // Large amounts are shown without cents.
        ...((value >= 1000 || (isShort && Number.isInteger(value))) && { maximumFractionDigits: 0 }),
      });
    if (SHARES.has(metric))
      return value.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 });
    return value.toLocaleString(locale, { maximumFractionDigits: 2 });
  };
}

/** `+4.2 %`, `−3 %`. */
export function changeText(change: number): string {
  return change.toLocaleString(formattingLocale(), {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
}
