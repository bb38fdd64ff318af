import { Type } from 'typebox';
import { int32, listOf, member, message, oneOf, text } from './message.ts';
import {
  CampaignReportDimension,
  CampaignReportMetric,
  MediationReportDimension,
  MediationReportMetric,
  NetworkReportDimension,
  NetworkReportMetric,
  SortOrder,
} from './report-enums.ts';

type Names = Readonly<Record<string, string>>;

const ReportDate = message('Date', 'A day.', {
  year: int32('1 to 9999.'),
  month: int32('1 to 12.'),
  day: int32('1 to 31.'),
});

export const DateRange = message('DateRange', 'A range of days, both included.', {
  startDate: member(ReportDate, 'The first day.'),
  endDate: member(ReportDate, 'The last day.'),
});

export const LocalizationSettings = message('LocalizationSettings', 'Currency and language of a report.', {
  currencyCode: text(
    'ISO 4217; that of the account when left out. Amounts are converted at the rate of each day.',
  ),
  languageCode: text(
    'BCP 47; en-US when left out. It decides on names of countries, and on the first day of weeks.',
  ),
});

const StringList = message('StringList', 'A list of texts.', {
  values: listOf(Type.String(), 'The texts.'),
});

function dimensionsAndMetrics<D extends Names, M extends Names>(of: string, dimensions: D, metrics: M) {
  const dimension = (description: string) => oneOf(`${of}.Dimension`, dimensions, description);
  const metric = (description: string) => oneOf(`${of}.Metric`, metrics, description);
  return {
    dimension,
    metric,
    lists: {
      dateRange: member(DateRange, 'The days of the report.'),
      dimensions: listOf(
        dimension(''),
        'What rows are split by; one row for the whole account when left out.',
      ),
      metrics: listOf(metric(''), 'What rows show, at least one.'),
    },
  };
}

/** The specifications of the mediation and the network report differ in their dimensions and metrics only. */
function reportSpec<D extends Names, M extends Names>(
  of: string,
  description: string,
  dimensions: D,
  metrics: M,
) {
  const { dimension, metric, lists } = dimensionsAndMetrics(of, dimensions, metrics);
  const filter = message(`${of}DimensionFilter`, 'Keeps rows by their value of a dimension.', {
    dimension: dimension('The dimension.'),
    matchesAny: member(StringList, 'Rows with one of these values are kept.'),
  });
  const condition = message(`${of}SortCondition`, 'Sorts by a dimension or by a metric.', {
    dimension: dimension('The dimension.'),
    metric: metric('The metric.'),
    order: oneOf(`${of}.SortOrder`, SortOrder, 'ASCENDING when left out.'),
  });
  return message(of, description, {
    ...lists,
    dimensionFilters: listOf(filter, 'Rows that match all filters are kept.'),
    sortConditions: listOf(condition, 'The first has priority; without any the order is undefined.'),
    localizationSettings: member(LocalizationSettings, 'Currency and language.'),
    maxReportRows: int32('Most rows, 1 to 100000; 100000 when left out.'),
    timeZone: text('IANA time zone of the days; that of the account when left out.'),
  });
}

const MediationReportSpec = reportSpec(
  'MediationReportSpec',
  'What a mediation report shows.',
  MediationReportDimension,
  MediationReportMetric,
);

const NetworkReportSpec = reportSpec(
  'NetworkReportSpec',
  'What a network report shows.',
  NetworkReportDimension,
  NetworkReportMetric,
);

const CampaignReportSpec = message('CampaignReportSpec', 'What a campaign report shows.', {
  ...dimensionsAndMetrics('CampaignReportSpec', CampaignReportDimension, CampaignReportMetric).lists,
  languageCode: text('BCP 47; en-US when left out or invalid.'),
});

export const GenerateMediationReportRequest = message(
  'GenerateMediationReportRequest',
  'Asks for a mediation report.',
  { reportSpec: member(MediationReportSpec, 'What the report shows.') },
);

export const GenerateNetworkReportRequest = message(
  'GenerateNetworkReportRequest',
  'Asks for a network report.',
  { reportSpec: member(NetworkReportSpec, 'What the report shows.') },
);

export const GenerateCampaignReportRequest = message(
  'GenerateCampaignReportRequest',
  'Asks for a campaign report.',
  { reportSpec: member(CampaignReportSpec, 'What the report shows.') },
);
