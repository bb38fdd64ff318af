import {
  CampaignReportDimension,
  CampaignReportMetric,
  MediationReportDimension,
  MediationReportMetric,
  NetworkReportDimension,
  NetworkReportMetric,
} from '../../../../mediation/contract/report-enums.ts';
import { UsageError } from '../../../cli-errors.ts';

export type ReportKind = 'mediation' | 'network' | 'campaign';

const ENUMS = {
  mediation: [MediationReportDimension, MediationReportMetric],
  network: [NetworkReportDimension, NetworkReportMetric],
  campaign: [CampaignReportDimension, CampaignReportMetric],
} as const;

const known = (table: object) => Object.keys(table).filter((name) => !name.endsWith('_UNSPECIFIED'));

export const dimensionsOf = (kind: ReportKind): readonly string[] => known(ENUMS[kind][0]);
export const metricsOf = (kind: ReportKind): readonly string[] => known(ENUMS[kind][1]);

/** What people call some of them. */
const SHORT: Readonly<Record<string, readonly string[]>> = {
  source: ['AD_SOURCE'],
  line: ['AD_SOURCE_INSTANCE'],
  unit: ['AD_UNIT'],
  group: ['MEDIATION_GROUP'],
  os: ['MOBILE_OS_VERSION'],
  sdk: ['GMA_SDK_VERSION'],
  version: ['APP_VERSION_NAME'],
  requests: ['AD_REQUESTS'],
  matched: ['MATCHED_REQUESTS'],
  revenue: ['ESTIMATED_EARNINGS'],
  earnings: ['ESTIMATED_EARNINGS'],
  ecpm: ['OBSERVED_ECPM', 'IMPRESSION_RPM'],
  ctr: ['IMPRESSION_CTR', 'CLICK_THROUGH_RATE'],
  cost: ['ESTIMATED_COST'],
};

/** `ad-source`, `source` and `AD_SOURCE` are the same. */
export const kebab = (name: string) => name.toLowerCase().replaceAll('_', '-');

/** The heading of a column: the first of its short names. */
export const heading = (name: string): string =>
  Object.entries(SHORT).find(([, names]) => names.includes(name))?.[0] ??
  name.toLowerCase().replaceAll('_', ' ');

/** @throws UsageError with all names */
export function nameOf(text: string, names: readonly string[], option: string): string {
  const wanted = text.trim().toUpperCase().replaceAll('-', '_');
  const short = SHORT[text.trim().toLowerCase()]?.find((name) => names.includes(name));
  const found = names.includes(wanted) ? wanted : short;
  if (found !== undefined) return found;
  throw new UsageError(`${option} does not take “${text}”; it takes ${names.map(kebab).join(', ')}`);
}
