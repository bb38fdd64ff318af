import { describe, expect, it } from 'vitest';
import {
  APPLOVIN,
  adUnit,
  CREATE_EXPERIMENT,
  CREATE_GROUP,
  CREATE_MAPPING,
  createGroup,
  createMapping,
  experimentBody,
  GET_GROUP,
  groupBody,
  LIST_GROUPS,
  LIST_MAPPINGS,
  liveLine,
  manualLine,
  OWN_NETWORK,
  PATCH_GROUP,
  SDK_KEY,
  STOP_EXPERIMENT,
} from './support/samples.ts';
import { useWorld } from './support/world.ts';

/** The endpoints of the specification, one after the other; what each leaves open is tested in its own file. */
const world = useWorld();

describe('identifier shapes', () => {
  it('publisher, ad unit, mapping, group, experiment, ad source and adapter have the names of the specification', async () => {
    const publisher = await world().publisher();
    expect(publisher).toMatch(/^pub-\d{16}$/);
    const mapping = await createMapping(world(), publisher);
    expect(mapping).toMatch(new RegExp(`^accounts/${publisher}/adUnits/0000000001/adUnitMappings/\\d+$`));
    const { group, path } = await createGroup(world(), publisher);
    expect(group.name).toMatch(new RegExp(`^accounts/${publisher}/mediationGroups/\\d{10}$`));
    const experiment = await world().call(publisher, CREATE_EXPERIMENT, { path, body: experimentBody() });
    expect(experiment.name).toMatch(new RegExp(`^${group.name}/mediationAbExperiments/\\d+$`));
    const { adSources } = await world().call(publisher, 'accounts.adSources.list');
    for (const { name, adSourceId } of adSources ?? []) {
      expect(name).toBe(`accounts/${publisher}/adSources/${adSourceId}`);
    }
    const at = { path: { adSourcesId: APPLOVIN } };
    const { adapters } = await world().call(publisher, 'accounts.adSources.adapters.list', at);
    for (const { name, adapterId } of adapters ?? []) {
      expect(name).toBe(`accounts/${publisher}/adSources/${APPLOVIN}/adapters/${adapterId}`);
    }
  });
});

describe('endpoints', () => {
  it('create mediation group: displayName, targeting and lines under negative keys', async () => {
    const publisher = await world().publisher();
    const mapping = await createMapping(world(), publisher);
    const unit = adUnit(publisher);
    const group = await world().call(publisher, CREATE_GROUP, {
      body: {
        displayName: 'Sample group',
        targeting: { platform: 'Android', format: 'BANNER', adUnitIds: [unit] },
        mediationGroupLines: { '-1': { ...manualLine('Sample line'), adUnitMappings: { [unit]: mapping } } },
      },
    });
    expect(Object.values(group.mediationGroupLines ?? {})).toMatchObject([
      { displayName: 'Sample line', adSourceId: APPLOVIN, adUnitMappings: { [unit]: mapping } },
      { adSourceId: OWN_NETWORK },
    ]);
  });

  it('list mediation groups: an array, with the experiment state and the variant of each line', async () => {
    const publisher = await world().publisher();
    await createGroup(world(), publisher);
    const { mediationGroups } = await world().call(publisher, LIST_GROUPS);
    expect(mediationGroups).toMatchObject([
      { state: 'ENABLED', mediationAbExperimentState: 'NOT_RUNNING', targeting: { adUnits: ['0000000001'] } },
    ]);
    for (const line of Object.values(mediationGroups?.[0]?.mediationGroupLines ?? {})) {
      expect(line.experimentVariant).toBe('ORIGINAL');
    }
  });

  it('update mediation group: only the changed parts, named by a URL-encoded mask', async () => {
    const publisher = await world().publisher();
    const { path, lineId } = await createGroup(world(), publisher);
    const group = await world().call(publisher, PATCH_GROUP, {
      path,
      query: `updateMask=mediationGroupLines%5B%22${lineId}%22%5D.state`,
      body: { mediationGroupLines: { [lineId]: { id: lineId, state: 'DISABLED' } } },
    });
    expect(group.mediationGroupLines?.[lineId]?.state).toBe('DISABLED');
  });

  it('create experiment: the mode key may be written cpm_mode', async () => {
    const publisher = await world().publisher();
    const { path } = await createGroup(world(), publisher);
    const experiment = await world().call(publisher, CREATE_EXPERIMENT, {
      path,
      body: {
        displayName: 'Sample experiment',
        treatmentTrafficPercentage: '50',
        treatmentMediationLines: [
          {
            mediationGroupLine: {
              id: '-1',
              displayName: 'Own network, variant B',
              adSourceId: OWN_NETWORK,
              cpm_mode: 'LIVE',
              state: 'ENABLED',
            },
          },
        ],
      },
    });
    expect(experiment).toMatchObject({
      state: 'RUNNING',
      treatmentMediationLines: [{ mediationGroupLine: { cpmMode: 'LIVE' } }],
    });
    expect(experiment.controlMediationLines).toHaveLength(2);
  });

  it('stop experiment: answers experimentId and the state EXPIRED; the group is NOT_RUNNING', async () => {
    const publisher = await world().publisher();
    const { path } = await createGroup(world(), publisher);
    const { experimentId } = await world().call(publisher, CREATE_EXPERIMENT, {
      path,
      body: experimentBody(),
    });
    const body = { variantChoice: 'VARIANT_CHOICE_A' };
    const stopped = await world().call(publisher, STOP_EXPERIMENT, { path, body });
    expect(stopped).toMatchObject({ experimentId, state: 'EXPIRED' });
    const group = await world().call(publisher, GET_GROUP, { path });
    expect(group.mediationAbExperimentState).toBe('NOT_RUNNING');
  });

  it('create ad unit mapping: name, adapterId and adUnitConfigurations; then it is listed and used in a line', async () => {
    const publisher = await world().publisher();
    const at = { path: { adUnitsId: '0000000001' } };
    const body = { name: 'Sample mapping', adapterId: '111', adUnitConfigurations: { [SDK_KEY]: 'value' } };
    const created = await world().call(publisher, CREATE_MAPPING, { ...at, body });
    const { adUnitMappings } = await world().call(publisher, LIST_MAPPINGS, at);
    expect(adUnitMappings).toEqual([created]);
    expect(created).toMatchObject({
      state: 'ENABLED',
      adapterId: '111',
      adUnitConfigurations: { [SDK_KEY]: 'value' },
    });
    const line = { ...manualLine(), adUnitMappings: { [adUnit(publisher)]: created.name } };
    await createGroup(world(), publisher, { mediationGroupLines: { '-1': line } });
  });
});

