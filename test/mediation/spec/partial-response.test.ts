import { beforeAll, describe, expect, it } from 'vitest';
import { badFields, clientOf, MAPPING, mappingsPath, ofLine } from '../http/support/panel.ts';
import {
  ACCOUNT,
  APPLOVIN,
  EXPERIMENT,
  GROUP,
  GROUPS,
  newGroup,
  useHttpWorld,
} from '../http/support/world.ts';

const world = useHttpWorld();
const client = clientOf(world);

let path = '';
let lineId = '';
let name = '';
beforeAll(async () => {
  const created = await newGroup(world());
  ({ path, lineId } = created);
  name = created.group.name;
});

const at = (fields: string) => client.get(path, { fields });
const filter = () => `IN(MEDIATION_GROUP_ID, "${name.split('/').at(-1)}")`;
const listed = (fields: string) => client.list({ fields, filter: filter() });
const { displayName, targeting } = GROUP;
const { platform, format } = targeting;

describe('Partial response: syntax', () => {
  it('fields=a,b selects several fields', async () => {
    expect(await at('name,displayName')).toEqual({ name, displayName });
    expect(await at('displayName,name')).toEqual({ name, displayName });
  });

  it('fields=a/b selects field b nested in a', async () => {
    expect(await at('targeting/platform')).toEqual({ targeting: { platform } });
    expect(await listed('mediationGroups/name')).toEqual({ mediationGroups: [{ name }] });
  });

  it('fields=a(b,c/d) is a sub-selection inside an array or object', async () => {
    expect(await at('targeting(platform,format)')).toEqual({ targeting: { platform, format } });
    const fields = 'mediationGroups(displayName,targeting/format)';
    expect(await listed(fields)).toEqual({ mediationGroups: [{ displayName, targeting: { format } }] });
  });

  it('fields=a(b) equals a/b', async () => {
    expect(await listed('mediationGroups(targeting(platform))')).toEqual(
      await listed('mediationGroups/targeting/platform'),
    );
  });

  it('fields=a/*/b is a wildcard over child objects', async () => {
    const { mediationGroupLines } = await at('mediationGroupLines/*/state');
    expect(Object.values(mediationGroupLines)).toEqual([{ state: 'ENABLED' }, { state: 'ENABLED' }]);
    expect(await at('*/platform')).toEqual({ targeting: { platform }, mediationGroupLines: {} });
  });
});

