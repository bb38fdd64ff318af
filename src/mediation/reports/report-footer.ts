import type { ReportMessage } from '../contract/index.ts';
import { type RateProblem, rateWarning } from '../contract/rate-warning.ts';

/** Warnings that readers of a report need. */
export interface Caveats {
  /** True if a source that sent data daily has sent none for more than 36 hours. */
  readonly delayed: boolean;
  readonly otherCurrency: boolean;
  /** Currencies whose amounts are left out; empty if none are. */
  readonly withoutRate: string;
  /** Why they have no rate. */
  readonly rateProblem: RateProblem;
  /** True if a day of the time zone begins within a stored hour, as with an offset of 30 minutes. */
  readonly splitHours: boolean;
  /** True if the report has days of the account that have no hours, although it is made from hours. */
  readonly daysOnly: boolean;
  /** True if the report has more rows than are sent, although none were left out on request. */
  readonly cut: boolean;
  /** True if the report has days of the account instead of the time zone asked for. */
  readonly withoutHours: boolean;
}

type WarningType = NonNullable<NonNullable<NonNullable<ReportMessage['footer']>['warnings']>[number]['type']>;

const WARNINGS: readonly (readonly [keyof Caveats, WarningType, string | ((caveats: Caveats) => string)])[] =
  [
    ['delayed', 'DATA_DELAYED', 'A source that sends its numbers daily is more than 36 hours late.'],
    [
      'otherCurrency',
      'REPORT_CURRENCY_NOT_ACCOUNT_CURRENCY',
      'The currency of the report is not that of the account; amounts are converted at the rate of each day.',
    ],
    ['withoutRate', 'OTHER', ({ withoutRate, rateProblem }) => rateWarning(withoutRate, rateProblem)],
    [
      'splitHours',
      'OTHER',
      'Days of this time zone begin within a stored hour; such an hour counts for the day in which it begins.',
    ],
    [
      'daysOnly',
      'OTHER',
      'Numbers that networks settled for whole days cannot be divided into hours; they count for their date, in days of the time zone of the account.',
    ],
    [
      'cut',
      'OTHER',
      'The report has more rows than the 100000 that are sent. Divide it: ask for fewer days at a time, or filter by app, ad unit or country, and join the parts.',
    ],
    [
      'withoutHours',
      'OTHER',
      'Sums by hour are no longer kept for the first days of the report, so its days are those of the time zone of the account.',
    ],
  ];

export function footerOf(matching: number, caveats: Caveats) {
  const warnings = WARNINGS.flatMap(([caveat, type, description]) =>
    caveats[caveat]
      ? [{ type, description: typeof description === 'string' ? description : description(caveats) }]
      : [],
  );
  return { matchingRowCount: String(matching), ...(warnings.length > 0 && { warnings }) };
}
