import { beforeAll, describe, expect, it } from 'vitest';
import { reasonOf } from '../http/support/envelope.ts';
import { badFields, clientOf, LIVE_LINE, MANUAL_LINE, ofLine } from '../http/support/panel.ts';
import { adUnit, GROUP, newGroup, useHttpWorld } from '../http/support/world.ts';

const world = useHttpWorld();
const client = clientOf(world);

const [ONE, TWO] = [adUnit('0000000001'), adUnit('0000000002')];
let [first, second] = ['', ''];
beforeAll(async () => {
  first = (await client.createMapping()).name;
  second = (await client.createMapping({}, '0000000002')).name;
});

/** A group with a line that has a mapping. */
const mapped = () =>
  newGroup(world(), { mediationGroupLines: { '-1': { ...MANUAL_LINE, adUnitMappings: { [ONE]: first } } } });

describe('Patch', () => {
  it('a patch sends only the fields to change; the enclosing parent objects must be included', async () => {
    const { path, lineId, group } = await newGroup(world());
    const after = await client.patch(path, undefined, ofLine(lineId, { displayName: 'Changed' }));
    const { etag: _, ...rest } = group;
    expect(after).toMatchObject({
      ...rest,
      mediationGroupLines: { [lineId]: { ...MANUAL_LINE, displayName: 'Changed' } },
    });
    expect(badFields(await client.refusedPatch(path, undefined, { cpmMicros: '1' }))).toHaveLength(1);
  });

  it('a patch merges the sent data into the parent object', async () => {
    const { path, lineId } = await mapped();
    const after = await client.patch(path, undefined, ofLine(lineId, { adUnitMappings: { [TWO]: second } }));
    expect(after.mediationGroupLines[lineId].adUnitMappings).toEqual({ [ONE]: first, [TWO]: second });
  });

  it('a patch adds a field by specifying it', async () => {
    const { path, lineId } = await newGroup(world());
    const change = ofLine(lineId, { adUnitMappings: { [ONE]: first } });
    expect(await client.patch(path, undefined, change)).toMatchObject(change);
    const group = await client.patch(path, undefined, ofLine('-1', LIVE_LINE));
    expect(Object.values(group.mediationGroupLines).at(-1)).toMatchObject(LIVE_LINE);
  });

  it('a patch modifies a field by setting a new value', async () => {
    const { path, lineId } = await newGroup(world());
    const change = ofLine(lineId, { cpmMicros: '30000', state: 'DISABLED' });
    expect(await client.patch(path, undefined, change)).toMatchObject(change);
  });

  it('a patch deletes a field by setting null', async () => {
    const { path, lineId } = await mapped();
    const change = { targeting: { adUnitIds: null }, ...ofLine(lineId, { adUnitMappings: { [ONE]: null } }) };
    const after = await client.patch(path, undefined, change);
    expect(after.targeting).not.toHaveProperty('adUnitIds');
    expect(after.mediationGroupLines[lineId]).not.toHaveProperty('adUnitMappings');
  });

  it('a patch deletes an entire mutable object by setting null', async () => {
    const { path, lineId } = await mapped();
    const after = await client.patch(path, undefined, ofLine(lineId, { adUnitMappings: null }));
    expect(after.mediationGroupLines[lineId]).not.toHaveProperty('adUnitMappings');
  });

  it('an array in a patch replaces the existing array; elements cannot be changed piecemeal', async () => {
    const { path } = await newGroup(world(), { targeting: { ...GROUP.targeting, adUnitIds: [ONE, TWO] } });
    const adUnitIds = [adUnit('0000000003')];
    expect((await client.patch(path, undefined, { targeting: { adUnitIds } })).targeting.adUnitIds).toEqual(
      adUnitIds,
    );
    for (const mask of ['targeting.adUnitIds[0]', 'targeting.adUnitIds.0']) {
      expect(badFields(await client.refusedPatch(path, mask, { targeting: { adUnitIds } }))).toEqual([
        'update_mask',
      ]);
    }
  });

  it('a patch that omits all elements of an array leaves it unchanged', async () => {
    const { path, group } = await newGroup(world());
    expect(await client.patch(path, undefined, { targeting: { adUnitIds: [] } })).toEqual(group);
    expect(await client.patch(path, undefined, { targeting: {} })).toEqual(group);
  });

  it('the response to a patch is 200 with the full resource, unless fields reduces it', async () => {
    const { path, lineId } = await newGroup(world());
    const body = ofLine(lineId, { state: 'DISABLED' });
    const { status, body: whole } = await world().call('PATCH', path, { body });
    expect([status, whole]).toEqual([200, await client.get(path)]);
    const reduced = await world().done('PATCH', path, { body, query: 'fields=displayName' });
    expect(reduced.body).toEqual({ displayName: GROUP.displayName });
  });

  it.each([
    ['a line without its required name', { displayName: null }],
    ['a line in an unknown state', { state: 'PAUSED' }],
    ['a MANUAL line without a price', { cpmMode: 'MANUAL', cpmMicros: null }],
    ['a line that names no mapping', { adUnitMappings: { [ONE]: 'nothing' } }],
  ])(
    'a patch to an invalid resource state returns 400 or 422, and the resource stays unchanged: %s',
    async (_, members) => {
      const { path, lineId, group } = await newGroup(world());
      const { status } = await client.refusedPatch(path, undefined, ofLine(lineId, members));
      expect([400, 422]).toContain(status);
      expect(await client.get(path)).toEqual(group);
    },
  );

  it.each(['PATCH', 'patch'])(
    'where PATCH is blocked, send POST with X-HTTP-Method-Override: %s',
    async (override) => {
      const { path, lineId } = await newGroup(world());
      const { body } = await world().done('POST', path, {
        query: { updateMask: `mediationGroupLines[${lineId}].state` },
        body: ofLine(lineId, { state: 'DISABLED' }),
        headers: { 'x-http-method-override': override },
      });
      expect(body.mediationGroupLines[lineId].state).toBe('DISABLED');
    },
  );

  it('a POST with another method override does nothing', async () => {
    const { path, lineId } = await newGroup(world());
    for (const override of ['BOGUS', 'PATCH, PATCH', '']) {
      const headers = { 'x-http-method-override': override };
      const answer = await client.refused('POST', path, {
        body: ofLine(lineId, { state: 'DISABLED' }),
        headers,
      });
      expect([answer.status, reasonOf(answer.error)]).toEqual([400, 'INVALID_METHOD_OVERRIDE']);
    }
  });

  it('PUT, which would clear what is not supplied, is not an operation of the interface', async () => {
    const { path, group } = await newGroup(world());
    expect((await client.refused('PUT', path, { body: group })).status).toBe(405);
  });
});