describe('Partial response: meaning', () => {
  it('fields limits the response to chosen fields', async () => {
    expect(Object.keys(await client.get(path)).length).toBeGreaterThan(2);
    expect(Object.keys(await at('etag'))).toEqual(['etag']);
  });

  it('fields affects only response data, and the change is complete', async () => {
    const created = await client.body('POST', GROUPS, { query: 'fields=name', body: GROUP });
    expect(Object.keys(created)).toEqual(['name']);
    expect(await client.get(`/v1beta/${created.name}`)).toMatchObject({ displayName, targeting });
  });

  it('fields must be URL-encoded', async () => {
    const query = 'fields=targeting%28platform%2Cformat%29%2Cname';
    expect(await client.get(path, query)).toEqual({ name, targeting: { platform, format } });
  });

  it('selected nested fields come back with their enclosing parent objects', async () => {
    const lines = { [lineId]: { adSourceId: APPLOVIN } };
    expect(await at(`mediationGroupLines/${lineId}/adSourceId`)).toEqual({ mediationGroupLines: lines });
  });

  it('without a sub-selection, selected objects or array elements are returned whole', async () => {
    const group = await client.get(path);
    expect(await at('targeting')).toEqual({ targeting: group.targeting });
    expect(await at('targeting/adUnitIds')).toEqual({ targeting: { adUnitIds: targeting.adUnitIds } });
    const whole = await client.list({ filter: filter() });
    expect(await listed('mediationGroups')).toEqual({ mediationGroups: whole.mediationGroups });
    expect(await listed('mediationGroups,mediationGroups/name')).toEqual(whole);
  });

  it('fields does not name data, because no response of this interface is wrapped in it', async () => {
    const answer = await world().call('GET', path, { query: 'fields=data/name' });
    expect(answer.error.message).toBe('Invalid field selection data');
  });

  it('a known field that the response lacks is simply absent', async () => {
    expect(await at('targeting/excludedRegionCodes')).toEqual({ targeting: {} });
  });

  it('for paginated APIs pagination and fields are used together', async () => {
    await newGroup(world());
    const seen: string[] = [];
    let pageToken = '';
    do {
      const query = { pageSize: '1', pageToken, fields: 'nextPageToken,mediationGroups/name' };
      const page = await client.list(query);
      expect(page.mediationGroups.map(Object.keys)).toEqual([['name']]);
      seen.push(page.mediationGroups[0].name);
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
    const all = await client.list();
    expect(seen).toEqual(all.mediationGroups.map((group: { name: string }) => group.name));
  });
});

describe('Partial response: a valid request returns 200, an invalid selection 400 with a message', () => {
  it.each(['name', 'name,displayName', 'targeting(platform)', '*', '', 'name,'])(
    'fields=%j is valid',
    async (fields) => {
      expect((await world().call('GET', path, { query: { fields } })).status).toBe(200);
    },
  );

  it.each([
    ['nope', 'nope'],
    ['targeting/nope', 'targeting/nope'],
    ['targeting(platform,nope)', 'targeting/nope'],
    ['displayName/length', 'displayName/length'],
    ['DisplayName', 'DisplayName'],
    ['display_name', 'display_name'],
    ['targeting(', 'targeting('],
    ['targeting)', 'targeting)'],
    ['targeting()', 'targeting()'],
    ['name,,state', 'name,,state'],
    ['/name', '/name'],
    ['__proto__', '__proto__'],
  ])('fields=%s is invalid, and the message names %s', async (fields, selection) => {
    const answer = await world().call('GET', path, { query: { fields } });
    expect(badFields(answer)).toEqual(['fields']);
    expect(answer.error.message).toBe(`Invalid field selection ${selection}`);
  });

  it('an invalid selection is refused before anything is done', async () => {
    const query = 'fields=nope';
    const experiments = `${path}/mediationAbExperiments`;
    for (const [method, target, body] of [
      ['POST', GROUPS, GROUP],
      ['PATCH', path, ofLine(lineId, { state: 'DISABLED' })],
      ['POST', experiments, EXPERIMENT],
      ['POST', mappingsPath(), MAPPING],
    ] as const) {
      expect(badFields(await client.refused(method, target, { query, body }))).toEqual(['fields']);
    }
  });
});

describe('Partial response works on any request that returns data', () => {
  const stopped = async () => {
    const group = await newGroup(world());
    await client.createExperiment(group.path);
    return `${group.path}/mediationAbExperiments:stop`;
  };
  const fresh = async () => (await newGroup(world())).path;
  const APPLOVIN_ADAPTERS = `${ACCOUNT}/adSources/${APPLOVIN}/adapters`;

  it.each([
    ['Create mediation group', 'POST', async () => GROUPS, GROUP, 'state', { state: 'ENABLED' }],
    ['List mediation groups', 'GET', async () => GROUPS, undefined, 'nextPageToken', {}],
    ['Update mediation group', 'PATCH', fresh, {}, 'state', { state: 'ENABLED' }],
    [
      'Create experiment',
      'POST',
      async () => `${await fresh()}/mediationAbExperiments`,
      EXPERIMENT,
      'state',
      { state: 'RUNNING' },
    ],
    [
      'Stop experiment',
      'POST',
      stopped,
      { variantChoice: 'VARIANT_CHOICE_A' },
      'state',
      { state: 'EXPIRED' },
    ],
    ['List ad sources', 'GET', async () => `${ACCOUNT}/adSources`, undefined, 'nextPageToken', {}],
    [
      'List adapters',
      'GET',
      async () => APPLOVIN_ADAPTERS,
      undefined,
      'adapters(adapterId)',
      { adapters: [{ adapterId: '111' }, { adapterId: '112' }] },
    ],
    ['Create ad unit mapping', 'POST', async () => mappingsPath(), MAPPING, 'state', { state: 'ENABLED' }],
    [
      'List ad unit mappings',
      'GET',
      async () => mappingsPath('0000000033'),
      undefined,
      'adUnitMappings/name',
      {},
    ],
  ])('%s', async (_, method, target, body, fields, expected) => {
    const answer = await world().call(method, await target(), {
      query: { fields },
      ...(body !== undefined && { body }),
    });
    expect([answer.status, answer.body]).toEqual([200, expected]);
  });
});
