import { describe, expect, it } from 'vitest';
import { METRICS } from './metric-values.ts';
import { DIMENSIONS, type ReportKind } from './report-dimensions.ts';
import type { ReportSpec } from './report-spec.ts';
import { RULES, violationsOfSpec } from './spec-rules.ts';

const date = (year: number, month: number, day: number) => ({ year, month, day });
const range = (startDate: object, endDate: object) => ({ dateRange: { startDate, endDate } });
const VALID: ReportSpec = {
  ...range(date(2026, 3, 1), date(2026, 3, 30)),
  dimensions: ['DATE', 'AD_UNIT'],
  metrics: ['IMPRESSIONS'],
};

interface Case {
  readonly kind?: ReportKind;
  readonly bad: ReportSpec;
  readonly fields: readonly string[];
  readonly good: ReportSpec;
}

const CASES: Readonly<Record<keyof typeof RULES, readonly Case[]>> = {
  'both dates are required, whole and exist': [
    { bad: { dateRange: {} }, fields: ['dateRange.startDate', 'dateRange.endDate'], good: {} },
    {
      bad: range(date(2026, 2, 29), date(2026, 3, 0)),
      fields: ['dateRange.startDate', 'dateRange.endDate'],
      good: range(date(2024, 2, 29), date(2024, 3, 1)),
    },
  ],
  'the start is not after the end': [
    {
      bad: range(date(2026, 3, 2), date(2026, 3, 1)),
      fields: ['dateRange'],
      good: range(date(2026, 3, 1), date(2026, 3, 1)),
    },
  ],
  'a campaign report has at most 30 days': [
    {
      kind: 'campaign',
      bad: { ...range(date(2026, 3, 1), date(2026, 3, 31)), dimensions: ['DATE'] },
      fields: ['dateRange'],
      good: { dimensions: ['DATE'] },
    },
  ],
  'at least one metric': [{ bad: { metrics: [] }, fields: ['metrics'], good: {} }],
  'metrics are those of the report': [
    { bad: { metrics: ['INSTALLS', 'SHOW_RATE'] }, fields: ['metrics[0]', 'metrics[1]'], good: {} },
    { kind: 'network', bad: { metrics: ['OBSERVED_ECPM'] }, fields: ['metrics[0]'], good: {} },
  ],
  'no metric twice': [{ bad: { metrics: ['CLICKS', 'CLICKS'] }, fields: ['metrics[1]'], good: {} }],
  'dimensions are those of the report': [
    { bad: { dimensions: ['AD_TYPE'] }, fields: ['dimensions[0]'], good: { dimensions: ['AD_SOURCE'] } },
    {
      kind: 'network',
      bad: { dimensions: ['DATE', 'AD_SOURCE'] },
      fields: ['dimensions[1]'],
      good: { dimensions: ['AD_TYPE'] },
    },
  ],
  'no dimension twice': [{ bad: { dimensions: ['APP', 'APP'] }, fields: ['dimensions[1]'], good: {} }],
  'at most one of DATE, WEEK and MONTH': [
    { bad: { dimensions: ['DATE', 'WEEK'] }, fields: ['dimensions'], good: { dimensions: ['WEEK'] } },
  ],
  'AD_TYPE does not go with some metrics': [
    {
      kind: 'network',
      bad: {
        dimensions: ['AD_TYPE'],
        metrics: ['CLICKS', 'AD_REQUESTS', 'MATCH_RATE', 'IMPRESSION_RPM'],
      },
      fields: ['metrics[1]', 'metrics[2]', 'metrics[3]'],
      good: { dimensions: ['AD_TYPE'], metrics: ['CLICKS'] },
    },
  ],
  'a filter names a dimension of the report and at least one value': [
    {
      bad: { dimensionFilters: [{ dimension: 'APP', matchesAny: { values: [] } }, { matchesAny: {} }] },
      fields: [
        'dimensionFilters[0].matchesAny',
        'dimensionFilters[1].dimension',
        'dimensionFilters[1].matchesAny',
      ],
      good: { dimensionFilters: [{ dimension: 'COUNTRY', matchesAny: { values: ['DE'] } }] },
    },
  ],
  'a sort condition has one of dimension and metric, which is in the report': [
    {
      bad: {
        sortConditions: [
          {},
          { dimension: 'DATE', metric: 'IMPRESSIONS' },
          { dimension: 'COUNTRY' },
          { metric: 'CLICKS' },
        ],
      },
      fields: [
        'sortConditions[0]',
        'sortConditions[1]',
        'sortConditions[2].dimension',
        'sortConditions[3].metric',
      ],
      good: { sortConditions: [{ dimension: 'APP' }, { metric: 'IMPRESSIONS', order: 'DESCENDING' }] },
    },
  ],
  'no sort condition twice': [
    {
      bad: {
        sortConditions: [
          { dimension: 'DATE' },
          { metric: 'IMPRESSIONS' },
          { metric: 'IMPRESSIONS', order: 'DESCENDING' },
          { dimension: 'DATE' },
        ],
      },
      fields: ['sortConditions[2]', 'sortConditions[3]'],
      good: { sortConditions: [{ dimension: 'DATE' }, { metric: 'IMPRESSIONS' }, { dimension: 'APP' }] },
    },
  ],
  'at most 100000 rows': [
    { bad: { maxReportRows: 100_001 }, fields: ['maxReportRows'], good: { maxReportRows: 100_000 } },
    { bad: { maxReportRows: 0 }, fields: ['maxReportRows'], good: { maxReportRows: 1 } },
  ],
  'the time zone is known': [
    { bad: { timeZone: 'Europe/Atlantis' }, fields: ['timeZone'], good: { timeZone: 'Asia/Kolkata' } },
  ],
  'the currency is known': [
    {
      bad: { localizationSettings: { currencyCode: 'EUX' } },
      fields: ['localizationSettings.currencyCode'],
      good: { localizationSettings: { currencyCode: 'EUR', languageCode: 'none at all' } },
    },
  ],
};

