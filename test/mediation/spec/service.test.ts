import { describe, expect, it } from 'vitest';
import { clientOf, LIVE_LINE, MANUAL_LINE, mappingsPath } from '../http/support/panel.ts';
import { ACCOUNT, adUnit, EXPERIMENT, newGroup, useHttpWorld } from '../http/support/world.ts';

const world = useHttpWorld();
const client = clientOf(world);

describe('What the service lets a publisher do', () => {
  it('a publisher can create, list and update mediation groups: targeting by region, format, platform and IDFA, and lines', async () => {
    const targeting = {
      platform: 'IOS',
      format: 'NATIVE',
      targetedRegionCodes: ['US'],
      idfaTargeting: 'AVAILABLE',
      adUnitIds: [adUnit()],
    };
    const group = await client.createGroup({ targeting });
    expect(group.targeting).toEqual(targeting);
    expect(Object.values(group.mediationGroupLines)).toContainEqual(expect.objectContaining(MANUAL_LINE));
    expect((await client.listed(group)).targeting).toMatchObject(targeting);
    const adUnitIds = [adUnit('0000000002')];
    const updated = await client.patch(`/v1beta/${group.name}`, 'targeting.adUnitIds', {
      targeting: { adUnitIds },
    });
    expect(updated.targeting).toEqual({ ...targeting, adUnitIds });
  });

  it('a publisher can add new mediation group lines to an existing group', async () => {
    const { path, group } = await newGroup(world());
    const after = await client.patch(path, 'mediationGroupLines["-1"]', {
      mediationGroupLines: { '-1': { ...LIVE_LINE, displayName: 'Added' } },
    });
    expect(after.mediationGroupLines).toMatchObject(group.mediationGroupLines);
    expect(Object.values(after.mediationGroupLines)).toHaveLength(3);
  });

  it('a publisher can see which groups are in an A/B experiment and which lines belong to each variant, A or B', async () => {
    const [inside, outside] = [await newGroup(world()), await newGroup(world())];
    await client.createExperiment(inside.path);
    const listed = await client.listed(inside.group);
    expect(listed.mediationAbExperimentState).toBe('RUNNING');
    const lines: { experimentVariant: string }[] = Object.values(listed.mediationGroupLines);
    const variants = lines.map(({ experimentVariant }) => experimentVariant);
    expect(variants.toSorted()).toEqual(['VARIANT_A', 'VARIANT_A', 'VARIANT_B']);
    expect((await client.listed(outside.group)).mediationAbExperimentState).toBe('NOT_RUNNING');
  });

  it('a publisher can create an A/B experiment on a group and stop it by choosing a winning variant', async () => {
    const { path } = await newGroup(world());
    const { experimentId } = await client.createExperiment(path);
    expect(await client.stop(path, 'VARIANT_CHOICE_B')).toMatchObject({ experimentId, state: 'EXPIRED' });
  });

  it('a publisher can list ad sources and their adapters', async () => {
    const { adSources } = await client.get(`${ACCOUNT}/adSources`);
    const named: boolean[] = [];
    for (const { name } of adSources) {
      const { adapters = [] } = await client.get(`/v1beta/${name}/adapters`);
      named.push(
        ...adapters.map((adapter: { name: string }) => adapter.name.startsWith(`${name}/adapters/`)),
      );
    }
    expect(new Set(named)).toEqual(new Set([true]));
  });

  it('a publisher can create and list ad unit mappings, independently of groups and lines', async () => {
    const mapping = await client.createMapping({}, '0000000077');
    expect((await client.get(mappingsPath('0000000077'))).adUnitMappings).toEqual([mapping]);
  });

  it('a publisher can use ad unit mappings afterwards as a parameter when creating or updating lines', async () => {
    const { name } = await client.createMapping();
    const adUnitMappings = { [adUnit()]: name };
    const { path, lineId } = await newGroup(world(), {
      mediationGroupLines: { '-1': { ...MANUAL_LINE, adUnitMappings } },
    });
    const next = await client.createMapping();
    const mask = `mediationGroupLines[${lineId}].adUnitMappings["${adUnit()}"]`;
    const group = await client.patch(path, mask, {
      mediationGroupLines: { [lineId]: { adUnitMappings: { [adUnit()]: next.name } } },
    });
    expect(group.mediationGroupLines[lineId].adUnitMappings).toEqual({ [adUnit()]: next.name });
  });

  it('a publisher sends and receives bodies in JSON', async () => {
    const { path } = await newGroup(world());
    const body = JSON.stringify(EXPERIMENT);
    const { headers } = await world().done('POST', `${path}/mediationAbExperiments`, { body });
    expect(headers.get('content-type')).toBe('application/json; charset=UTF-8');
  });
});
