import { NoQuery } from './query.ts';
import {
  GenerateCampaignReportResponse,
  GenerateMediationReportResponse,
  GenerateNetworkReportResponse,
} from './report-answer.ts';
import {
  GenerateCampaignReportRequest,
  GenerateMediationReportRequest,
  GenerateNetworkReportRequest,
} from './report-spec.ts';
import { under } from './service.ts';

const ACCOUNT = 'accounts/*';

/** Reports change nothing, although they are sent with POST. */
export const REPORT_METHODS = {
  'accounts.mediationReport.generate': {
    address: under('POST', ACCOUNT, '/mediationReport:generate'),
    description: 'Makes a report on all ad sources.',
    kind: 'read',
    query: NoQuery,
    request: GenerateMediationReportRequest,
    response: GenerateMediationReportResponse,
    streams: true,
    earnings: true,
  },
  'accounts.networkReport.generate': {
    address: under('POST', ACCOUNT, '/networkReport:generate'),
    description: 'Makes a report on the own network.',
    kind: 'read',
    query: NoQuery,
    request: GenerateNetworkReportRequest,
    response: GenerateNetworkReportResponse,
    streams: true,
    earnings: true,
  },
  'accounts.campaignReport.generate': {
    address: under('POST', ACCOUNT, '/campaignReport:generate'),
    description: 'Makes a report on campaigns, which has no rows: there are no campaigns here.',
    kind: 'read',
    query: NoQuery,
    request: GenerateCampaignReportRequest,
    response: GenerateCampaignReportResponse,
    earnings: true,
  },
} as const;
