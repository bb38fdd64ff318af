import { describe, expect, it } from 'vitest';
import { adUnit, createGroup, createMapping, PATCH_GROUP } from './support/samples.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
/** Exactly the public interface. */
const publicWorld = useWorld({ groupExtensions: false });

/** Every way to write the path to a member of a line. */
const SPELLINGS: readonly ((id: string) => string)[] = [
  (id) => `mediationGroupLines["${id}"].displayName`,
  (id) => `mediation_group_lines["${id}"].display_name`,
  (id) => `mediationGroupLines["${id}"].display_name`,
  (id) => `mediation_group_lines["${id}"].displayName`,
  (id) => `mediationGroupLines['${id}'].displayName`,
  (id) => `mediationGroupLines[${id}].displayName`,
  (id) => `mediation_group_lines[${id}].display_name`,
  (id) => `mediationGroupLines[\\"${id}\\"].displayName`,
  (id) => `mediationGroupLines.${id}.displayName`,
  (id) => `mediationGroupLines.\`${id}\`.displayName`,
  (id) => `mediationGroupLines["${id}"].displayName,`,
  (id) => ` mediationGroupLines["${id}"].displayName , mediationGroupLines["${id}"].displayName`,
];

describe('Spellings of updateMask', () => {
  it.each(SPELLINGS.map((spelling) => [spelling('ID'), spelling]))(
    'the mask is read in its spelling %s',
    async (_, spelling) => {
      const publisher = await world().publisher();
      const { path, lineId, lines } = await createGroup(world(), publisher);
      const group = await world().call(publisher, PATCH_GROUP, {
        path,
        query: { updateMask: spelling(lineId) },
        body: { mediationGroupLines: { [lineId]: { displayName: 'Renamed', state: 'DISABLED' } } },
      });
      expect(group.mediationGroupLines?.[lineId]).toEqual({ ...lines[0], displayName: 'Renamed' });
    },
  );

  it.each(['updateMask', 'update_mask'])('the mask may be the parameter %s', async (name) => {
    const publisher = await world().publisher();
    const { path, lineId } = await createGroup(world(), publisher);
    const query = { [name]: `mediationGroupLines["${lineId}"].state` };
    const body = { mediation_group_lines: { [lineId]: { state: 'DISABLED' } } };
    const group = await world().call(publisher, PATCH_GROUP, { path, query, body });
    expect(group.mediationGroupLines?.[lineId]?.state).toBe('DISABLED');
  });

  it('the mask may be URL-encoded or not', async () => {
    const publisher = await world().publisher();
    const { path, lineId } = await createGroup(world(), publisher);
    for (const [query, state] of [
      [`updateMask=mediationGroupLines%5B%22${lineId}%22%5D.state`, 'DISABLED'],
      [`updateMask=mediationGroupLines["${lineId}"].state`, 'ENABLED'],
    ] as const) {
      const body = { mediationGroupLines: { [lineId]: { state } } };
      const group = await world().call(publisher, PATCH_GROUP, { path, query, body });
      expect(group.mediationGroupLines?.[lineId]?.state).toBe(state);
    }
  });

  it('the keys in a mask may have slashes and dashes', async () => {
    const publisher = await world().publisher();
    const { path, lineId } = await createGroup(world(), publisher);
    const unit = adUnit(publisher);
    const name = await createMapping(world(), publisher);
    for (const mask of [
      `mediationGroupLines["${lineId}"].adUnitMappings["${unit}"]`,
      `mediation_group_lines[${lineId}].ad_unit_mappings[${unit}]`,
      `mediationGroupLines.${lineId}.adUnitMappings.\`${unit}\``,
    ]) {
      const sent = (adUnitMappings: object) => ({
        path,
        query: { updateMask: mask },
        body: { mediationGroupLines: { [lineId]: { adUnitMappings } } },
      });
      const set = await world().call(publisher, PATCH_GROUP, sent({ [unit]: name }));
      expect(set.mediationGroupLines?.[lineId]?.adUnitMappings).toEqual({ [unit]: name });
      const cleared = await world().call(publisher, PATCH_GROUP, sent({}));
      expect(cleared.mediationGroupLines?.[lineId]).not.toHaveProperty('adUnitMappings');
    }
  });
});

const UNSUPPORTED = [
  '*',
  'displayName',
  'state',
  'targeting',
  'targeting.platform',
  'targeting.targetedRegionCodes',
  'targeting.idfaTargeting',
  'mediationGroupLines',
  'mediationGroupLines["ID"].id',
  'mediationGroupLines["ID"].adSourceId',
  'mediationGroupLines["ID"].adUnitMappings',
  'mediationGroupLines["ID"].colour',
  'targeting.adUnitIds[0]',
  'targeting.adUnitIds.0',
  'colour',
];

const BROKEN = [
  'mediationGroupLines[',
  'mediationGroupLines["1"',
  ',',
  'a,,b',
  '.state',
  'mediationGroupLines[].state',
];

describe('Refusals of updateMask', () => {
  it.each(UNSUPPORTED)(
    'without groupExtensions the mask %s is not supported, and the error lists the supported masks',
    async (mask) => {
      const publisher = await publicWorld().publisher();
      const { path, lineId } = await createGroup(publicWorld(), publisher);
      const query = { updateMask: mask.replace('ID', lineId) };
      const body = { displayName: 'x', mediationGroupLines: { [lineId]: { state: 'DISABLED' } } };
      const error = await publicWorld().refused(publisher, PATCH_GROUP, { path, query, body });
      expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', reason: 'INVALID_UPDATE_MASK' });
      expect(error.violations[0]?.field).toBe('update_mask');
    },
  );

  it.each(BROKEN)('the mask %s is malformed', async (updateMask) => {
    const publisher = await world().publisher();
    const { path } = await createGroup(world(), publisher);
    const error = await world().refused(publisher, PATCH_GROUP, { path, query: { updateMask }, body: {} });
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', reason: 'INVALID_UPDATE_MASK' });
  });

  it('one answer names every unsupported path', async () => {
    const publisher = await publicWorld().publisher();
    const { path } = await createGroup(publicWorld(), publisher);
    const query = { updateMask: 'displayName,state,targeting.adUnitIds' };
    const error = await publicWorld().refused(publisher, PATCH_GROUP, { path, query, body: {} });
    expect(error.message).toContain("'displayName'");
    expect(error.message).toContain("'state'");
    expect(error.message).toContain('targeting.adUnitIds');
  });

  it('two different masks are refused, while the same mask twice is accepted', async () => {
    const publisher = await world().publisher();
    const { path, lineId } = await createGroup(world(), publisher);
    const mask = `mediationGroupLines["${lineId}"].state`;
    const body = { mediationGroupLines: { [lineId]: { state: 'DISABLED' } } };
    const different = `updateMask=${mask}&updateMask=targeting.adUnitIds`;
    expect((await world().refused(publisher, PATCH_GROUP, { path, query: different, body })).code).toBe(
      'INVALID_ARGUMENT',
    );
    await world().call(publisher, PATCH_GROUP, {
      path,
      query: `updateMask=${mask}&updateMask=${mask}`,
      body,
    });
  });
});
