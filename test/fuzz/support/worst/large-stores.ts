import { FILTERS } from '../../../../src/mediation/filters.ts';
import { filtersOf, inPairs, singly } from '../../../support/selections.ts';
import { GROUP, OTHER_AD_UNIT, OTHER_APP, PUBLISHER, SERVING_KEY } from '../contents.ts';
import type { FuzzRequest, Shape } from '../request.ts';
import { ADMIN_METHODS, adminRequest } from '../requests/admin.ts';
import { mediationRequest } from '../requests/mediation.ts';
import type { Schema } from '../skeleton.ts';
import type { Stage } from '../stage.ts';
import { dateOf } from './statistics.ts';

const ACCOUNT = `/v1beta/accounts/${PUBLISHER}`;
const GROUPS = `${ACCOUNT}/mediationGroups`;

const read = (shape: Shape, path: string): FuzzRequest => ({
  listener: 'panels',
  shape,
  name: path.slice(0, 100),
  method: 'GET',
  path,
});

/** Reports on three years by each of some dimensions. */
const reports = (): readonly FuzzRequest[] =>
  (['mediationReport', 'networkReport'] as const).flatMap((report) =>
    [
      [],
      ['DATE'],
      ['MONTH'],
      ['AD_UNIT'],
      ['DATE', 'COUNTRY'],
      ...(report === 'mediationReport' ? [['DATE', 'AD_SOURCE']] : []),
    ].map((dimensions): FuzzRequest => {
      const dateRange = { startDate: dateOf(3 * 365), endDate: dateOf(0) };
      const reportSpec = { dateRange, dimensions, metrics: ['IMPRESSIONS', 'ESTIMATED_EARNINGS'] };
      const request = mediationRequest(`accounts.${report}.generate`, JSON.stringify({ reportSpec }));
      return { ...request, shape: 'many feeds', name: `${report} by ${dimensions.join() || 'nothing'}` };
    }),
  );

/** The groups of a publisher, and an app that most of them serve. */
function groups(): readonly FuzzRequest[] {
  const clauses = Object.entries(FILTERS['accounts.mediationGroups.list'] ?? {}).map(
    ([field, { function: called, values: [value = 'x'] = [] }]) => `${called}(${field},"${value}")`,
  );
  const filters = [
    ...clauses,
    ...clauses.map((clause) => `${clause} AND IN(STATE,"ENABLED") AND IN(PLATFORM,"ANDROID")`),
  ];
  return [
    `${GROUPS}?pageSize=20000`,
    `${GROUPS}?pageSize=20000&prettyPrint=false`,
    ...filters.map((filter) => `${GROUPS}?pageSize=20000&filter=${encodeURIComponent(filter)}`),
    `${ACCOUNT}/lint`,
    `/serve/v1/${SERVING_KEY}/apps/ca-app-${PUBLISHER}~${OTHER_APP}.json`,
    `/serve/v1/${SERVING_KEY}/resolve?adUnitId=${encodeURIComponent(`ca-app-${PUBLISHER}/${OTHER_AD_UNIT}`)}`,
  ].map((path) => read('many groups', path));
}

/** Each filter, and each two, of every list of the administration, and the history of the group that was changed so often. */
function logs(stage: Stage): readonly FuzzRequest[] {
  const lists = ADMIN_METHODS.flatMap((entry): readonly FuzzRequest[] => {
    const { members: _, ...request } = adminRequest(stage, entry);
    const schema = entry[1].request as Schema;
    if (!('pageToken' in (schema.properties ?? {}))) return [];
    const row = {
      ...stage.known,
      subject: 'mediationGroup',
      subjectId: `accounts/${PUBLISHER}/mediationGroups/${GROUP}`,
    };
    const filters = filtersOf(schema, row);
    return [...singly(filters), ...inPairs(filters)].map((selection) => {
      const query = new URLSearchParams({ pageSize: '1000', ...selection } as Record<string, string>);
      const path = `${request.path}?${query}`;
      return { ...request, path, shape: 'a large log', name: path.slice(0, 100) };
    });
  });
  const history = [
    `${GROUPS}/${GROUP}:history?pageSize=20000`,
    `${GROUPS}/${GROUP}:history?endTime=2000-01-01T00:00:00Z`,
    `${GROUPS}/${GROUP}:diff`,
  ];
  return [...lists, ...history.map((path) => read('a large log', path))];
}

export const largeStores = (stage: Stage): readonly FuzzRequest[] =>
  [...reports(), ...groups(), ...logs(stage)].map((request) => ({
    ...request,
    headers: [...(request.headers ?? []), ['Authorization', stage.credentials[request.listener]] as const],
  }));
