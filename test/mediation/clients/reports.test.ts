import { beforeAll, describe, expect, it } from 'vitest';
import { type admob_v1beta, admobClient, auth } from '../../support/google-client.ts';
import { ACCOUNT, useHttpWorld } from '../http/support/world.ts';
import { refusal } from './support/library.ts';
import { DATE_RANGE, DAY, storeDay } from './support/report-data.ts';

const world = useHttpWorld();
const parent = ACCOUNT.slice('/v1beta/'.length);
let admob: admob_v1beta.Admob;

beforeAll(async () => {
  await storeDay(world());
  const oauth = new auth.OAuth2();
  oauth.setCredentials({ access_token: await world().issueToken({ scopes: ['report'] }) });
  admob = admobClient({ version: 'v1beta', rootUrl: `${world().url}/`, auth: oauth });
});

/** The library types the answer as one message; it is an array. */
const messagesIn = (data: admob_v1beta.Schema$GenerateMediationReportResponse) =>
  data as unknown as readonly admob_v1beta.Schema$GenerateMediationReportResponse[];

describe('The official Node client, with the scope report', () => {
  it('the Node client reads a mediation report', async () => {
    const { data } = await admob.accounts.mediationReport.generate({
      parent,
      requestBody: {
        reportSpec: {
          dateRange: DATE_RANGE,
          dimensions: ['DATE', 'COUNTRY'],
          metrics: ['ESTIMATED_EARNINGS', 'IMPRESSIONS', 'MATCH_RATE'],
          sortConditions: [{ metric: 'ESTIMATED_EARNINGS', order: 'DESCENDING' }],
        },
      },
    });
    const [header, first, second, footer] = messagesIn(data);
    expect(header?.header).toMatchObject({ dateRange: DATE_RANGE, reportingTimeZone: 'UTC' });
    expect(first?.row).toEqual({
      dimensionValues: {
        DATE: { value: DAY.replaceAll('-', '') },
        COUNTRY: { value: 'US', displayLabel: 'United States' },
      },
      metricValues: {
        ESTIMATED_EARNINGS: { microsValue: '6500000' },
        IMPRESSIONS: { integerValue: '40' },
        MATCH_RATE: { doubleValue: 0.5 },
      },
    });
    expect(second?.row?.dimensionValues?.COUNTRY?.value).toBe('DE');
    expect(footer).toEqual({ footer: { matchingRowCount: '2' } });
  });

  it('the Node client reads a network report', async () => {
    const { data } = await admob.accounts.networkReport.generate({
      parent,
      requestBody: { reportSpec: { dateRange: DATE_RANGE, metrics: ['IMPRESSION_RPM', 'SHOW_RATE'] } },
    });
    expect(messagesIn(data).map(({ row }) => row?.metricValues)).toEqual([
      undefined,
      { IMPRESSION_RPM: { microsValue: '162500000' }, SHOW_RATE: { doubleValue: 0.8 } },
      undefined,
    ]);
  });

  it('the Node client reads a campaign report', async () => {
    const { data } = await admob.accounts.campaignReport.generate({
      parent,
      requestBody: { reportSpec: { dateRange: DATE_RANGE, metrics: ['INSTALLS'] } },
    });
    expect(data).toEqual({ rows: [] });
  });

  it('the Node client shows what is wrong with a report spec', async () => {
    const error = await refusal(
      admob.accounts.mediationReport.generate({
        parent,
        requestBody: { reportSpec: { dateRange: DATE_RANGE, metrics: [] } },
      }),
    );
    expect(error).toMatchObject({
      status: 400,
      message: "'report_spec.metrics' is required: at least one metric.",
    });
  });

  it('the Node client is refused other methods', async () => {
    const error = await refusal(admob.accounts.mediationGroups.list({ parent }));
    expect(error).toMatchObject({ status: 403, message: 'Request had insufficient authentication scopes.' });
  });
});
