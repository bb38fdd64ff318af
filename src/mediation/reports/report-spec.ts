import type { Metric } from './metric-values.ts';
import type { Dimension } from './report-dimensions.ts';

export interface SpecDate {
  readonly year?: number;
  readonly month?: number;
  readonly day?: number;
}

export interface SortCondition {
  readonly dimension?: Dimension;
  readonly metric?: Metric;
  readonly order?: 'ASCENDING' | 'DESCENDING';
}

interface DimensionFilter {
  readonly dimension?: Dimension;
  readonly matchesAny?: { readonly values?: readonly string[] };
}

/** The spec as sent; its enum values are known. */
export interface ReportSpec {
  /** The first and last day of the report, both included. */
  readonly dateRange?: { readonly startDate?: SpecDate; readonly endDate?: SpecDate };
  readonly dimensions?: readonly Dimension[];
  readonly metrics?: readonly Metric[];
  readonly dimensionFilters?: readonly DimensionFilter[];
  readonly sortConditions?: readonly SortCondition[];
  readonly localizationSettings?: { readonly currencyCode?: string; readonly languageCode?: string };
  readonly maxReportRows?: number;
  readonly timeZone?: string;
  /** The language of a campaign report. Other reports have it in localizationSettings. */
  readonly languageCode?: string;
}
