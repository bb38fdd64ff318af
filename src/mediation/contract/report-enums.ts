const TIME = {
  DATE: 'A day, as in 20210701. A report has at most one of DATE, MONTH and WEEK.',
  MONTH: 'A month, as in 202107. A report has at most one of DATE, MONTH and WEEK.',
  WEEK: 'The first day of a week, as in 20210704. A report has at most one of DATE, MONTH and WEEK.',
} as const;

const AD_UNIT = {
  AD_UNIT: 'An ad unit, as in ca-app-pub-1234/1234. It brings APP along.',
  APP: 'An app, as in ca-app-pub-1234~1234.',
} as const;

const DELIVERY = {
  COUNTRY: 'CLDR country code of the place of views and clicks, as in US.',
  FORMAT: 'Format of the ad unit, as in banner.',
  PLATFORM: 'Platform of the app: Android or iOS.',
  MOBILE_OS_VERSION: 'Version of the operating system, as in iOS 13.5.1.',
  GMA_SDK_VERSION: 'Version of the mediation SDK, as in iOS 7.62.0.',
  APP_VERSION_NAME: 'Version of the app.',
  SERVING_RESTRICTION: 'Restriction of serving, such as ads that are not personalized.',
} as const;

export const MediationReportDimension = {
  DIMENSION_UNSPECIFIED: 'Unset.',
  ...TIME,
  AD_SOURCE: 'Id of the ad source.',
  AD_SOURCE_INSTANCE: 'A line of a mediation group, as in ca-app-pub-1234:asi:5678.',
  ...AD_UNIT,
  MEDIATION_GROUP: 'A mediation group, as in ca-app-pub-1234:mg:1234.',
  ...DELIVERY,
} as const;

export const NetworkReportDimension = {
  DIMENSION_UNSPECIFIED: 'Unset.',
  ...TIME,
  ...AD_UNIT,
  AD_TYPE: 'Type of the ad. It does not go with AD_REQUESTS, MATCH_RATE and IMPRESSION_RPM.',
  ...DELIVERY,
} as const;

export const CampaignReportDimension = {
  DIMENSION_UNSPECIFIED: 'Unset.',
  DATE: 'A day, as in 20210701.',
  CAMPAIGN_ID: 'Id of the campaign.',
  CAMPAIGN_NAME: 'Name of the campaign.',
  AD_ID: 'Id of the ad.',
  AD_NAME: 'Name of the ad.',
  PLACEMENT_ID: 'Id in its store of the app with the ad.',
  PLACEMENT_NAME: 'Name of the app with the ad.',
  PLACEMENT_PLATFORM: 'Platform of the app with the ad.',
  COUNTRY: 'The targeted country.',
  FORMAT: 'Format of the ad unit, as in banner.',
} as const;

const EARNINGS = {
  METRIC_UNSPECIFIED: 'Unset.',
  AD_REQUESTS: 'Number of ad requests.',
  CLICKS: 'Number of clicks.',
  ESTIMATED_EARNINGS: 'Earnings in micros: 6500000 for 6.50.',
  IMPRESSIONS: 'Number of ads shown.',
  IMPRESSION_CTR: 'Clicks by impressions, 0 to 1.',
} as const;

export const MediationReportMetric = {
  ...EARNINGS,
  MATCHED_REQUESTS: 'Number of requests that an ad was returned for.',
  MATCH_RATE: 'Matched requests by ad requests, 0 to 1.',
  OBSERVED_ECPM: 'Earnings for 1000 impressions, in micros.',
} as const;

export const NetworkReportMetric = {
  ...EARNINGS,
  IMPRESSION_RPM: 'Earnings for 1000 impressions, in micros.',
  MATCHED_REQUESTS: 'Number of requests that an ad was returned for.',
  MATCH_RATE: 'Matched requests by ad requests, 0 to 1.',
  SHOW_RATE: 'Impressions by matched requests, 0 to 1.',
} as const;

export const CampaignReportMetric = {
  METRIC_UNSPECIFIED: 'Unset.',
  IMPRESSIONS: 'Number of ads shown.',
  CLICKS: 'Number of clicks.',
  CLICK_THROUGH_RATE: 'Clicks by impressions.',
  INSTALLS: 'Number of installations.',
  ESTIMATED_COST: 'Cost of serving, in micros.',
  AVERAGE_CPI: 'Average cost of an installation, in micros.',
  INTERACTIONS: 'Number of clicks and engagements.',
} as const;

export const SortOrder = {
  SORT_ORDER_UNSPECIFIED: 'Unset.',
  ASCENDING: 'The smallest value first.',
  DESCENDING: 'The largest value first.',
} as const;

export const ReportWarningType = {
  TYPE_UNSPECIFIED: 'Unset.',
  DATA_BEFORE_ACCOUNT_TIMEZONE_CHANGE: 'There are data from before the time zone of the account was changed.',
  DATA_DELAYED: 'A source that sends its numbers daily is late.',
  OTHER: 'As the description says.',
  REPORT_CURRENCY_NOT_ACCOUNT_CURRENCY: 'The currency of the report is not that of the account.',
} as const;
