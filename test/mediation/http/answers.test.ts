import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { mediationOpenApi } from '../../../src/http/mediation/index.ts';
import { servedMethods } from '../../../src/mediation/contract/index.ts';
import { exchangeRaw } from './support/raw.ts';
import { ACCOUNT, EXPERIMENT, GROUPS, newGroup, OTHER, useHttpWorld } from './support/world.ts';

const world = useHttpWorld();

let group: Awaited<ReturnType<typeof newGroup>>;
beforeAll(async () => {
  group = await newGroup(world(), { displayName: 'Ünï 世' });
});

describe('Answers of the mediation panel', () => {
  it('answers are indented and end with a new line unless prettyPrint is off; errors always are', async () => {
    const pretty = await world().done('GET', group.path);
    expect(pretty.text).toBe(`${JSON.stringify(pretty.body, null, 2)}\n`);
    expect(pretty.text).toContain('Ünï 世');
    const plain = await world().done('GET', group.path, { query: 'prettyPrint=false' });
    expect(plain.text).toBe(JSON.stringify(pretty.body));
    const error = await world().call('GET', `${GROUPS}/0`, { query: 'prettyPrint=false' });
    expect(error.text).toBe(`${JSON.stringify(error.body, null, 2)}\n`);
  });

  it('answers omit default values', async () => {
    const token = world().token.other;
    const { body } = await world().done('GET', `/v1beta/accounts/${OTHER}/mediationGroups`, { token });
    expect(body).toEqual({});
  });

  it('the query does not affect the text of an error', async () => {
    const { status, body } = await world().call('GET', `${GROUPS}/0`, { query: 'fields=name' });
    expect([status, Object.keys(body)]).toEqual([404, ['error']]);
  });

  it('answers, also errors, are compressed if both headers ask for it', async () => {
    for (let count = 0; count < 5; count += 1) await newGroup(world());
    const get = (target: string, agent: string) =>
      exchangeRaw(world().url, [
        `GET ${target} HTTP/1.1`,
        'host: x',
        `authorization: Bearer ${world().token.read}`,
        'accept-encoding: gzip',
        `user-agent: ${agent}`,
      ]);
    const plain = await get(GROUPS, 'desk');
    const packed = await get(GROUPS, 'desk (gzip)');
    expect([plain.headers.get('content-encoding'), packed.headers.get('content-encoding')]).toEqual([
      undefined,
      'gzip',
    ]);
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    expect(packed.body.length).toBeLessThan(plain.body.length / 3);
    const wrong = `${GROUPS}?${Array.from({ length: 40 }, (_, index) => `x${index}=1`).join('&')}`;
    const error = await get(wrong, 'desk (gzip)');
    expect([error.status, error.headers.get('content-encoding')]).toEqual([400, 'gzip']);
    expect(JSON.parse(gunzipSync(error.body).toString()).error.code).toBe(400);
  });
});

describe('The parameter fields', () => {
  it('fields applies to the answers of every kind of method', async () => {
    const query = 'fields=name';
    expect(Object.keys((await world().done('GET', group.path, { query })).body)).toEqual(['name']);
    const list = await world().done('GET', GROUPS, {
      query: 'fields=mediationGroups(displayName,targeting/adUnits)',
    });
    expect(list.body.mediationGroups).toContainEqual({
      displayName: 'Ünï 世',
      targeting: { adUnits: ['0000000001'] },
    });
    const created = await world().done('POST', GROUPS, {
      query,
      body: { displayName: 'x', targeting: { platform: 'IOS', format: 'BANNER' } },
    });
    expect(Object.keys(created.body)).toEqual(['name']);
    const experiment = await world().done('POST', `/v1beta/${created.body.name}/mediationAbExperiments`, {
      query: 'fields=state,treatmentMediationLines/mediationGroupLine(cpmMode)',
      body: EXPERIMENT,
    });
    expect(experiment.body).toEqual({
      state: 'RUNNING',
      treatmentMediationLines: [{ mediationGroupLine: { cpmMode: 'LIVE' } }],
    });
  });

  it('fields selects inside maps', async () => {
    const query = 'fields=mediationGroupLines/*/state';
    const { body } = await world().done('GET', group.path, { query });
    expect(Object.values(body.mediationGroupLines)).toEqual([{ state: 'ENABLED' }, { state: 'ENABLED' }]);
    const one = await world().done('GET', group.path, {
      query: `fields=mediationGroupLines/${group.lineId}/id`,
    });
    expect(one.body).toEqual({ mediationGroupLines: { [group.lineId]: { id: group.lineId } } });
  });

  it('fields omits the next page token unless it names it', async () => {
    const query = 'pageSize=1&fields=mediationGroups/name';
    expect((await world().done('GET', GROUPS, { query })).body).not.toHaveProperty('nextPageToken');
    const both = await world().done('GET', GROUPS, { query: 'pageSize=1&fields=nextPageToken' });
    expect(Object.keys(both.body)).toEqual(['nextPageToken']);
  });

  it('fields accepts any name in the schema, also if the answer lacks it', async () => {
    const token = world().token.other;
    const path = `/v1beta/accounts/${OTHER}/mediationGroups`;
    expect(
      (await world().done('GET', path, { query: 'fields=mediationGroups/targeting/adUnits', token })).body,
    ).toEqual({});
    expect(
      (await world().call('GET', path, { query: 'fields=mediationGroups/targeting/nope', token })).status,
    ).toBe(400);
  });
});

describe('The parameter fields for other lists', () => {
  it.each(['adSources', 'apps', 'adUnits', 'adUnits/0000000001/adUnitMappings'])(
    '%s can be read in pages with fields',
    async (list) => {
      const all = await world().done('GET', `${ACCOUNT}/${list}`);
      const page = await world().done('GET', `${ACCOUNT}/${list}`, { query: 'page_size=1' });
      const [items = [], some = []] = [all, page].map(
        ({ body }) => Object.values(body)[0] as object[] | undefined,
      );
      expect(some).toEqual(items.slice(0, 1));
    },
  );
});

describe('A server without the embedded authorization server', () => {
  it('without the embedded server the OpenAPI document names bearer tokens', () => {
    const scopes = { monetization: 'm', readonly: 'r', report: 'p', statistics: 's' };
    expect(mediationOpenApi({ version: '1', served: servedMethods(true), scopes })).toMatchObject({
      components: { securitySchemes: { accessToken: { type: 'http', scheme: 'bearer' } } },
    });
  });
});
