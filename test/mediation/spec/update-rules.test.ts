import { beforeAll, describe, expect, it } from 'vitest';
import { badFields, clientOf, LIVE_LINE, MANUAL_LINE, ofLine } from '../http/support/panel.ts';
import { adUnit, GROUP, newGroup, useHttpWorld } from '../http/support/world.ts';

const world = useHttpWorld();
const client = clientOf(world);
/** Exactly the public interface. */
const publicWorld = useHttpWorld({ 'mediation.groupExtensions': false });

const UNIT = adUnit();
let mapping = '';
beforeAll(async () => {
  mapping = (await client.createMapping()).name;
});

/** The path of every supported mask, the members that it changes, and a change. */
const MASKS = [
  ['targeting.adUnitIds', () => ({ targeting: { adUnitIds: [adUnit('0000000007')] } })],
  [
    'mediationGroupLines[<line_id>]',
    (id: string) => ofLine(id, { displayName: 'Changed', state: 'DISABLED' }),
  ],
  ['mediationGroupLines[<line_id>].state', (id: string) => ofLine(id, { state: 'DISABLED' })],
  [
    'mediationGroupLines[<line_id>].adUnitMappings[<ad_unit_id>]',
    (id: string) => ofLine(id, { adUnitMappings: { [UNIT]: mapping } }),
  ],
  ['mediationGroupLines[<line_id>].displayName', (id: string) => ofLine(id, { displayName: 'Changed' })],
  ['mediationGroupLines[<line_id>].cpmMode', (id: string) => ofLine(id, { cpmMode: 'LIVE' })],
  ['mediationGroupLines[<line_id>].cpmMicros', (id: string) => ofLine(id, { cpmMicros: '42000' })],
] as const;

