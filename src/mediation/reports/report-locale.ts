import { weekStartOf } from './report-days.ts';
import type { ReportSpec } from './report-spec.ts';

export const DEFAULT_LANGUAGE = 'en-US';

/** Defaults from the account, for what a spec leaves out. */
export interface Locale {
  readonly currency: string;
  readonly language: string;
  readonly timeZone: string;
  readonly weekStart: number;
}

interface Account {
  readonly publisherId: string;
  readonly currencyCode: string;
  readonly reportingTimeZone: string;
}

/** Tags of languages are far shorter. Intl reads a long one for seconds: its work grows with the square of the length. */
const LONGEST_LANGUAGE = 64;

/** An invalid language is replaced by the default. */
function languageOf(asked: string | undefined): string {
  if (asked === undefined || asked.length > LONGEST_LANGUAGE) return DEFAULT_LANGUAGE;
  try {
    return Intl.getCanonicalLocales(asked)[0] ?? DEFAULT_LANGUAGE;
  } catch {
    return DEFAULT_LANGUAGE;
  }
}

export function localeOf(spec: ReportSpec, account: Account): Locale {
  const { currencyCode, languageCode = spec.languageCode } = spec.localizationSettings ?? {};
  const language = languageOf(languageCode);
  return {
    currency: currencyCode ?? account.currencyCode,
    language,
    timeZone: spec.timeZone ?? account.reportingTimeZone,
    weekStart: weekStartOf(language),
  };
}

export function headerOf({ dateRange = {} }: ReportSpec, { currency, language, timeZone }: Locale) {
  return {
    dateRange,
    localizationSettings: { currencyCode: currency, languageCode: language },
    reportingTimeZone: timeZone,
  };
}
