import { beforeAll, describe, expect, it } from 'vitest';
import { badFields, clientOf, mappingsPath } from '../http/support/panel.ts';
import {
  ACCOUNT,
  APPLOVIN,
  adUnit,
  GROUP,
  MINE,
  newGroup,
  OTHER,
  useHttpWorld,
} from '../http/support/world.ts';

const world = useHttpWorld();
const client = clientOf(world);

/** Every identifier of the table, with a value from an answer of the panel. */
const given: Record<string, string> = {};
beforeAll(async () => {
  const { group, path } = await newGroup(world());
  const { adapters } = await client.get(`${ACCOUNT}/adSources/${APPLOVIN}/adapters`);
  const { adSources } = await client.get(`${ACCOUNT}/adSources`);
  const { account } = await client.get('/v1beta/accounts');
  const { body: app } = await world().done('POST', `${ACCOUNT}/apps`, {
    body: { platform: 'ANDROID', manualAppInfo: { displayName: 'App' } },
  });
  const unit = { appId: app.appId, displayName: 'Unit', adFormat: 'BANNER' };
  Object.assign(given, {
    publisher: account[0].publisherId,
    'ad unit id': (await client.body('POST', `${ACCOUNT}/adUnits`, { body: unit })).adUnitId,
    'ad unit mapping name': (await client.createMapping()).name,
    'mediation group name': group.name,
    'experiment name': (await client.createExperiment(path)).name,
    'ad source name': adSources[0].name,
    'adapter name': adapters[0].name,
  });
});

const PUBLISHER = 'pub-\\d{16}';

describe('Identifier shapes', () => {
  it.each([
    ['publisher', 'pub-<publisher_id>', PUBLISHER],
    ['ad unit id', 'ca-app-pub-<publisher_id>/<ad_unit_fragment>', `ca-app-${PUBLISHER}/\\d{10}`],
    [
      'ad unit mapping name',
      'accounts/pub-<publisher_id>/adUnits/<ad_unit_fragment>/adUnitMappings/<mapping_id>',
      `accounts/${PUBLISHER}/adUnits/\\d{10}/adUnitMappings/\\d+`,
    ],
    [
      'mediation group name',
      'accounts/pub-<publisher_id>/mediationGroups/<mediation_group_id>',
      `accounts/${PUBLISHER}/mediationGroups/\\d{10}`,
    ],
    [
      'experiment name',
      '<mediation group name>/mediationAbExperiments/<experiment_id>',
      `accounts/${PUBLISHER}/mediationGroups/\\d{10}/mediationAbExperiments/\\d+`,
    ],
    [
      'ad source name',
      'accounts/pub-<publisher_id>/adSources/<ad_source_id>',
      `accounts/${PUBLISHER}/adSources/\\d+`,
    ],
    [
      'adapter name',
      '<ad source name>/adapters/<adapter_id>',
      `accounts/${PUBLISHER}/adSources/\\d+/adapters/\\d+`,
    ],
  ])('the identifier %s has the shape %s', (identifier, _, shape) => {
    expect(given[identifier]).toMatch(new RegExp(`^${shape}$`));
    expect(given[identifier]).toContain(MINE);
  });

  it('the ad unit fragment is the last 10 digits of the ad unit id, and part of the path of its mappings', async () => {
    const fragment = adUnit('0123456789').slice(-10);
    const { name } = await client.createMapping({}, fragment);
    expect(name).toMatch(new RegExp(`^accounts/${MINE}/adUnits/${fragment}/adUnitMappings/`));
    expect((await client.get(mappingsPath(fragment))).adUnitMappings).toMatchObject([{ name }]);
  });

  it.each([
    ['the fragment alone', '0000000001'],
    ['another publisher', `ca-app-${OTHER}/0000000001`],
    ['9 digits', `ca-app-${MINE}/000000001`],
    ['11 digits', `ca-app-${MINE}/00000000011`],
    ['a tilde, as app ids have', `ca-app-${MINE}~0000000001`],
    ['a resource name', `accounts/${MINE}/adUnits/0000000001`],
    ['nothing', ''],
  ])('an ad unit id with %s is refused', async (_, id) => {
    const answer = await client.refusedGroup({ targeting: { ...GROUP.targeting, adUnitIds: [id] } });
    expect(badFields(answer)).toEqual(['targeting.adUnitIds[0]']);
  });

  it('ids are strings, and leading zeros count', async () => {
    const { group } = await newGroup(world(), {
      targeting: { ...GROUP.targeting, adUnitIds: [adUnit('0000000000'), adUnit('0000000001')] },
    });
    expect(group.targeting.adUnitIds).toEqual([adUnit('0000000000'), adUnit('0000000001')]);
    const short = group.mediationGroupId.replace(/^0*/, '');
    if (short !== group.mediationGroupId) {
      expect((await world().call('GET', `${ACCOUNT}/mediationGroups/${short}`)).status).toBe(404);
    }
  });
});
