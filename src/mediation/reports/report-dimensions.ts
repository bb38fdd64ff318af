/** `campaign` reports are always empty here, because this server runs no campaigns. */
export type ReportKind = 'mediation' | 'network' | 'campaign';

/** A report has at most one of DATE, WEEK and MONTH. */
export const TIME_DIMENSIONS = ['DATE', 'WEEK', 'MONTH'] as const;
export type TimeDimension = (typeof TIME_DIMENSIONS)[number];

const BOTH: readonly ReportKind[] = ['mediation', 'network'];
const ALL: readonly ReportKind[] = [...BOTH, 'campaign'];
const MEDIATION: readonly ReportKind[] = ['mediation'];
const CAMPAIGN: readonly ReportKind[] = ['campaign'];

/** For each dimension, the reports that support it. */
export const DIMENSIONS = {
  DATE: ALL,
  WEEK: BOTH,
  MONTH: BOTH,
  AD_UNIT: BOTH,
  APP: BOTH,
  COUNTRY: ALL,
  FORMAT: ALL,
  PLATFORM: BOTH,
  MOBILE_OS_VERSION: BOTH,
  GMA_SDK_VERSION: BOTH,
  APP_VERSION_NAME: BOTH,
  SERVING_RESTRICTION: BOTH,
  AD_SOURCE: MEDIATION,
  AD_SOURCE_INSTANCE: MEDIATION,
  MEDIATION_GROUP: MEDIATION,
  AD_TYPE: ['network'],
  CAMPAIGN_ID: CAMPAIGN,
  CAMPAIGN_NAME: CAMPAIGN,
  AD_ID: CAMPAIGN,
  AD_NAME: CAMPAIGN,
  PLACEMENT_ID: CAMPAIGN,
  PLACEMENT_NAME: CAMPAIGN,
  PLACEMENT_PLATFORM: CAMPAIGN,
} as const satisfies Readonly<Record<string, readonly ReportKind[]>>;

export type Dimension = keyof typeof DIMENSIONS;

export const isTime = (dimension: Dimension): dimension is TimeDimension =>
  (TIME_DIMENSIONS as readonly Dimension[]).includes(dimension);

/** The dimensions of the rows. An ad unit also adds its app. */
export function rowDimensions(asked: readonly Dimension[]): readonly Dimension[] {
  const alone = asked.includes('AD_UNIT') && !asked.includes('APP');
  return alone ? asked.flatMap((each) => (each === 'AD_UNIT' ? ['APP', each] : [each])) : asked;
}
