import { beforeAll, describe, expect, it } from 'vitest';
import { clientOf, LIVE_LINE, MANUAL_LINE, MAPPING, mappingsPath, ofLine } from '../http/support/panel.ts';
import {
  ACCOUNT,
  APPLOVIN,
  adUnit,
  EXPERIMENT,
  GROUP,
  GROUPS,
  newGroup,
  useHttpWorld,
} from '../http/support/world.ts';

const world = useHttpWorld();
const client = clientOf(world);

const AD_SOURCE = `${ACCOUNT}/adSources/${APPLOVIN}`;

describe('Endpoints', () => {
  let path = '';
  let lineId = '';
  beforeAll(async () => {
    ({ path, lineId } = await newGroup(world()));
  });

  it('Create mediation group: POST mediationGroups, with targeting and a map from negative-number keys to lines; answers the group', async () => {
    const { name } = await client.createMapping();
    const line = { ...MANUAL_LINE, displayName: 'One', adUnitMappings: { [adUnit()]: name } };
    const group = await client.body('POST', GROUPS, {
      body: {
        displayName: 'Group',
        targeting: GROUP.targeting,
        mediationGroupLines: { '-1': line, '-2': LIVE_LINE },
      },
    });
    expect(group).toEqual(await client.get(`/v1beta/${group.name}`));
    expect(Object.values(group.mediationGroupLines)).toMatchObject([line, LIVE_LINE, {}]);
  });

  it('List mediation groups: GET mediationGroups, no request; answers mediationGroups, an array of MediationGroup', async () => {
    const { mediationGroups } = await client.get(GROUPS);
    const { etag: _, ...group } = await client.get(path);
    const { targeting, ...rest } = group;
    expect(mediationGroups).toContainEqual(
      expect.objectContaining({ ...rest, targeting: { ...targeting, adUnits: ['0000000001'] } }),
    );
  });

  it('Update mediation group: PATCH mediationGroups/<id>?updateMask=<mask>, with only the changed parts; answers the group', async () => {
    const { body } = await world().done('PATCH', path, {
      query: `updateMask=mediationGroupLines%5B%22${lineId}%22%5D.state`,
      body: ofLine(lineId, { state: 'DISABLED' }),
    });
    expect(body).toEqual(await client.get(path));
    expect(body.mediationGroupLines[lineId]).toMatchObject({ ...MANUAL_LINE, state: 'DISABLED' });
  });

  it('Create experiment: POST mediationAbExperiments; answers the MediationAbExperiment', async () => {
    const { body } = await world().done('POST', `${path}/mediationAbExperiments`, { body: EXPERIMENT });
    expect(body).toEqual(await client.get(`/v1beta/${body.name}`));
    expect(body).toMatchObject({ displayName: 'Experiment', state: 'RUNNING' });
  });

  it.each([':stop', '%3Astop'])(
    'Stop experiment: POST mediationAbExperiments%s, with variantChoice; answers experimentId and state',
    async (verb) => {
      const { path: group } = await newGroup(world());
      const { experimentId } = await client.createExperiment(group);
      const { body } = await world().done('POST', `${group}/mediationAbExperiments${verb}`, {
        body: { variantChoice: 'VARIANT_CHOICE_B' },
      });
      expect(body).toMatchObject({ experimentId, state: 'EXPIRED' });
    },
  );

  it('List ad sources: GET adSources; answers adSources, an array of AdSource', async () => {
    const { adSources } = await client.get(`${ACCOUNT}/adSources`);
    expect(adSources).toContainEqual(expect.objectContaining({ adSourceId: APPLOVIN, title: 'AppLovin' }));
  });

  it('List adapters: GET adSources/<ad_source_id>/adapters; answers adapters, an array of Adapter', async () => {
    const { adapters } = await client.get(`${AD_SOURCE}/adapters`);
    expect(adapters).toMatchObject([{ platform: 'ANDROID' }, { platform: 'IOS' }]);
  });

  it('Create ad unit mapping: POST adUnits/<ad_unit_fragment>/adUnitMappings, with name, adapterId and adUnitConfigurations; answers the mapping', async () => {
    const { displayName: name, ...rest } = MAPPING;
    const { body } = await world().done('POST', mappingsPath('0000000005'), { body: { name, ...rest } });
    expect(body).toMatchObject({ ...rest, displayName: name, state: 'ENABLED' });
  });

  it('List ad unit mappings: GET adUnits/<ad_unit_fragment>/adUnitMappings; answers the mappings of the ad unit', async () => {
    const mine = await client.createMapping({}, '0000000006');
    await client.createMapping({}, '0000000007');
    expect(await client.get(mappingsPath('0000000006'))).toEqual({ adUnitMappings: [mine] });
  });

  it('mediation group ids and ad unit mapping ids are found by the list operations', async () => {
    const { mediationGroups } = await client.get(GROUPS);
    const ids = mediationGroups.map(({ mediationGroupId }: { mediationGroupId: string }) => mediationGroupId);
    expect(ids).toContain(path.split('/').at(-1));
    const { name } = await client.createMapping({}, '0000000008');
    expect((await client.get(mappingsPath('0000000008'))).adUnitMappings[0].name).toBe(name);
  });

  it.each([GROUPS, mappingsPath('0000000099')])(
    'the list %s without entries is an empty object',
    async (at) => {
      const theirs = at.replaceAll('1', '2').replace('v2beta', 'v1beta');
      expect((await world().done('GET', theirs, { token: world().token.other })).body).toEqual({});
    },
  );

  it.each([
    ['PUT', GROUPS],
    ['DELETE', GROUPS],
    ['PATCH', GROUPS],
    ['POST', `${ACCOUNT}/adSources`],
    ['DELETE', mappingsPath()],
    ['PATCH', mappingsPath()],
  ])('%s %s is not an operation and gets 405', async (method, at) => {
    expect((await client.refused(method, at)).status).toBe(405);
  });
});
