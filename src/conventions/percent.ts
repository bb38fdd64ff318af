import { numberFormat } from './intl-formats.ts';

interface PercentFormat {
  /** The language of the reader; English for the command line. */
  readonly locale?: string;
  /** Decimals at most. */
  readonly digits?: number;
  /** As many decimals as allowed, where shares stand below each other: `50.0%`. */
  readonly isFixed?: boolean;
  /** A change has its sign and all decimals: `+4.0%`. */
  readonly isChange?: boolean;
}

/** A share as people read it, everywhere: `46.3%`, `50%`. */
export const percentText = (
  share: number,
  { locale = 'en-GB', digits = 1, isFixed = false, isChange = false }: PercentFormat = {},
): string =>
  numberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: isFixed || isChange ? digits : 0,
    maximumFractionDigits: digits,
    signDisplay: isChange ? 'exceptZero' : 'negative',
  }).format(share);
