import { describe, expect, it } from 'vitest';
import { reasonOf } from './support/envelope.ts';
import {
  CAMPAIGN,
  DAY,
  date,
  dateRange,
  fieldsOf,
  MEDIATION,
  NETWORK,
  spec,
  useReportWorld,
} from './support/report-world.ts';

const { world, headers, generate, rowsOf } = useReportWorld();

describe('The form of a report', () => {
  it('a report is an array of a header, its rows and a footer, with a comma on a line of its own', async () => {
    const { text, headers } = await world().done('POST', MEDIATION, {
      body: spec({ dimensions: ['COUNTRY'] }),
      query: 'prettyPrint=false',
    });
    expect(headers.get('content-type')).toBe('application/json; charset=UTF-8');
    expect(text).toBe(
      `[${[
        {
          header: {
            dateRange,
            localizationSettings: { currencyCode: 'USD', languageCode: 'en-US' },
            reportingTimeZone: 'UTC',
          },
        },
        {
          row: {
            dimensionValues: { COUNTRY: { value: 'DE', displayLabel: 'Germany' } },
            metricValues: { IMPRESSIONS: { integerValue: '40' } },
          },
        },
        {
          row: {
            dimensionValues: { COUNTRY: { value: 'US', displayLabel: 'United States' } },
            metricValues: { IMPRESSIONS: { integerValue: '6' } },
          },
        },
        { footer: { matchingRowCount: '2' } },
      ]
        .map((message) => JSON.stringify(message))
        .join('\n,\n')}\n]\n`,
    );
  });

  it('a report is indented without prettyPrint=false', async () => {
    const { text } = await world().done('POST', MEDIATION, { body: spec({}) });
    expect(text).toMatch(/^\[\{\n {2}"header": \{\n/);
    expect(text).toContain('\n}\n,\n{\n');
    expect(JSON.parse(text)).toHaveLength(3);
  });

  it('a report in lines has one message in each line', async () => {
    const response = await fetch(`${world().url}${MEDIATION}`, {
      method: 'POST',
      headers: { ...headers(), accept: 'application/x-ndjson' },
      body: JSON.stringify(spec({ dimensions: ['COUNTRY'] })),
    });
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=UTF-8');
    const lines = (await response.text()).split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => Object.keys(JSON.parse(line)))).toEqual([
      ['header'],
      ['row'],
      ['row'],
      ['footer'],
    ]);
  });

  it('fields apply to each message of a report', async () => {
    const { body } = await world().done('POST', MEDIATION, {
      body: spec({}),
      query: { fields: 'row/metricValues,footer' },
    });
    expect(body).toEqual([
      {},
      { row: { metricValues: { IMPRESSIONS: { integerValue: '46' } } } },
      { footer: { matchingRowCount: '1' } },
    ]);
    const unknown = await world().call('POST', MEDIATION, { body: spec({}), query: { fields: 'rows' } });
    expect([unknown.status, reasonOf(unknown.error)]).toEqual([400, 'INVALID_FIELD_SELECTION']);
  });

  it('a report without data has no rows, and a footer with the count 0', async () => {
    const day = { startDate: date('2020-02-29'), endDate: date('2020-03-01') };
    expect(await generate({ dateRange: day })).toMatchObject([
      { header: { dateRange: day } },
      { footer: { matchingRowCount: '0' } },
    ]);
  });

  it('names of a report spec can be in snake_case', async () => {
    const { body } = await world().done('POST', MEDIATION, {
      body: {
        report_spec: {
          date_range: { start_date: date(DAY), end_date: date(DAY) },
          metrics: ['IMPRESSIONS'],
          dimensions: ['COUNTRY'],
          dimension_filters: [{ dimension: 'COUNTRY', matches_any: { values: ['US'] } }],
          sort_conditions: [{ metric: 'IMPRESSIONS', order: 'DESCENDING' }],
          localization_settings: { currency_code: 'USD', language_code: 'de' },
          max_report_rows: 5,
        },
      },
    });
    expect(body[1].row.dimensionValues).toEqual({
      COUNTRY: { value: 'US', displayLabel: 'Vereinigte Staaten' },
    });
  });

  it('a report is compressed for clients that ask for it in both headers', async () => {
    const answer = await fetch(`${world().url}${MEDIATION}`, {
      method: 'POST',
      headers: { ...headers(), 'accept-encoding': 'gzip', 'user-agent': 'x (gzip)' },
      body: JSON.stringify(spec({ dimensions: ['COUNTRY', 'AD_UNIT'] })),
    });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(await answer.json()).toHaveLength(4);
  });
});

describe('The network report', () => {
  it('a network report shows the own network only, with its own metrics', async () => {
    const metrics = ['IMPRESSIONS', 'IMPRESSION_RPM', 'SHOW_RATE', 'ESTIMATED_EARNINGS'];
    expect(await rowsOf({ metrics }, NETWORK)).toEqual([
      {
        dimensionValues: {},
        metricValues: {
          IMPRESSIONS: { integerValue: '2' },
          IMPRESSION_RPM: { microsValue: '25000000' },
          SHOW_RATE: { doubleValue: 0.5 },
          ESTIMATED_EARNINGS: { microsValue: '50000' },
        },
      },
    ]);
  });

  it('a network report refuses dimensions and metrics of the mediation report', async () => {
    const body = spec({ dimensions: ['AD_SOURCE'], metrics: ['OBSERVED_ECPM'] });
    const { status, error } = await world().call('POST', NETWORK, { body });
    expect([status, reasonOf(error)]).toEqual([400, 'INVALID_BODY']);
    expect(fieldsOf(error)).toEqual(['report_spec.metrics[0]', 'report_spec.dimensions[0]']);
  });
});

describe('The campaign report', () => {
  it('a campaign report is one object with rows, of which there are none', async () => {
    const { body } = await world().done('POST', CAMPAIGN, {
      body: spec({ dimensions: ['CAMPAIGN_ID'], metrics: ['INSTALLS'], languageCode: 'no language' }),
    });
    expect(body).toEqual({ rows: [] });
  });

  it('a campaign report checks its spec all the same', async () => {
    const body = spec({ dateRange: { startDate: date('2026-01-01'), endDate: date('2026-01-31') } });
    const { status, error } = await world().call('POST', CAMPAIGN, { body });
    expect([status, error.message]).toEqual([400, "'report_spec.date_range' has more than 30 days."]);
  });
});
