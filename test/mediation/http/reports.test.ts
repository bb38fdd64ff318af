import { beforeAll, describe, expect, it } from 'vitest';
import { detailOf, reasonOf } from './support/envelope.ts';
import { type SentRow, store } from './support/statistics.ts';
import { ACCOUNT, MINE, newGroup, OWN_NETWORK, useHttpWorld } from './support/world.ts';

const world = useHttpWorld();

const MEDIATION = `${ACCOUNT}/mediationReport:generate`;
const NETWORK = `${ACCOUNT}/networkReport:generate`;
const CAMPAIGN = `${ACCOUNT}/campaignReport:generate`;
const APPLOVIN = '1063618907739174004';

const yesterday = new Date(Date.now() - 86_400_000);
const DAY = yesterday.toISOString().slice(0, 10);
const date = (day: string) => {
  const [year, month, of] = day.split('-').map(Number);
  return { year, month, day: of };
};
const dateRange = { startDate: date(DAY), endDate: date(DAY) };
const at = (hour: string) => `${DAY}T${hour}:00:00Z`;

const JSON_HEADERS = () => ({
  authorization: `Bearer ${world().token.read}`,
  'content-type': 'application/json',
});

const spec = (changes: object) => ({ reportSpec: { dateRange, metrics: ['IMPRESSIONS'], ...changes } });
// biome-ignore lint/suspicious/noExplicitAny: messages of several kinds
type Message = any;
const fieldsOf = (error: Parameters<typeof detailOf>[0]) =>
  detailOf(error, 'BadRequest')?.fieldViolations?.map(({ field }) => field);

const generate = async (changes: object, path = MEDIATION) => {
  const { body } = await world().done('POST', path, { body: spec(changes) });
  return body as readonly Message[];
};
const rowsOf = async (changes: object, path = MEDIATION) =>
  (await generate(changes, path)).slice(1, -1).map(({ row }) => row);

let unit = { app: '', adUnit: '' };
let ids = { unitId: '', appId: '' };
let group = { groupId: '', lineId: '' };

beforeAll(async () => {
  const { body: app } = await world().done('POST', `${ACCOUNT}/apps`, {
    body: { platform: 'ANDROID', manualAppInfo: { displayName: 'Puzzle' } },
  });
  const { body: adUnit } = await world().done('POST', `${ACCOUNT}/adUnits`, {
    body: { appId: app.appId, displayName: 'Start', adFormat: 'BANNER' },
  });
  ids = { appId: app.appId, unitId: adUnit.adUnitId };
  unit = { app: app.appId.slice(-10), adUnit: adUnit.adUnitId.slice(-10) };
  const made = await newGroup(world(), { displayName: 'Everywhere' });
  group = { groupId: made.group.mediationGroupId, lineId: made.lineId };
  const of = { ...unit, platform: 'ANDROID', format: 'BANNER', mediationGroup: group.groupId };
  const rows: readonly SentRow[] = [
    {
      ...of,
      time: at('10'),
      adSourceId: APPLOVIN,
      line: group.lineId,
      country: 'DE',
      adRequests: 100,
      matchedRequests: 50,
      impressions: 40,
      clicks: 1,
      revenueMicros: 2_000_000,
    },
    {
      ...of,
      time: at('11'),
      adSourceId: APPLOVIN,
      line: group.lineId,
      country: 'US',
      adRequests: 10,
      matchedRequests: 5,
      impressions: 4,
      clicks: 0,
      revenueMicros: 400_000,
    },
    {
      ...of,
      time: at('12'),
      adSourceId: OWN_NETWORK,
      country: 'US',
      adRequests: 8,
      matchedRequests: 4,
      impressions: 2,
      clicks: 1,
      revenueMicros: 50_000,
    },
  ];
  await store(world().server.context.mediation.statistics, { publisherId: MINE }, rows);
});

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
      headers: { ...JSON_HEADERS(), accept: 'application/x-ndjson' },
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
      headers: { ...JSON_HEADERS(), 'accept-encoding': 'gzip', 'user-agent': 'x (gzip)' },
      body: JSON.stringify(spec({ dimensions: ['COUNTRY', 'AD_UNIT'] })),
    });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(await answer.json()).toHaveLength(4);
  });
});

