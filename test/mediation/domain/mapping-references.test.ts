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

describe('a mapping that a line names', () => {
  it('is given by its resource name, not by its display name', async () => {
    const publisher = await world().publisher();
    await createMapping(world(), publisher);
    expect(await refusal(publisher, 'Mapping')).toContain('resource name');
  });

  it('exists', async () => {
    const publisher = await world().publisher();
    const name = `accounts/${publisher}/adUnits/0000000001/adUnitMappings/1234567890`;
    expect(await refusal(publisher, name)).toContain('does not exist');
  });

  it('is of the publisher', async () => {
    const [publisher, other] = [await world().publisher(), await world().publisher()];
    expect(await refusal(publisher, await createMapping(world(), other))).toContain('resource name');
  });

  it('is of the ad unit that is its key', async () => {
    const publisher = await world().publisher();
    const name = await createMapping(world(), publisher, { fragment: '0000000002' });
    expect(await refusal(publisher, name)).toContain('another ad unit');
  });

  it('is of the ad unit in its name', async () => {
    const publisher = await world().publisher();
    const name = await createMapping(world(), publisher, { fragment: '0000000002' });
    const renamed = name.replace('0000000002', '0000000001');
    expect(await refusal(publisher, renamed)).toContain('does not exist');
  });

  it('has a key that is an ad unit id of the publisher', async () => {
    const publisher = await world().publisher();
    const name = await createMapping(world(), publisher);
    expect(await refusal(publisher, name, { unit: '0000000001' })).toContain('not an ad unit id');
  });

  it('is for the ad source of the line', async () => {
    const publisher = await world().publisher();
    const line = { ...manualLine(), adSourceId: CHARTBOOST };
    expect(await refusal(publisher, await createMapping(world(), publisher), { line })).toContain(
      'ad source',
    );
  });

  it('is for the platform of the group', async () => {
    const publisher = await world().publisher();
    const name = await createMapping(world(), publisher);
    expect(await refusal(publisher, name, { targeting: { platform: 'IOS' } })).toContain('IOS');
  });

  it('has an adapter that loads the format of the group', async () => {
    const publisher = await world().publisher();
    const name = await createMapping(world(), publisher);
    expect(await refusal(publisher, name, { targeting: { format: 'NATIVE' } })).toContain('NATIVE');
  });

  it('fits a group of the legacy format when its adapter loads one of the two', async () => {
    const publisher = await world().publisher();
    const name = await createMapping(world(), publisher);
    const line = { ...manualLine(), adUnitMappings: { [adUnit(publisher)]: name } };
    await createGroup(world(), publisher, {
      targeting: { platform: 'ANDROID', format: 'BANNER_INTERSTITIAL' },
      mediationGroupLines: { '-1': line },
    });
  });

  it('needs an existing adapter when it is sent; a stored line keeps its mapping', async () => {
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

  it('may be for an ad unit that the group does not target', async () => {
    const publisher = await world().publisher();
    const name = await createMapping(world(), publisher, { fragment: '0000000099' });
    const unit = adUnit(publisher, '0000000099');
    const line = { ...manualLine(), adUnitMappings: { [unit]: name } };
    const { lines } = await createGroup(world(), publisher, { mediationGroupLines: { '-1': line } });
    expect(lines[0]?.adUnitMappings).toEqual({ [unit]: name });
  });

  it('is not needed twice: two lines of one source have a mapping each', async () => {
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

  it('is made for the adapter that it names', () => {
    expect(CATALOGUE.adapter(ADAPTER.applovinAndroid)?.title).toBe('AppLovin Android');
  });
});