describe('update rules', () => {
  it('1. lists are fully replaced', async () => {
    const publisher = await world().publisher();
    const { path } = await createGroup(world(), publisher);
    const adUnitIds = [adUnit(publisher, '0000000002')];
    const sent = { path, query: 'updateMask=targeting.adUnitIds', body: { targeting: { adUnitIds } } };
    expect((await world().call(publisher, PATCH_GROUP, sent)).targeting?.adUnitIds).toEqual(adUnitIds);
  });

  it('2. values of a map are updated by indexing with the key', async () => {
    const publisher = await world().publisher();
    const { path, lineId, lines } = await createGroup(world(), publisher);
    const unit = adUnit(publisher);
    const mapping = await createMapping(world(), publisher);
    const group = await world().call(publisher, PATCH_GROUP, {
      path,
      query: { updateMask: `mediationGroupLines["${lineId}"].adUnitMappings["${unit}"]` },
      body: { mediationGroupLines: { [lineId]: { adUnitMappings: { [unit]: mapping } } } },
    });
    expect(group.mediationGroupLines?.[lineId]).toEqual({ ...lines[0], adUnitMappings: { [unit]: mapping } });
  });

  it('3. new lines have distinct negative numbers, the same in mask and body, several in one call', async () => {
    const publisher = await world().publisher();
    const { path } = await createGroup(world(), publisher);
    const group = await world().call(publisher, PATCH_GROUP, {
      path,
      query: { updateMask: 'mediationGroupLines["-1"],mediationGroupLines["-2"]' },
      body: { mediationGroupLines: { '-1': liveLine('One'), '-2': liveLine('Two') } },
    });
    expect(Object.values(group.mediationGroupLines ?? {})).toHaveLength(4);
  });

  it('4. an existing line is changed by its id in mask and body, and the changed members', async () => {
    const publisher = await world().publisher();
    const { path, lineId, lines } = await createGroup(world(), publisher);
    const group = await world().call(publisher, PATCH_GROUP, {
      path,
      query: { updateMask: `mediationGroupLines[${lineId}]` },
      body: { mediationGroupLines: { [lineId]: { id: lineId, displayName: 'Changed' } } },
    });
    expect(group.mediationGroupLines?.[lineId]).toEqual({ ...lines[0], displayName: 'Changed' });
  });

  it('6. a mask may have snake_case names', async () => {
    const publisher = await world().publisher();
    const { path, lineId } = await createGroup(world(), publisher);
    const group = await world().call(publisher, PATCH_GROUP, {
      path,
      query: { updateMask: `mediation_group_lines["${lineId}"].display_name,targeting.ad_unit_ids` },
      body: { mediationGroupLines: { [lineId]: { displayName: 'Changed' } } },
    });
    expect(group.mediationGroupLines?.[lineId]?.displayName).toBe('Changed');
    expect(group.targeting).not.toHaveProperty('adUnitIds');
  });
});

describe('limits', () => {
  it('new line ids are unique negative numbers', async () => {
    const publisher = await world().publisher();
    const body = groupBody(publisher, { mediationGroupLines: { 1: liveLine() } });
    expect((await world().refused(publisher, CREATE_GROUP, { body })).code).toBe('INVALID_ARGUMENT');
  });
});
