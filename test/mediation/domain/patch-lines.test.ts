import { describe, expect, it } from 'vitest';
import { groupToPatch, ofLine } from './support/group-to-patch.ts';
import { ADAPTER, APPLOVIN, adUnit, createMapping, liveLine, manualLine } from './support/samples.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

const prepared = (changes: object = {}) => groupToPatch(world(), changes);

describe('Patching an existing line', () => {
  it('a mask that names a line merges the members of the body', async () => {
    const { patch, line, lineId, lines } = await prepared();
    const group = await patch(line, ofLine(lineId, { id: lineId, cpmMicros: '3000000' }));
    expect(group.mediationGroupLines?.[lineId]).toEqual({ ...lines[0], cpmMicros: '3000000' });
  });

  it.each([
    ['state', { state: 'DISABLED' }],
    ['displayName', { displayName: 'Renamed' }],
    ['cpmMicros', { cpmMicros: '42000' }],
    ['cpmMode', { cpmMode: 'LIVE' }],
  ])('a mask that names %s of a line changes only that', async (member, change) => {
    const { patch, line, lineId, lines } = await prepared();
    const body = ofLine(lineId, { displayName: 'x', state: 'DISABLED', cpmMicros: '1', ...change });
    const group = await patch(`${line}.${member}`, body);
    const price = member === 'cpmMode' ? { cpmMicros: '10000' } : {};
    expect(group.mediationGroupLines?.[lineId]).toEqual({ ...lines[0], ...change, ...price });
  });

  it('a patched line keeps its place among the lines', async () => {
    const { patch, line, lineId } = await prepared();
    const group = await patch(`${line}.state`, ofLine(lineId, { state: 'DISABLED' }));
    expect(Object.keys(group.mediationGroupLines ?? {})[0]).toBe(lineId);
  });

  it('a line can change from ENABLED to DISABLED and back', async () => {
    const { patch, line, lineId } = await prepared();
    for (const state of ['DISABLED', 'ENABLED']) {
      const group = await patch(`${line}.state`, ofLine(lineId, { state }));
      expect(group.mediationGroupLines?.[lineId]?.state).toBe(state);
    }
  });

  it('a REMOVED line is not shown any more, and later masks that name it are refused', async () => {
    const { patch, refused, read, line, lineId } = await prepared();
    const group = await patch(`${line}.state`, ofLine(lineId, { state: 'REMOVED' }));
    expect(group.mediationGroupLines).not.toHaveProperty([lineId]);
    expect((await read()).mediationGroupLines).not.toHaveProperty([lineId]);
    const error = await refused(`${line}.state`, ofLine(lineId, { state: 'ENABLED' }));
    expect(error.violations[0]?.field).toBe(line);
    await refused(line, ofLine(lineId, { state: 'ENABLED' }));
  });

  it('a line may be removed while it is DISABLED, and by a mask that names the whole line', async () => {
    const { patch, line, lineId } = await prepared();
    await patch(`${line}.state`, ofLine(lineId, { state: 'DISABLED' }));
    const group = await patch(line, ofLine(lineId, { state: 'REMOVED' }));
    expect(group.mediationGroupLines).not.toHaveProperty([lineId]);
  });

  it('the last line and the line of the own network may be removed', async () => {
    const { patch, lines } = await prepared();
    const removed = Object.fromEntries(lines.map(({ id }) => [id, { state: 'REMOVED' }]));
    const mask = lines.map(({ id }) => `mediationGroupLines["${id}"].state`).join(',');
    const group = await patch(mask, { mediationGroupLines: removed });
    expect(group).not.toHaveProperty('mediationGroupLines');
  });

  it('a line cannot change its ad source', async () => {
    const { refused, patch, line, lineId } = await prepared();
    await patch(line, ofLine(lineId, { adSourceId: APPLOVIN, displayName: 'Same source' }));
    const error = await refused(line, ofLine(lineId, { adSourceId: '18351550913290782395' }));
    expect(error.violations[0]?.field).toBe(`${line}.adSourceId`);
  });

  it('a line whose id member is another id is refused', async () => {
    const { refused, line, lines, lineId } = await prepared();
    const other = lines[1]?.id;
    await refused(line, ofLine(lineId, { id: other, state: 'DISABLED' }));
    await refused(`${line}.state`, ofLine(lineId, { id: other, state: 'DISABLED' }));
  });

  it('a patch of an unknown line is refused as INVALID_ARGUMENT', async () => {
    const { refused } = await prepared();
    await refused(
      'mediationGroupLines["0000000000000000"].state',
      ofLine('0000000000000000', { state: 'DISABLED' }),
    );
  });

  it.each(['', '.state', '.displayName', '.cpmMode', '.cpmMicros'])(
    'the mask path %j without a value in the body is refused',
    async (member) => {
      const { refused, line } = await prepared();
      await refused(`${line}${member}`, {});
      await refused(`${line}${member}`, { mediationGroupLines: {} });
    },
  );

  it.each(['STATE_UNSPECIFIED'])('a line with the state %s is refused', async (state) => {
    const { refused, line, lineId } = await prepared();
    await refused(`${line}.state`, ofLine(lineId, { state }));
  });

  it('a line with an empty name is refused', async () => {
    const { refused, line, lineId } = await prepared();
    await refused(`${line}.displayName`, ofLine(lineId, { displayName: '' }));
  });
});

