import { type Static, Type } from 'typebox';
import { int64, listOf, mapOf, member, message, oneOf, text } from './message.ts';
import { ReportWarningType } from './report-enums.ts';
import { DateRange, LocalizationSettings } from './report-spec.ts';

const ReportHeader = message('ReportHeader', 'What a report shows.', {
  dateRange: member(DateRange, 'The days of the report, as in the request.'),
  localizationSettings: member(LocalizationSettings, 'Currency and language of the report.'),
  reportingTimeZone: text('IANA time zone of the days.'),
});

const ReportRowDimensionValue = message('ReportRowDimensionValue', 'The value of a dimension.', {
  value: text('The value, in the form of its dimension.'),
  displayLabel: text('Text to show, if it is another one.'),
});

const ReportRowMetricValue = message('ReportRowMetricValue', 'The value of a metric.', {
  integerValue: int64('A count.'),
  microsValue: int64('An amount of the currency of the report: 6500000 for 6.50.'),
  doubleValue: Type.Number({ description: 'A rate, 0 to 1.', format: 'double' }),
});

const ReportRow = message('ReportRow', 'A row of a report.', {
  dimensionValues: mapOf(ReportRowDimensionValue, 'Values by the name of their dimension.'),
  metricValues: mapOf(
    ReportRowMetricValue,
    'Values by the name of their metric; a metric without a value is left out.',
  ),
});

const ReportWarning = message('ReportWarning', 'A caveat that readers of a report need.', {
  type: oneOf('ReportWarning.Type', ReportWarningType, 'The kind of caveat.'),
  description: text('The caveat, in English.'),
});

const ReportFooter = message('ReportFooter', 'What is known at the end of a report.', {
  matchingRowCount: int64('Number of rows before maxReportRows is applied.'),
  warnings: listOf(ReportWarning, 'Caveats of the report.'),
});

const streamed = (title: string, description: string) =>
  message(title, description, {
    header: member(ReportHeader, 'Only in the first message.'),
    row: member(ReportRow, 'A row.'),
    footer: member(ReportFooter, 'Only in the last message.'),
  });

export const GenerateMediationReportResponse = streamed(
  'GenerateMediationReportResponse',
  'A header, the rows, then a footer: an array of messages with one member each.',
);

export const GenerateNetworkReportResponse = streamed(
  'GenerateNetworkReportResponse',
  'A header, the rows, then a footer: an array of messages with one member each.',
);

export const GenerateCampaignReportResponse = message(
  'GenerateCampaignReportResponse',
  'A campaign report.',
  { rows: listOf(ReportRow, 'The rows, at most 100000.') },
);

export type ReportMessage = Static<typeof GenerateMediationReportResponse>;
