/** What a report says about amounts that are left out. */
const BEGIN = 'Amounts are left out because no rate of ';
const ENDS = {
  noFile: ' is known: no exchange rates are configured.',
  emptyFile: ' is known: the file of exchange rates (mediation.rates) has no rates.',
  noRateOfDay: ' is known for their day or the 7 days before.',
} as const;

/** Why a rate is missing: no file is set, the file has none, or none for a day. */
export type RateProblem = keyof typeof ENDS;

export const rateWarning = (currencies: string, problem: RateProblem): string =>
  BEGIN + currencies + ENDS[problem];

/** What a warning says, if it is such a sentence. */
export function rateProblem(warning: string) {
  const ends = Object.entries(ENDS) as [RateProblem, string][];
  const [problem, end] = ends.find(([, text]) => warning.endsWith(text)) ?? [];
  if (problem === undefined || end === undefined || !warning.startsWith(BEGIN)) return undefined;
  return { problem, currencies: warning.slice(BEGIN.length, -end.length) };
}