describe('Patching the price (cpm) of a line', () => {
  it('a line that becomes LIVE loses its price, so that MANUAL needs a new one', async () => {
    const { patch, refused, line, lineId } = await prepared();
    await patch(`${line}.cpmMode`, ofLine(lineId, { cpmMode: 'LIVE' }));
    const manual = ofLine(lineId, { cpmMode: 'MANUAL', cpmMicros: '20000' });
    const error = await refused(`${line}.cpmMode`, manual);
    expect(error.violations[0]?.field).toBe(`${line}.cpmMicros`);
    const group = await patch(`${line}.cpmMode,${line}.cpmMicros`, manual);
    expect(group.mediationGroupLines?.[lineId]).toMatchObject({ cpmMode: 'MANUAL', cpmMicros: '20000' });
  });

  it('the price of a LIVE line is ignored', async () => {
    const { patch, line, lineId } = await prepared({ mediationGroupLines: { '-1': liveLine() } });
    const group = await patch(`${line}.cpmMicros`, ofLine(lineId, { cpmMicros: '20000' }));
    expect(group.mediationGroupLines?.[lineId]).toMatchObject({ cpmMode: 'LIVE', cpmMicros: '10000' });
  });

  it.each([
    ['below $0.01', { cpmMicros: '9999' }, '.cpmMicros'],
    ['with the mode ANO', { cpmMode: 'ANO' }, '.cpmMode'],
  ])('a price of a line %s is refused', async (_, change, member) => {
    const { refused, line, lineId } = await prepared();
    const error = await refused(line, ofLine(lineId, change));
    expect(error.violations.map(({ field }) => field)).toEqual([`${line}${member}`]);
  });
});

describe('Patching the mappings of a line', () => {
  it('a mask can set single mappings by ad unit id', async () => {
    const { publisher, patch, line, lineId } = await prepared();
    const [one, two] = [adUnit(publisher, '0000000001'), adUnit(publisher, '0000000002')];
    const first = await createMapping(world(), publisher);
    const second = await createMapping(world(), publisher, { fragment: '0000000002' });
    await patch(`${line}.adUnitMappings["${one}"]`, ofLine(lineId, { adUnitMappings: { [one]: first } }));
    const group = await patch(
      `${line}.ad_unit_mappings["${two}"]`,
      ofLine(lineId, { adUnitMappings: { [one]: 'not looked at', [two]: second } }),
    );
    expect(group.mediationGroupLines?.[lineId]?.adUnitMappings).toEqual({ [one]: first, [two]: second });
  });

  it('a mapping that the mask names and the body lacks is deleted', async () => {
    const { publisher, patch, line, lineId } = await prepared();
    const unit = adUnit(publisher);
    const name = await createMapping(world(), publisher);
    const mask = `${line}.adUnitMappings["${unit}"]`;
    await patch(mask, ofLine(lineId, { adUnitMappings: { [unit]: name } }));
    const group = await patch(mask, ofLine(lineId, {}));
    expect(group.mediationGroupLines?.[lineId]).not.toHaveProperty('adUnitMappings');
  });

  it('a mask that names the whole line merges its mappings by key', async () => {
    const { publisher, patch, line, lineId } = await prepared();
    const [one, two] = [adUnit(publisher, '0000000001'), adUnit(publisher, '0000000002')];
    const first = await createMapping(world(), publisher);
    const second = await createMapping(world(), publisher, { fragment: '0000000002' });
    await patch(line, ofLine(lineId, { adUnitMappings: { [one]: first } }));
    const group = await patch(line, ofLine(lineId, { adUnitMappings: { [two]: second } }));
    expect(group.mediationGroupLines?.[lineId]?.adUnitMappings).toEqual({ [one]: first, [two]: second });
  });

  it('a new line can bring mappings', async () => {
    const { publisher, patch } = await prepared();
    const name = await createMapping(world(), publisher);
    const line = { ...manualLine('Mapped'), adUnitMappings: { [adUnit(publisher)]: name } };
    const group = await patch('mediationGroupLines["-1"]', ofLine('-1', line));
    expect(Object.values(group.mediationGroupLines ?? {}).at(-1)).toMatchObject(line);
  });

  it('patched mappings are resolved by their names', async () => {
    const { publisher, refused, line, lineId } = await prepared();
    const unit = adUnit(publisher);
    const name = await createMapping(world(), publisher, {
      adapterId: ADAPTER.chartboostAndroid,
      values: { 1311: 'app', 1312: 'signature' },
    });
    const mask = `${line}.adUnitMappings["${unit}"]`;
    const error = await refused(mask, ofLine(lineId, { adUnitMappings: { [unit]: name } }));
    expect(error.violations[0]?.field).toBe(mask);
  });

  it('mappings of the own network are ignored', async () => {
    const { publisher, patch, lines } = await prepared();
    const own = lines[1]?.id as string;
    const mask = `mediationGroupLines["${own}"].adUnitMappings["${adUnit(publisher)}"]`;
    const group = await patch(mask, ofLine(own, { adUnitMappings: { [adUnit(publisher)]: 'anything' } }));
    expect(group.mediationGroupLines?.[own]).not.toHaveProperty('adUnitMappings');
  });
});
