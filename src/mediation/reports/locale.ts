import { weekStartOf } from './calendar.ts';
import type { ReportSpec } from './spec.ts';

export const DEFAULT_LANGUAGE = 'en-US';

/** What a spec leaves open comes from the account. */
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

/** A language that is none is taken as the default. */
function languageOf(asked: string | undefined): string {
  try {
    return asked === undefined ? DEFAULT_LANGUAGE : (Intl.getCanonicalLocales(asked)[0] ?? DEFAULT_LANGUAGE);
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