describe.each(Object.entries(CASES))('The rule for reports: %s', (_, cases) => {
  it.each(cases)(
    'the error for a report that violates the rule names $fields',
    ({ kind = 'mediation', bad, fields }) => {
      expect(violationsOfSpec({ ...VALID, ...bad }, kind).map(({ field }) => field)).toEqual(fields);
    },
  );

  it.each(cases)('a report that follows the rule is accepted', ({ kind = 'mediation', good }) => {
    const base: ReportSpec = kind === 'campaign' ? { ...VALID, dimensions: [] } : VALID;
    expect(violationsOfSpec({ ...base, ...good }, kind)).toEqual([]);
  });
});

it('lists with more entries than there are names are refused before all else', () => {
  const lists = (length: number) => ({
    dimensions: Array<'APP'>(length).fill('APP'),
    metrics: Array<'CLICKS'>(length).fill('CLICKS'),
    dimensionFilters: Array<object>(length).fill({}),
    sortConditions: Array<object>(length).fill({}),
  });
  const fieldsOf = (length: number) =>
    violationsOfSpec({ ...VALID, ...lists(length) }, 'mediation').map(({ field }) => field);
  const names = Object.keys({ ...DIMENSIONS, ...METRICS }).length;
  expect(fieldsOf(names + 1)).toEqual(['dimensions', 'metrics', 'dimensionFilters', 'sortConditions']);
  expect(fieldsOf(names)).toContain('dimensions[1]');
});

it('several filters may name the same dimension', () => {
  const filter = (...values: string[]) => ({ dimension: 'COUNTRY' as const, matchesAny: { values } });
  const spec = { ...VALID, dimensionFilters: [filter('DE', 'FR'), filter('FR', 'US')] };
  expect(violationsOfSpec(spec, 'mediation')).toEqual([]);
});

it('every rule for reports has a test case', () => {
  expect(Object.keys(CASES)).toEqual(Object.keys(RULES));
});