const snake = (mask: string) =>
  mask.replace(/(?<=^|\.)[a-zA-Z]+/g, (name) => name.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`));

/** The spellings of a mask that contains a line id and an ad unit id. */
const SPELLINGS = [
  ['bare keys', (mask: string) => mask],
  ['keys in double quotes', (mask: string) => mask.replaceAll('[', '["').replaceAll(']', '"]')],
  ['keys in single quotes', (mask: string) => mask.replaceAll('[', "['").replaceAll(']', "']")],
  ['quotes with backslashes', (mask: string) => mask.replaceAll('[', '[\\"').replaceAll(']', '\\"]')],
  ['keys after a dot, in backticks', (mask: string) => mask.replaceAll('[', '.`').replaceAll(']', '`')],
  ['snake_case path names', snake],
  ['snake_case and quotes', (mask: string) => snake(mask).replaceAll('[', '["').replaceAll(']', '"]')],
  ['a comma at the end', (mask: string) => `${mask},`],
] as const;

describe('Supported update masks', () => {
  it.each(MASKS.flatMap(([mask, body]) => SPELLINGS.map(([how, spelt]) => ({ mask, how, spelt, body }))))(
    'the mask $mask is accepted with $how',
    async ({ mask, spelt, body }) => {
      const { path, lineId, group } = await newGroup(world());
      const named = spelt(mask).replace('<line_id>', lineId).replace('<ad_unit_id>', UNIT);
      const after = await client.patch(path, named, body(lineId));
      expect(after).toMatchObject(body(lineId));
      expect(after.etag).not.toBe(group.etag);
      expect(Object.keys(after.mediationGroupLines)).toEqual(Object.keys(group.mediationGroupLines));
    },
  );

  it.each(MASKS)('the mask %s changes what it names and nothing else', async (mask, body) => {
    const { path, lineId, group } = await newGroup(world());
    const named = mask.replace('<line_id>', lineId).replace('<ad_unit_id>', UNIT);
    const others = {
      displayName: 'Ignored',
      targeting: { platform: 'IOS' },
      mediationGroupLines: { [lineId]: { id: lineId } },
    };
    const after = await client.patch(path, named, { ...others, ...body(lineId) });
    const [was, is] = [group, after].map(({ mediationGroupLines, targeting, etag: _, ...rest }) => {
      const { [lineId]: line, ...lines } = mediationGroupLines;
      return { rest, lines, ids: mask.startsWith('targeting') ? line : targeting };
    });
    expect(is).toEqual(was);
  });

  it.each([
    'displayName',
    'state',
    'targeting',
    'targeting.platform',
    'targeting.targetedRegionCodes',
    'mediationGroupLines',
    'mediationGroupLines[<line_id>].adSourceId',
    'mediationGroupLines[<line_id>].adUnitMappings',
    '*',
    'nope',
  ])(
    'the mask %s is not supported: it is refused, and the message lists the supported ones',
    async (mask) => {
      const { path, lineId } = await newGroup(publicWorld());
      const answer = await clientOf(publicWorld).refusedPatch(path, mask.replace('<line_id>', lineId), {});
      expect(badFields(answer)).toEqual(['update_mask']);
      for (const [supported] of MASKS) {
        expect(answer.error.message).toContain(supported.replace(/<\w+>/g, '*'));
      }
    },
  );
});

describe('Update rules', () => {
  it('1. Updates to repeated fields (lists) fully replace the existing values', async () => {
    const { path } = await newGroup(world(), {
      targeting: { ...GROUP.targeting, adUnitIds: [adUnit('0000000001'), adUnit('0000000002')] },
    });
    for (const adUnitIds of [[adUnit('0000000003')], [adUnit('0000000002'), adUnit('0000000001')]]) {
      const group = await client.patch(path, 'targeting.adUnitIds', { targeting: { adUnitIds } });
      expect(group.targeting.adUnitIds).toEqual(adUnitIds);
    }
    const empty = await client.patch(path, 'targeting.adUnitIds', { targeting: { adUnitIds: [] } });
    expect(empty.targeting).not.toHaveProperty('adUnitIds');
  });

  it('2. Individual values in a map are updated by indexing with the key', async () => {
    const other = adUnit('0000000002');
    const second = (await client.createMapping({}, '0000000002')).name;
    const { path, lineId } = await newGroup(world(), {
      mediationGroupLines: { '-1': { ...MANUAL_LINE, adUnitMappings: { [UNIT]: mapping } } },
    });
    const mask = `mediationGroupLines["${lineId}"].adUnitMappings["${other}"]`;
    const group = await client.patch(path, mask, ofLine(lineId, { adUnitMappings: { [other]: second } }));
    expect(group.mediationGroupLines[lineId].adUnitMappings).toEqual({ [UNIT]: mapping, [other]: second });
    const without = await client.patch(path, mask, {});
    expect(without.mediationGroupLines[lineId].adUnitMappings).toEqual({ [UNIT]: mapping });
  });

  it('3. A new line uses a distinct negative number as its line id, the same in the mask and in the body', async () => {
    const { path } = await newGroup(world());
    for (const key of ['-1', '-1', '-999999999999999999']) {
      const added = { ...LIVE_LINE, id: key, displayName: `Added as ${key}` };
      const group = await client.patch(path, `mediationGroupLines["${key}"]`, ofLine(key, added));
      expect(Object.values(group.mediationGroupLines).at(-1)).toMatchObject({
        ...added,
        id: expect.stringMatching(/^\d{16}$/),
      });
    }
  });

  it('3. Several new lines may be added in one call with one mask entry each', async () => {
    const { path } = await newGroup(world());
    const lines = { '-1': { ...LIVE_LINE, displayName: 'One' }, '-2': { ...LIVE_LINE, displayName: 'Two' } };
    const mask = 'mediationGroupLines["-1"],mediationGroupLines["-2"]';
    const group = await client.patch(path, mask, { mediationGroupLines: lines });
    const added = Object.values(group.mediationGroupLines).slice(-2);
    expect(added).toMatchObject([{ displayName: 'One' }, { displayName: 'Two' }]);
  });

  it.each([
    ['a key in the body that no mask entry names', '-1', { '-1': LIVE_LINE, '-2': LIVE_LINE }, '-2'],
    ['a mask entry that the body has no line for', '-1', {}, '-1'],
    ['a key that is not negative', '1', { '1': LIVE_LINE }, '1'],
    ['zero', '0', { '0': LIVE_LINE }, '0'],
    ['a key with a leading zero', '-01', { '-01': LIVE_LINE }, '-01'],
    ['a key that is no number', 'new', { new: LIVE_LINE }, 'new'],
  ])('3. A new line is refused: %s', async (_, key, mediationGroupLines, field) => {
    const { path } = await newGroup(world());
    const answer = await client.refusedPatch(path, `mediationGroupLines["${key}"]`, { mediationGroupLines });
    expect(badFields(answer)).toEqual([`mediationGroupLines["${field}"]`]);
  });

  it("4. To change an existing line, its id appears in the mask and in the body: the line's id field, then the changed members", async () => {
    const { path, lineId, group } = await newGroup(world());
    const changes = { id: lineId, displayName: 'Changed', cpmMicros: '30000' };
    const after = await client.patch(path, `mediationGroupLines["${lineId}"]`, ofLine(lineId, changes));
    expect(after.mediationGroupLines[lineId]).toEqual({ ...group.mediationGroupLines[lineId], ...changes });
  });

  it('4. A change is refused if the body has another id than the mask, or no line has the id', async () => {
    const { path, lineId } = await newGroup(world());
    const [other] = Object.keys((await newGroup(world())).group.mediationGroupLines);
    const mask = `mediationGroupLines["${lineId}"]`;
    const differs = await client.refusedPatch(path, mask, ofLine(lineId, { id: other, state: 'DISABLED' }));
    expect(badFields(differs)).toEqual([`mediationGroupLines["${lineId}"].id`]);
    const theirs = `mediationGroupLines["${other}"]`;
    const missing = await client.refusedPatch(path, theirs, ofLine(other as string, { state: 'DISABLED' }));
    expect(badFields(missing)).toEqual([theirs]);
  });

  it('5. The mask is a URL query parameter and must be URL-encoded: %5B, %22 and %5D', async () => {
    const { path, lineId } = await newGroup(world());
    const query = `updateMask=mediationGroupLines%5B%22${lineId}%22%5D.state,targeting.adUnitIds`;
    const body = { targeting: GROUP.targeting, ...ofLine(lineId, { state: 'DISABLED' }) };
    const { body: group } = await world().done('PATCH', path, { query, body });
    expect(group.mediationGroupLines[lineId].state).toBe('DISABLED');
  });

  it.each(['updateMask', 'update_mask'])(
    '6. A mask may also be written with snake_case path names: %s',
    async (name) => {
      const { path, lineId } = await newGroup(world());
      const mask = `mediation_group_lines["${lineId}"].display_name,targeting.ad_unit_ids`;
      const { body } = await world().done('PATCH', path, {
        query: { [name]: mask },
        body: { targeting: { adUnitIds: [] }, ...ofLine(lineId, { displayName: 'Changed' }) },
      });
      expect(body.mediationGroupLines[lineId].displayName).toBe('Changed');
      expect(body.targeting).not.toHaveProperty('adUnitIds');
    },
  );

  it('two different masks in one request are refused, because one of them would be lost', async () => {
    const { path, lineId } = await newGroup(world());
    const state = `mediationGroupLines[${lineId}].state`;
    const send = (query: string) => ({ query, body: ofLine(lineId, { state: 'DISABLED' }) });
    const twice = send(`updateMask=${state}&updateMask=targeting.adUnitIds`);
    expect(badFields(await client.refused('PATCH', path, twice))).toEqual(['update_mask']);
    await world().done('PATCH', path, send(`updateMask=${state}&updateMask=${state}`));
  });

  it('an update is applied completely or not at all', async () => {
    const { path, lineId } = await newGroup(world());
    const mask = `mediationGroupLines["${lineId}"].state,mediationGroupLines["-1"],targeting.adUnitIds`;
    const answer = await client.refusedPatch(path, mask, {
      targeting: { adUnitIds: [adUnit('0000000003')] },
      mediationGroupLines: { [lineId]: { state: 'DISABLED' }, '-1': { adSourceId: '42' } },
    });
    expect(badFields(answer)).toEqual(['mediationGroupLines["-1"].adSourceId']);
  });
});
