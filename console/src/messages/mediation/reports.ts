import type { RateProblem } from '../../../../src/mediation/contract/rate-warning.ts';

/** Words of the reports. */
export const reports = {
  title: 'Reports',
  lead: 'Requests, impressions and revenue of all ad sources.',
  rows: 'Rows',
  wholeTime: 'Totals of the range',
  lastDays: 'Last days',
  last: (days: number) => `Last ${days} days`,
  rowsOf: { DATE: 'One for each day', WEEK: 'One for each week', MONTH: 'One for each month' },
  partial: (days: string) => `partial: only ${days}`,
  choices: 'What the report shows',
  splits: 'Split by',
  metrics: 'Show',
  sort: 'Sort by',
  dimensionNames: {
    DATE: 'Day',
    WEEK: 'Week',
    MONTH: 'Month',
    APP: 'App',
    AD_UNIT: 'Ad unit',
    AD_SOURCE: 'Ad source',
    AD_SOURCE_INSTANCE: 'Line',
    MEDIATION_GROUP: 'Mediation group',
    COUNTRY: 'Country',
    FORMAT: 'Format',
    PLATFORM: 'Platform',
  },
  metricNames: {
    ESTIMATED_EARNINGS: 'Revenue',
    OBSERVED_ECPM: 'eCPM',
    IMPRESSIONS: 'Impressions',
    AD_REQUESTS: 'Requests',
    // The API calls it the match rate.
    MATCH_RATE: 'Fill rate',
    CLICKS: 'Clicks',
    IMPRESSION_CTR: 'Click rate',
  },
  label: (name: string) => `${name}, name`,
  caption: 'Rows of the report',
  chartCaption: 'by day',
  totals: 'Sums of the range',
  total: 'Total',
  comparedWith: (days: string, before: string, count: number, has: number, hasBefore: number) => {
    const gap = has < count ? `, with numbers for ${has} of ${count} days` : '';
    if (hasBefore === 0) return `${days}${gap}. The ${count} days before have no numbers.`;
    if (has === count && hasBefore === count) return `${days}, compared with ${before}.`;
    const gapBefore = hasBefore < count ? `, with numbers for ${hasBefore} of ${count} days` : '';
    return `${days}${gap}, is not compared with ${before}${gapBefore}.`;
  },
  points: (difference: string) => `${difference} points`,
  thanBefore: 'compared with the days before',
  noEarlier: 'nothing to compare',
  thisPeriod: 'This period',
  periodBefore: 'Period before',
  largestOf: (shown: number, all: number, dimension: string, metric: string) =>
    `The charts show the ${shown} largest of ${all} (${dimension}, by ${metric}).`,
  tooMany:
    'There are too many rows for charts. Choose fewer days, or split by something that has fewer values.',
  finding: (metric: string, peak: string, day: string) => `${metric} by day; most on ${day}: ${peak}.`,
  findingOf: (metric: string, peak: string, name: string, day: string) =>
    `${metric} by day; most for ${name} on ${day}: ${peak}.`,
  shown: (shown: number, all: string) => `${shown} of ${all} rows. The file has all of them.`,
  noMetric: 'Choose at least one metric.',
  emptyTitle: 'No numbers in this range',
  emptyText: 'Numbers appear as soon as apps or networks send them.',
  emptyPast: (days: string) => `There are none for ${days}.`,
  showLast: (days: number) => `Show the last ${days} days`,
  warnings: 'About these numbers',
  withoutRate: {
    noFile: () =>
      'The server has no exchange rates, so revenue in other currencies is left out: set mediation.rates to a file of daily rates, such as eurofxref-hist.csv of the European Central Bank.',
    emptyFile: () =>
      'The file of exchange rates (mediation.rates) has no rates, so revenue in other currencies is left out: write a line for each day and currency below its first line, or use eurofxref-hist.csv of the European Central Bank.',
    noRateOfDay: (currencies) =>
      `The file of exchange rates (mediation.rates) has no rate of ${currencies} for these days, so revenue that it would convert is left out: add it to the file.`,
  } as Readonly<Record<RateProblem, (currencies: string) => string>>,
} as const;
