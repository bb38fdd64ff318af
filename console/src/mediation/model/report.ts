import { decimalOf } from '../../../../src/client/cpm.ts';
import { percentText } from '../../../../src/conventions/percent.ts';
import type { BodyOf } from '../api.ts';
import type { Days } from './days.ts';
import { moneyText } from './money.ts';

type Spec = NonNullable<BodyOf<'accounts.mediationReport.generate'>['reportSpec']>;
export type Dimension = NonNullable<Spec['dimensions']>[number];
export type Metric = NonNullable<Spec['metrics']>[number];

/** A message of a report, as it is received. */
export interface ReportMessage {
  readonly row?: ReportRow;
  readonly footer?: {
    readonly matchingRowCount?: string;
    readonly warnings?: readonly { readonly description?: string }[];
  };
}

interface MetricValue {
  readonly integerValue?: string;
  readonly microsValue?: string;
  readonly doubleValue?: number;
}

export interface ReportRow {
  readonly dimensionValues: Readonly<
    Record<string, { readonly value?: string; readonly displayLabel?: string }>
  >;
  readonly metricValues: Readonly<Record<string, MetricValue>>;
}

export interface Chosen extends Days {
  readonly dimensions: readonly Dimension[];
  readonly metrics: readonly Metric[];
  /** A dimension or a metric; '' sorts by the dimensions in their order. */
  readonly sort: string;
  readonly rows: number;
  /** Only rows with this value of a dimension. */
  readonly only?: { readonly dimension: Dimension; readonly value: string };
}

/** As many rows as charts read: years of days, or months of days and many values of a dimension. */
const MOST_ROWS = 20_000;

/** All numbers of a range: one row of sums, or a row for each value of the dimensions. */
export const wholeRange = (
  { from, to }: Days,
  { dimensions = [], ...wanted }: Pick<Chosen, 'metrics' | 'only'> & Partial<Pick<Chosen, 'dimensions'>>,
): Chosen => ({ from, to, dimensions, ...wanted, sort: '', rows: MOST_ROWS });

export const TIMES: readonly Dimension[] = ['DATE', 'WEEK', 'MONTH'];
export const SPLITS: readonly Dimension[] = [
  'APP',
  'AD_UNIT',
  'AD_SOURCE',
  'AD_SOURCE_INSTANCE',
  'MEDIATION_GROUP',
  'COUNTRY',
  'FORMAT',
  'PLATFORM',
];
export const METRICS: readonly Metric[] = [
  'ESTIMATED_EARNINGS',
  'OBSERVED_ECPM',
  'IMPRESSIONS',
  'AD_REQUESTS',
  'MATCH_RATE',
  'CLICKS',
  'IMPRESSION_CTR',
];

/** The column that sorts, if a person chose none: days follow each other, and of other rows the largest come first. */
export const usualSort = (columns: readonly (Dimension | Metric)[]): string =>
  columns.find((one) => TIMES.some((time) => time === one)) ??
  columns.find((one) => one === 'ESTIMATED_EARNINGS') ??
  columns.find(isMetric) ??
  '';

const dateOf = (day: string) => {
  const [year, month, number] = day.split('-').map(Number);
  return { year: year ?? 0, month: month ?? 0, day: number ?? 0 };
};

const isMetric = (name: string): name is Metric => (METRICS as readonly string[]).includes(name);

/** Metrics are sorted with the largest first, dimensions with the first. */
function conditions(sort: string): Spec['sortConditions'] {
  if (sort === '') return [];
  return isMetric(sort)
    ? [{ metric: sort, order: 'DESCENDING' }]
    : [{ dimension: sort as Dimension, order: 'ASCENDING' }];
}

export function specOf({ from, to, dimensions, metrics, sort, rows, only }: Chosen): Spec {
  return {
    dateRange: { startDate: dateOf(from), endDate: dateOf(to) },
    dimensions: [...dimensions],
    metrics: [...metrics],
    sortConditions: conditions(sort) ?? [],
    maxReportRows: rows,
    ...(only && {
      dimensionFilters: [{ dimension: only.dimension, matchesAny: { values: [only.value] } }],
    }),
  };
}

/** `20260301` as `2026-03-01`, `202603` as `2026-03`. */
const dayText = (value: string) =>
  value.replace(/^(\d{4})(\d\d)(\d\d)?$/, (_, year, month, day) =>
    [year, month, ...(day ? [day] : [])].join('-'),
  );

/** The text of a value: its label and, if it is an id, the value. */
export function dimensionText(row: ReportRow, dimension: Dimension): string {
  const { value = '', displayLabel } = row.dimensionValues[dimension] ?? {};
  return displayLabel ?? (TIMES.includes(dimension) ? dayText(value) : value);
}

/** The rows of some days. */
export const rowsIn = (rows: readonly ReportRow[], { from, to }: Days): readonly ReportRow[] =>
  rows.filter((row) => {
    const day = dimensionText(row, 'DATE');
    return from <= day && day <= to;
  });

/** A number, for charts. Undefined if there is no value. */
export function numberOf(value: MetricValue | undefined): number | undefined {
  if (value?.integerValue !== undefined) return Number(value.integerValue);
  return value?.microsValue === undefined ? value?.doubleValue : Number(value.microsValue) / 1e6;
}

export function metricText(value: MetricValue | undefined, currency: string, locale: string): string {
  const number = numberOf(value);
  if (number === undefined) return '–';
  if (value?.microsValue !== undefined) return moneyText(number, currency, locale);
  if (value?.doubleValue !== undefined) return percentText(number, { locale, isFixed: true });
  return number.toLocaleString(locale);
}

/** For files: numbers are exact up to 2^53, so larger ones are text. */
function exactOf(value: MetricValue | undefined): number | string | undefined {
  const digits = value?.integerValue ?? value?.microsValue;
  if (digits === undefined || Number.isSafeInteger(Number(digits))) return numberOf(value);
  return value?.integerValue ?? decimalOf(digits, 0);
}

/** Cells of a file: ids as well as labels, and plain numbers. */
export function cellsOf(row: ReportRow, { dimensions, metrics }: Pick<Chosen, 'dimensions' | 'metrics'>) {
  return [
    ...dimensions.flatMap((dimension) => {
      const { value = '', displayLabel = '' } = row.dimensionValues[dimension] ?? {};
      return [value, displayLabel];
    }),
    ...metrics.map((metric) => exactOf(row.metricValues[metric])),
  ];
}