describe('Patch with ETags', () => {
  const change = (lineId: string) => ofLine(lineId, { state: 'DISABLED' });

  it('the current ETag is sent in the If-Match header; the server updates the ETag on success', async () => {
    const { path, lineId, etag } = await newGroup(world());
    const { headers, body } = await world().done('PATCH', path, {
      body: change(lineId),
      headers: { 'if-match': etag },
    });
    expect(headers.get('etag')).not.toBe(etag);
    expect([body.etag, (await client.get(path)).etag]).toEqual([headers.get('etag'), headers.get('etag')]);
  });

  it('an If-Match that is not the current ETag gets 412, and the resource stays unchanged', async () => {
    const { path, lineId, etag } = await newGroup(world());
    await client.patch(path, undefined, change(lineId));
    const headers = { 'if-match': etag };
    const answer = await client.refused('PATCH', path, {
      body: ofLine(lineId, { state: 'ENABLED' }),
      headers,
    });
    expect([answer.status, answer.error.status]).toEqual([412, 'FAILED_PRECONDITION']);
  });

  it('with If-Match: * a patch is executed without a prior read', async () => {
    const { path, lineId } = await newGroup(world());
    await client.patch(path, undefined, ofLine(lineId, { displayName: 'Meanwhile' }));
    await world().done('PATCH', path, { body: change(lineId), headers: { 'if-match': '*' } });
  });

  it.each(['x', '', '"x', '*, "x"'])('a malformed If-Match gets 400: %j', async (value) => {
    const { path, lineId } = await newGroup(world());
    const headers = { 'if-match': value };
    const answer = await client.refused('PATCH', path, { body: change(lineId), headers });
    expect(badFields(answer)).toEqual(['If-Match']);
  });

  it('without If-Match the patch is executed unconditionally', async () => {
    const { path, lineId } = await newGroup(world());
    expect((await world().call('PATCH', path, { body: change(lineId) })).status).toBe(200);
  });
});
