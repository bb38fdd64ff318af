import { isTimeZone } from '../../conventions/time-zone.ts';
import { METRICS, type Metric } from './metric-values.ts';
import { dayOf, lengthOf } from './report-days.ts';
import {
  DIMENSIONS,
  type Dimension,
  type ReportKind,
  rowDimensions,
  TIME_DIMENSIONS,
} from './report-dimensions.ts';
import type { ReportSpec } from './report-spec.ts';

export const MOST_ROWS = 100_000;
const MOST_CAMPAIGN_DAYS = 30;

/** Metrics that the network report does not split by ad type. */
const NOT_BY_AD_TYPE: readonly Metric[] = ['AD_REQUESTS', 'MATCH_RATE', 'IMPRESSION_RPM'];

interface Violation {
  readonly field: string;
  /** Completes a sentence that begins with the name of the field: "is required". */
  readonly problem: string;
}

type Check = (spec: ReportSpec, kind: ReportKind) => readonly Violation[];

const violation = (field: string, problem: string, holds: boolean): readonly Violation[] =>
  holds ? [{ field, problem }] : [];

const repeated = <T>(items: readonly T[], field: string): readonly Violation[] =>
  items.flatMap((item, index) =>
    violation(`${field}[${index}]`, 'stands twice', items.indexOf(item) !== index),
  );

const datesOf = ({ dateRange = {} }: ReportSpec) => ({
  first: dayOf(dateRange.startDate ?? {}),
  last: dayOf(dateRange.endDate ?? {}),
});

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** No list needs more entries than there are names. */
const MOST_ENTRIES = Object.keys({ ...DIMENSIONS, ...METRICS }).length;

const LISTS = ['dimensions', 'metrics', 'dimensionFilters', 'sortConditions'] as const;

const longLists: Check = (spec) =>
  LISTS.flatMap((field) =>
    violation(field, `has more than ${MOST_ENTRIES} entries`, (spec[field] ?? []).length > MOST_ENTRIES),
  );

/** Rules on the meaning of a reportSpec. Its shape is checked before. */
export const RULES = {
  'both dates are required, whole and exist': (spec) => {
    const { first, last } = datesOf(spec);
    return [
      ...violation('dateRange.startDate', 'is not a whole date that exists', first === undefined),
      ...violation('dateRange.endDate', 'is not a whole date that exists', last === undefined),
    ];
  },
  'the start is not after the end': (spec) => {
    const { first, last } = datesOf(spec);
    return violation('dateRange', 'ends before it starts', !!first && !!last && first > last);
  },
  'a campaign report has at most 30 days': (spec, kind) => {
    const { first, last } = datesOf(spec);
    const long = kind === 'campaign' && !!first && !!last && lengthOf(first, last) > MOST_CAMPAIGN_DAYS;
    return violation('dateRange', 'has more than 30 days', long);
  },
  'at least one metric': ({ metrics = [] }) =>
    violation('metrics', 'is required: at least one metric', metrics.length === 0),
  'metrics are those of the report': ({ metrics = [] }, kind) =>
    metrics.flatMap((metric, index) => {
      // An unset name is in no table.
      const reports: readonly ReportKind[] | undefined = METRICS[metric]?.reports;
      return violation(`metrics[${index}]`, 'is no metric of this report', !reports?.includes(kind));
    }),
  'no metric twice': ({ metrics = [] }) => repeated(metrics, 'metrics'),
  'dimensions are those of the report': ({ dimensions = [] }, kind) =>
    dimensions.flatMap((dimension, index) =>
      violation(`dimensions[${index}]`, 'is no dimension of this report', !hasDimension(kind, dimension)),
    ),
  'no dimension twice': ({ dimensions = [] }) => repeated(dimensions, 'dimensions'),
  'at most one of DATE, WEEK and MONTH': ({ dimensions = [] }) => {
    const times = TIME_DIMENSIONS.filter((time) => dimensions.includes(time));
    return violation('dimensions', 'has more than one of DATE, WEEK and MONTH', times.length > 1);
  },
  'AD_TYPE does not go with some metrics': ({ dimensions = [], metrics = [] }) =>
    metrics.flatMap((metric, index) => {
      const excluded = NOT_BY_AD_TYPE.includes(metric) && dimensions.includes('AD_TYPE');
      return violation(`metrics[${index}]`, 'cannot be split by AD_TYPE', excluded);
    }),
  'a filter names a dimension of the report and at least one value': ({ dimensionFilters = [] }, kind) =>
    dimensionFilters.flatMap(({ dimension, matchesAny = {} }, index) => {
      const field = `dimensionFilters[${index}]`;
      const known = dimension !== undefined && hasDimension(kind, dimension);
      return [
        ...violation(`${field}.dimension`, 'is no dimension of this report', !known),
        ...violation(`${field}.matchesAny`, 'has no values', (matchesAny.values ?? []).length === 0),
      ];
    }),
  'a sort condition has one of dimension and metric, which is in the report': (spec) =>
    (spec.sortConditions ?? []).flatMap(({ dimension, metric }, index) => {
      const field = `sortConditions[${index}]`;
      if ((dimension === undefined) === (metric === undefined)) {
        return [{ field, problem: 'needs either a dimension or a metric' }];
      }
      const dimensions = rowDimensions(spec.dimensions ?? []);
      return [
        ...violation(
          `${field}.dimension`,
          'is not in the report',
          dimension !== undefined && !dimensions.includes(dimension),
        ),
        ...violation(
          `${field}.metric`,
          'is not in the report',
          metric !== undefined && !(spec.metrics ?? []).includes(metric),
        ),
      ];
    }),
  'no sort condition twice': ({ sortConditions = [] }) =>
    repeated(
      sortConditions.map(({ dimension, metric }) => dimension ?? metric),
      'sortConditions',
    ),
  'at most 100000 rows': ({ maxReportRows = MOST_ROWS }) =>
    violation(
      'maxReportRows',
      `is not between 1 and ${MOST_ROWS}`,
      !(maxReportRows >= 1 && maxReportRows <= MOST_ROWS),
    ),
  'the time zone is known': ({ timeZone }) =>
    violation(
      'timeZone',
      'is not the name of a zone of the IANA time zone database, such as Europe/Berlin',
      timeZone !== undefined && !isTimeZone(timeZone),
    ),
  'the currency is known': ({ localizationSettings: { currencyCode } = {} }) =>
    violation(
      'localizationSettings.currencyCode',
      'is no currency of ISO 4217',
      currencyCode !== undefined && !CURRENCIES.has(currencyCode),
    ),
} as const satisfies Readonly<Record<string, Check>>;

function hasDimension(kind: ReportKind, dimension: Dimension): boolean {
  const reports: readonly ReportKind[] | undefined = DIMENSIONS[dimension];
  return reports?.includes(kind) ?? false;
}

/** All violations of the rules, so that one answer lists them. The work of the rules grows with lists. */
export const violationsOfSpec: Check = (spec, kind) => {
  const long = longLists(spec, kind);
  return long.length > 0 ? long : Object.values<Check>(RULES).flatMap((check) => check(spec, kind));
};
