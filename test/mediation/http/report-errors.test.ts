import { describe, expect, it } from 'vitest';
import { reasonOf } from './support/envelope.ts';
import { CAMPAIGN, fieldsOf, MEDIATION, NETWORK, spec, useReportWorld } from './support/report-world.ts';
import { ACCOUNT, MINE } from './support/world.ts';

const { world } = useReportWorld();

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
