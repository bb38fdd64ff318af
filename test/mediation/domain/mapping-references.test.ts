import { describe, expect, it } from 'vitest';
import {
  ADAPTER,
  adUnit,
  CHARTBOOST,
  CREATE_GROUP,
  createGroup,
  createMapping,
  groupBody,
  manualLine,
  PATCH_GROUP,
} from './support/samples.ts';
import { CATALOGUE, useWorld } from './support/world.ts';

const world = useWorld();

/** The refusal of a group whose line names the mapping for the ad unit. */
async function refusal(
  publisher: string,
  name: string,
  { unit = adUnit(publisher), line = manualLine() as object, targeting = {} as object } = {},
) {
  const body = groupBody(publisher, {
    mediationGroupLines: { '-1': { ...line, adUnitMappings: { [unit]: name } } },
  });
  Object.assign(body.targeting, targeting);
  const error = await world().refused(publisher, CREATE_GROUP, { body });
  expect(error.violations.map(({ field }) => field)).toEqual([
    `mediationGroupLines["-1"].adUnitMappings["${unit}"]`,
  ]);
  return error.message;
}

describe('A mapping that a line refers to', () => {
  it('a line refers to a mapping by its resource name, not by its display name', async () => {
    const publisher = await world().publisher();
    await createMapping(world(), publisher);
    expect(await refusal(publisher, 'Mapping')).toContain('resource name');
  });

  it('a mapping that a line refers to must exist', async () => {
    const publisher = await world().publisher();
    const name = `accounts/${publisher}/adUnits/0000000001/adUnitMappings/1234567890`;
    expect(await refusal(publisher, name)).toContain('does not exist');
  });

  it('a mapping that a line refers to must belong to the publisher', async () => {
    const [publisher, other] = [await world().publisher(), await world().publisher()];
    expect(await refusal(publisher, await createMapping(world(), other))).toContain('resource name');
  });

  it('a mapping that a line refers to must be of the ad unit that is its key', async () => {
    const publisher = await world().publisher();
    const name = await createMapping(world(), publisher, { fragment: '0000000002' });
    expect(await refusal(publisher, name)).toContain('another ad unit');
  });

  it('a mapping that a line refers to must be of the ad unit in its name', async () => {
    const publisher = await world().publisher();
    const name = await createMapping(world(), publisher, { fragment: '0000000002' });
    const renamed = name.replace('0000000002', '0000000001');
    expect(await refusal(publisher, renamed)).toContain('does not exist');
  });

  it('the key of a mapping must be an ad unit id of the publisher', async () => {
    const publisher = await world().publisher();
    const name = await createMapping(world(), publisher);
    expect(await refusal(publisher, name, { unit: '0000000001' })).toContain('not an ad unit id');
  });

  it('a mapping must be for the ad source of the line', async () => {
    const publisher = await world().publisher();
    const line = { ...manualLine(), adSourceId: CHARTBOOST };
    expect(await refusal(publisher, await createMapping(world(), publisher), { line })).toContain(
      'ad source',
    );
  });

  it('a mapping must be for the platform of the group', async () => {
    const publisher = await world().publisher();
    const name = await createMapping(world(), publisher);
    expect(await refusal(publisher, name, { targeting: { platform: 'IOS' } })).toContain('IOS');
  });

  it('a mapping must have an adapter that loads the format of the group', async () => {
    const publisher = await world().publisher();
    const name = await createMapping(world(), publisher);
    expect(await refusal(publisher, name, { targeting: { format: 'NATIVE' } })).toContain('NATIVE');
  });

  it('in a group of the legacy format a mapping needs an adapter that loads one of the two formats', async () => {
    const publisher = await world().publisher();
    const name = await createMapping(world(), publisher);
    const line = { ...manualLine(), adUnitMappings: { [adUnit(publisher)]: name } };
    await createGroup(world(), publisher, {
      targeting: { platform: 'ANDROID', format: 'BANNER_INTERSTITIAL' },
      mediationGroupLines: { '-1': line },
    });
  });

  it('a new mapping needs an existing adapter; a stored line keeps its mapping', async () => {
    const publisher = await world().publisher();
    const name = await createMapping(world(), publisher);
    const line = { ...manualLine(), adUnitMappings: { [adUnit(publisher)]: name } };
    const { path, lineId } = await createGroup(world(), publisher, { mediationGroupLines: { '-1': line } });
    world().catalogue.replace({ ...CATALOGUE, adapter: () => undefined });
    try {
      expect(await refusal(publisher, name)).toContain('does not exist any more');
      const group = await world().call(publisher, PATCH_GROUP, {
        path,
        query: `updateMask=mediationGroupLines["${lineId}"].state`,
        body: { mediationGroupLines: { [lineId]: { state: 'DISABLED' } } },
      });
      expect(group.mediationGroupLines?.[lineId]).toMatchObject({
        state: 'DISABLED',
        adUnitMappings: { [adUnit(publisher)]: name },
      });
    } finally {
      world().catalogue.replace(CATALOGUE);
    }
  });

  it('a line may have a mapping for an ad unit that the group does not target', async () => {
    const publisher = await world().publisher();
    const name = await createMapping(world(), publisher, { fragment: '0000000099' });
    const unit = adUnit(publisher, '0000000099');
    const line = { ...manualLine(), adUnitMappings: { [unit]: name } };
    const { lines } = await createGroup(world(), publisher, { mediationGroupLines: { '-1': line } });
    expect(lines[0]?.adUnitMappings).toEqual({ [unit]: name });
  });

  it('two lines of one source each have a mapping of their own', async () => {
    const publisher = await world().publisher();
    const names = [await createMapping(world(), publisher), await createMapping(world(), publisher)];
    const [first, second] = names.map((name) => ({
      ...manualLine(),
      adUnitMappings: { [adUnit(publisher)]: name },
    }));
    const { lines } = await createGroup(world(), publisher, {
      mediationGroupLines: { '-1': first, '-2': second },
    });
    expect(lines.slice(0, 2).map((line) => line.adUnitMappings?.[adUnit(publisher)])).toEqual(names);
  });

  it('the catalogue has the adapter that the mappings of these tests use', () => {
    expect(CATALOGUE.adapter(ADAPTER.applovinAndroid)?.title).toBe('AppLovin Android');
  });
});
