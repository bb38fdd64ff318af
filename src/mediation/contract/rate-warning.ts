/** What a report says about amounts that are left out, because no rates are configured or some are absent. */
const BEGIN = 'Amounts are left out because no rate of ';
const ENDS = {
  noRates: ' is known: no exchange rates are configured.',
  noRateOfDay: ' is known for their day or the 7 days before.',
} as const;

export const rateWarning = (currencies: string, noRates: boolean): string =>
  BEGIN + currencies + ENDS[noRates ? 'noRates' : 'noRateOfDay'];

/** What a warning says, if it is such a sentence. */
export function rateProblem(warning: string) {
  const end = Object.values(ENDS).find((one) => warning.endsWith(one));
  if (end === undefined || !warning.startsWith(BEGIN)) return undefined;
  return { currencies: warning.slice(BEGIN.length, -end.length), isConfigured: end !== ENDS.noRates };
}