describe('The rows of a mediation report', () => {
  it('a mediation report has names for the ids of its rows', async () => {
    const dimensions = [
      'DATE',
      'AD_UNIT',
      'AD_SOURCE',
      'AD_SOURCE_INSTANCE',
      'MEDIATION_GROUP',
      'COUNTRY',
      'FORMAT',
      'PLATFORM',
    ];
    const [row] = await rowsOf({ dimensions, metrics: ['CLICKS'] });
    expect(row.dimensionValues).toMatchObject({
      DATE: { value: DAY.replaceAll('-', '') },
      APP: { value: ids.appId, displayLabel: 'Puzzle' },
      AD_UNIT: { value: ids.unitId, displayLabel: 'Start' },
      AD_SOURCE: { value: APPLOVIN, displayLabel: 'AppLovin' },
      AD_SOURCE_INSTANCE: { value: `ca-app-${MINE}:asi:${group.lineId}`, displayLabel: expect.any(String) },
      MEDIATION_GROUP: { value: `ca-app-${MINE}:mg:${group.groupId}`, displayLabel: 'Everywhere' },
      COUNTRY: { value: 'DE' },
      FORMAT: { value: 'banner' },
      PLATFORM: { value: 'Android' },
    });
  });

  it('a mediation report has all its metrics', async () => {
    const metrics = [
      'AD_REQUESTS',
      'CLICKS',
      'ESTIMATED_EARNINGS',
      'IMPRESSIONS',
      'IMPRESSION_CTR',
      'MATCHED_REQUESTS',
      'MATCH_RATE',
      'OBSERVED_ECPM',
    ];
    const [row] = await rowsOf({ dimensions: ['AD_SOURCE'], metrics });
    expect(row.metricValues).toEqual({
      AD_REQUESTS: { integerValue: '110' },
      CLICKS: { integerValue: '1' },
      ESTIMATED_EARNINGS: { microsValue: '2400000' },
      IMPRESSIONS: { integerValue: '44' },
      IMPRESSION_CTR: { doubleValue: 1 / 44 },
      MATCHED_REQUESTS: { integerValue: '55' },
      MATCH_RATE: { doubleValue: 0.5 },
      OBSERVED_ECPM: { microsValue: '54545455' },
    });
  });

  it('filters of a mediation report keep rows that match all of them', async () => {
    const filter = (dimension: string, ...values: string[]) => ({ dimension, matchesAny: { values } });
    const sums = async (...dimensionFilters: object[]) =>
      (await rowsOf({ dimensionFilters })).map((row) => row.metricValues.IMPRESSIONS.integerValue);
    expect(await sums(filter('AD_SOURCE', APPLOVIN))).toEqual(['44']);
    expect(await sums(filter('AD_SOURCE', APPLOVIN), filter('COUNTRY', 'US', 'FR'))).toEqual(['4']);
    expect(await sums(filter('AD_UNIT', ids.unitId), filter('DATE', DAY.replaceAll('-', '')))).toEqual([
      '46',
    ]);
    expect(await sums(filter('COUNTRY', 'us\0'))).toEqual([]);
    expect(await sums(filter('DATE', '20200101'))).toEqual([]);
  });

  it('a mediation report has no more rows than asked for, and counts all that match', async () => {
    const report = await generate({
      dimensions: ['COUNTRY'],
      sortConditions: [{ metric: 'IMPRESSIONS', order: 'ASCENDING' }],
      maxReportRows: 1,
    });
    expect(report[1].row.dimensionValues.COUNTRY.value).toBe('US');
    expect(report.at(-1)).toEqual({ footer: { matchingRowCount: '2' } });
  });

  it('a report in another time zone is made from hours', async () => {
    const next = new Date(Date.parse(DAY) + 86_400_000).toISOString().slice(0, 10);
    const report = await generate({
      dateRange: { startDate: date(DAY), endDate: date(next) },
      dimensions: ['DATE'],
      timeZone: 'Pacific/Auckland',
    });
    const days = report
      .slice(1, -1)
      .map(({ row }) => [row.dimensionValues.DATE.value, row.metricValues.IMPRESSIONS.integerValue]);
    // Midnight of Auckland is at 11:00 or 12:00 UTC.
    expect(days.map(([day]) => day)).toEqual([DAY, next].map((day) => day.replaceAll('-', '')));
    expect(days.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(46);
    expect(report[0].header.reportingTimeZone).toBe('Pacific/Auckland');
  });

  it('a report in a zone with half hours warns that hours are not split', async () => {
    const report = await generate({
      timeZone: 'Asia/Kolkata',
      dateRange: { startDate: date('2026-01-01'), endDate: date(DAY) },
    });
    expect(report.at(-1).footer.warnings).toMatchObject([{ type: 'OTHER' }]);
  });

  it('a report in another currency warns, and leaves out amounts without a rate', async () => {
    const report = await generate({
      metrics: ['ESTIMATED_EARNINGS', 'CLICKS'],
      localizationSettings: { currencyCode: 'EUR' },
    });
    expect(report[0].header.localizationSettings.currencyCode).toBe('EUR');
    expect(report[1].row.metricValues).toEqual({ CLICKS: { integerValue: '2' } });
    expect(report.at(-1).footer.warnings).toMatchObject([
      { type: 'REPORT_CURRENCY_NOT_ACCOUNT_CURRENCY' },
      { type: 'OTHER' },
    ]);
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

describe('Errors of reports', () => {
  it.each([
    [
      'without a spec',
      {},
      ['report_spec.date_range.start_date', 'report_spec.date_range.end_date', 'report_spec.metrics'],
    ],
    ['without metrics', spec({ metrics: [] }), ['report_spec.metrics']],
    ['with two time dimensions', spec({ dimensions: ['DATE', 'MONTH'] }), ['report_spec.dimensions']],
    [
      'with an unset dimension',
      spec({ dimensions: ['DIMENSION_UNSPECIFIED'] }),
      ['report_spec.dimensions[0]'],
    ],
    ['with an unset metric', spec({ metrics: ['METRIC_UNSPECIFIED'] }), ['report_spec.metrics[0]']],
    ['with too many rows', spec({ maxReportRows: 100_001 }), ['report_spec.max_report_rows']],
    ['in an unknown zone', spec({ timeZone: 'Mars/Base' }), ['report_spec.time_zone']],
    [
      'in an unknown currency',
      spec({ localizationSettings: { currencyCode: 'EUX' } }),
      ['report_spec.localization_settings.currency_code'],
    ],
    [
      'with an empty filter',
      spec({ dimensionFilters: [{ dimension: 'APP', matchesAny: {} }] }),
      ['report_spec.dimension_filters[0].matches_any'],
    ],
  ])('a report %s is refused with a plain error that names its members', async (_, body, fields) => {
    const { status, error } = await world().call('POST', MEDIATION, { body });
    expect([status, error.status, reasonOf(error)]).toEqual([400, 'INVALID_ARGUMENT', 'INVALID_REPORT_SPEC']);
    expect(fieldsOf(error)).toEqual(fields);
  });

  it('a report of an unknown publisher is refused', async () => {
    const token = await world().issueToken({ publishers: [MINE] });
    const { status } = await world().call('POST', MEDIATION.replace(MINE, 'pub-9999999999999999'), {
      token,
      body: spec({}),
    });
    expect(status).toBe(403);
  });

  it('other methods and media types are refused', async () => {
    const get = await world().call('GET', MEDIATION);
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
    const form = await world().call('POST', MEDIATION, {
      body: 'x',
      headers: { 'content-type': 'text/csv' },
    });
    expect(form.status).toBe(415);
    const alt = await world().call('POST', MEDIATION, { body: spec({}), query: { alt: 'csv' } });
    expect(alt.status).toBe(400);
    const legacy = await world().call('POST', MEDIATION, { body: {}, query: { '$.xgafv': '1' } });
    expect(legacy.error.errors).toMatchObject([{ reason: expect.any(String) }]);
  });
});

describe('The scope of reports', () => {
  it('the scope report allows six methods and no other', async () => {
    const token = await world().issueToken({ scopes: ['report'] });
    for (const [method, path] of [
      ['GET', '/v1beta/accounts'],
      ['GET', ACCOUNT],
      ['GET', `${ACCOUNT}/adSources`],
      ['POST', MEDIATION],
      ['POST', NETWORK],
      ['POST', CAMPAIGN],
    ] as const) {
      const { status } = await world().call(method, path, {
        token,
        ...(method === 'POST' && { body: spec({}) }),
      });
      expect([path, status]).toEqual([path, 200]);
    }
    for (const path of ['/apps', '/adUnits', '/mediationGroups']) {
      const { status, error } = await world().call('GET', `${ACCOUNT}${path}`, { token });
      expect([path, status, reasonOf(error)]).toEqual([path, 403, 'ACCESS_TOKEN_SCOPE_INSUFFICIENT']);
    }
  });
});
