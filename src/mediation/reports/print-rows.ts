import { textOf } from './dimension-values.ts';
import { type Metric, type MetricValue, metricValueOf } from './metric-values.ts';
import { type Dimension, isTime, rowDimensions } from './report-dimensions.ts';
import { DEFAULT_LANGUAGE } from './report-locale.ts';
import type { ReportSpec } from './report-spec.ts';
import type { Row } from './row-order.ts';

/** The display name of a stored value; undefined if it has none. */
export type LabelOf = (dimension: Dimension, stored: string) => string | undefined;

interface DimensionValue {
  readonly value: string;
  readonly displayLabel?: string;
}

interface ReportRow {
  readonly dimensionValues: Partial<Readonly<Record<Dimension, DimensionValue>>>;
  readonly metricValues: Partial<Readonly<Record<Metric, MetricValue>>>;
}

interface RowView {
  readonly publisherId: string;
  readonly language: string;
  readonly labelOf: LabelOf;
}

/** Prints rows, with names of countries in the language of the report. */
export function rowPrinter({ dimensions = [], metrics = [] }: ReportSpec, view: RowView) {
  const columns = rowDimensions(dimensions);
  const countries = new Intl.DisplayNames([view.language, DEFAULT_LANGUAGE], { type: 'region' });
  const countryOf = (code: string) => (/^[A-Z]{2}$/.test(code) ? countries.of(code) : undefined);
  const dimensionValueOf = (dimension: Dimension, stored: string): DimensionValue => {
    if (isTime(dimension)) return { value: stored };
    const value = textOf(dimension, stored, view.publisherId);
    const label = dimension === 'COUNTRY' ? countryOf(stored) : view.labelOf(dimension, stored);
    return { value, ...(label !== undefined && label !== value && { displayLabel: label }) };
  };
  return (row: Row): ReportRow => ({
    dimensionValues: Object.fromEntries(
      columns.map((dimension, index) => [dimension, dimensionValueOf(dimension, row.dimensions[index]!)]),
    ),
    metricValues: Object.fromEntries(
      metrics.flatMap((metric) => {
        const value = metricValueOf(metric, row.sums);
        return value ? [[metric, value]] : [];
      }),
    ),
  });
}
