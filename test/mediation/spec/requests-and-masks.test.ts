import { describe, expect, it } from 'vitest';
import { detailOf, reasonOf, violationsOf } from '../http/support/envelope.ts';
import { badFields, clientOf, LIVE_LINE, MANUAL_LINE, ofLine } from '../http/support/panel.ts';
import { EXPERIMENT, GROUP, GROUPS, newGroup, OTHER, useHttpWorld } from '../http/support/world.ts';

const world = useHttpWorld();
/** Exactly the public interface. */
const publicWorld = useHttpWorld({ 'mediation.groupExtensions': false });
const client = clientOf(world);

const MISSING = `${GROUPS}/0000000000`;

describe('Ruling 7: the order of checks', () => {
  /** A request with a malformed query and a malformed body. */
  const SHAPE = { query: 'alt=zzz&foo=1&fields=nope', body: '{' };
  const theirs = MISSING.replace(/pub-\d+/, OTHER);
  const badMeaning = {
    query: { updateMask: 'mediationGroupLines[-1]' },
    body: ofLine('-1', { adSourceId: '42' }),
  };

  it.each([
    ['its route, before all else', 404, 'ROUTE_NOT_FOUND', '/v1beta/nothing', { ...SHAPE, token: null }],
    ['its credential', 401, 'CREDENTIALS_MISSING', theirs, { ...SHAPE, token: null }],
    ['permission after the credential', 403, undefined, theirs, SHAPE],
    ['the whole query and body after permission', 400, undefined, MISSING, { ...SHAPE, body: { nope: 1 } }],
    ['existence after query and body', 404, 'NOT_FOUND', MISSING, badMeaning],
  ])('a request is checked for %s, and an error there gets %i', async (_, status, reason, path, call) => {
    const answer = await client.refused('PATCH', path, call);
    expect(answer.status).toBe(status);
    if (reason !== undefined) expect(reasonOf(answer.error)).toBe(reason);
  });

  it('the semantics of a request are checked last, and refused with 400', async () => {
    const { path } = await newGroup(world());
    expect(badFields(await client.refused('PATCH', path, badMeaning))).toHaveLength(1);
  });

  it('one answer has all bad values of system parameters, query and body', async () => {
    const answer = await client.refused('PATCH', MISSING, {
      query: '$.xgafv=7&alt=zzz&fields=nope&validateOnly=maybe&foo=1&updateMask=nope',
      body: { displayName: 5, nope: 1, targeting: { adUnitIds: 'x' } },
      headers: { 'if-match': 'none' },
    });
    expect(new Set(badFields(answer))).toEqual(
      new Set([
        '$.xgafv',
        'alt',
        'fields',
        'If-Match',
        'foo',
        'validate_only',
        'update_mask',
        'mediation_group.display_name',
        'mediation_group',
        'mediation_group.targeting.ad_unit_ids',
      ]),
    );
  });
});

describe('Ruling 8: errors of the parameter fields', () => {
  it('the message about a bad fields parameter names the bad selection', async () => {
    const { path } = await newGroup(world());
    const { error } = await world().call('GET', path, { query: 'fields=name,targeting/nope' });
    expect(error.message).toBe('Invalid field selection targeting/nope');
    expect(violationsOf(error)).toMatchObject([{ field: 'fields' }]);
  });
});

describe('Ruling 9: null in bodies', () => {
  it('null in a PATCH without a mask deletes the member', async () => {
    const { path } = await newGroup(world());
    const group = await client.patch(path, undefined, { targeting: { adUnitIds: null } });
    expect(group.targeting).not.toHaveProperty('adUnitIds');
  });

  it('null in a POST counts as absent', async () => {
    const group = await client.createGroup({
      state: null,
      targeting: { ...GROUP.targeting, adUnitIds: null, idfaTargeting: null },
      mediationGroupLines: { '-1': { ...MANUAL_LINE, state: null, displayName: null } },
    });
    expect(group.state).toBe('ENABLED');
    expect(group.targeting).not.toHaveProperty('adUnitIds');
    expect(Object.values(group.mediationGroupLines)[0]).toMatchObject({ displayName: 'AppLovin' });
  });

  it.each([undefined, 'mediationGroupLines[<line_id>]'])(
    'a line set to null gets 400, and the error points to state REMOVED; mask: %s',
    async (mask) => {
      const { path, lineId } = await newGroup(world());
      const named = mask?.replace('<line_id>', lineId);
      const answer = await client.refusedPatch(path, named, ofLine(lineId, null));
      expect(badFields(answer)).toEqual([`mediationGroupLines["${lineId}"]`]);
      expect(answer.error.message).toContain('REMOVED');
    },
  );
});

describe('Ruling 10: bodies and masks', () => {
  it('body members outside the mask are ignored', async () => {
    const { path, lineId, group } = await newGroup(world());
    const body = {
      ...ofLine(lineId, { state: 'DISABLED', cpmMicros: '1' }),
      displayName: 'x',
      state: 'DISABLED',
    };
    const after = await client.patch(path, `mediationGroupLines[${lineId}].state`, body);
    expect(after).toMatchObject({ displayName: group.displayName, state: 'ENABLED' });
    expect(after.mediationGroupLines[lineId]).toMatchObject({ ...MANUAL_LINE, state: 'DISABLED' });
  });

  it('a negative line key in the body without a mask entry gets 400', async () => {
    const { path, lineId } = await newGroup(world());
    const body = { mediationGroupLines: { [lineId]: { state: 'DISABLED' }, '-1': LIVE_LINE } };
    const answer = await client.refusedPatch(path, `mediationGroupLines[${lineId}].state`, body);
    expect(badFields(answer)).toEqual(['mediationGroupLines["-1"]']);
  });
});

describe('Ruling 11: output-only members', () => {
  it('an output-only path in a mask is ignored', async () => {
    const { path, lineId, group } = await newGroup(world());
    const mask = `name,mediationGroupId,mediationAbExperimentState,etag,targeting.adUnits,mediationGroupLines[${lineId}].experimentVariant`;
    expect(await client.patch(path, mask, { displayName: 'x' })).toEqual(group);
  });

  it('output-only members in a body are ignored; the path says which group it is', async () => {
    const { path, lineId, group } = await newGroup(world());
    const after = await client.patch(path, undefined, {
      name: 'accounts/pub-1/mediationGroups/2',
      mediationGroupId: '2',
      mediationAbExperimentState: 'RUNNING',
      targeting: { adUnits: ['x'] },
      ...ofLine(lineId, { experimentVariant: 'VARIANT_B' }),
    });
    expect(after).toEqual(group);
  });
});

describe('Ruling 12: a whole resource sent back without a mask', () => {
  it('a whole resource sent back is accepted if the unsupported members equal the stored ones', async () => {
    const targeting = { ...GROUP.targeting, platform: 'IOS', targetedRegionCodes: ['US'] };
    const { path, lineId, group } = await newGroup(world(), { targeting, state: 'DISABLED' });
    expect(await client.patch(path, undefined, group)).toEqual(group);
    expect(await client.patch(path, undefined, await client.listed(group))).toEqual(group);
    const changed = structuredClone(group);
    changed.mediationGroupLines[lineId].state = 'DISABLED';
    const after = await client.patch(path, undefined, changed);
    expect(after.mediationGroupLines[lineId].state).toBe('DISABLED');
  });

  it.each([
    ['displayName', { displayName: 'Another' }],
    ['state', { state: 'DISABLED' }],
    ['targeting.platform', { targeting: { platform: 'IOS' } }],
    ['targeting.format', { targeting: { format: 'NATIVE' } }],
    ['targeting.targetedRegionCodes', { targeting: { targetedRegionCodes: ['US'] } }],
    ['targeting.excludedRegionCodes', { targeting: { excludedRegionCodes: ['US'] } }],
    ['targeting.idfaTargeting', { targeting: { idfaTargeting: 'ALL' } }],
  ])(
    'a whole resource sent back with a change gets 400, which names the first that differs: %s',
    async (field, changes) => {
      const { path, group } = await newGroup(publicWorld());
      const targeting = { ...group.targeting, ...('targeting' in changes ? changes.targeting : {}) };
      const answer = await clientOf(publicWorld).refusedPatch(path, undefined, {
        ...group,
        ...changes,
        targeting,
      });
      expect(badFields(answer)[0]).toBe(field);
    },
  );
});

describe('Ruling 13: new lines in a mask', () => {
  it('the same new-line key twice in a mask is one line', async () => {
    const { path } = await newGroup(world());
    const mask = 'mediationGroupLines["-1"],mediation_group_lines[-1]';
    expect(
      Object.keys((await client.patch(path, mask, ofLine('-1', LIVE_LINE))).mediationGroupLines),
    ).toHaveLength(3);
  });

  it('a negative key with a sub-path is accepted only beside the whole-line entry', async () => {
    const { path } = await newGroup(world());
    const below = 'mediationGroupLines["-1"].state';
    const answer = await client.refusedPatch(path, below, ofLine('-1', LIVE_LINE));
    expect(new Set(badFields(answer))).toEqual(new Set(['mediationGroupLines["-1"]']));
    const group = await client.patch(path, `${below},mediationGroupLines["-1"]`, ofLine('-1', LIVE_LINE));
    expect(Object.keys(group.mediationGroupLines)).toHaveLength(3);
  });
});

describe('Ruling 14: If-Match', () => {
  it('one leading W/ is stripped from If-Match before it is compared', async () => {
    const { path, etag } = await newGroup(world());
    const patch = (tag: string) => world().call('PATCH', path, { body: {}, headers: { 'if-match': tag } });
    expect((await patch(`W/${etag}`)).status).toBe(200);
    expect((await patch('W/"other"')).status).toBe(412);
    expect((await patch(`W/W/${etag}`)).status).toBe(400);
  });

  it('on experiment create and stop If-Match is compared with the group’s etag', async () => {
    const { path, etag } = await newGroup(world());
    const create = `${path}/mediationAbExperiments`;
    const stop = { path: `${create}:stop`, body: { variantChoice: 'VARIANT_CHOICE_A' } };
    const stale = { 'if-match': '"stale"' };
    const refused = await client.refused('POST', create, { body: EXPERIMENT, headers: stale });
    expect([refused.status, reasonOf(refused.error)]).toEqual([412, 'CONDITION_NOT_MET']);
    const { body } = await world().done('POST', create, { body: EXPERIMENT, headers: { 'if-match': etag } });
    for (const tag of [etag, body.etag]) {
      const answer = await client.refused('POST', stop.path, { ...stop, headers: { 'if-match': tag } });
      expect(answer.status).toBe(412);
    }
    const current = { 'if-match': (await client.get(path)).etag };
    await world().done('POST', stop.path, { body: stop.body, headers: current });
  });
});

describe('Ruling 15: parameters of the public service that are not supported', () => {
  it.each(['callback', 'access_token', 'oauth_token'])('%s in the URL gets 400', async (name) => {
    const answer = await client.refused('POST', GROUPS, { query: { [name]: 'x' }, body: GROUP });
    expect([answer.status, reasonOf(answer.error)]).toEqual([400, 'INVALID_SYSTEM_PARAMETER']);
    expect(detailOf(answer.error, 'BadRequest')?.fieldViolations).toMatchObject([{ field: name }]);
  });

  it.each(['uploadType', 'upload_protocol', 'quotaUser', 'key'])(
    'the parameter %s is ignored',
    async (name) => {
      for (const value of ['x', '', 'x'.repeat(100)]) {
        expect((await world().call('GET', GROUPS, { query: { [name]: value } })).status).toBe(200);
      }
      const { status } = await world().call('GET', GROUPS, { query: { [name]: 'x' }, token: null });
      expect(status, 'authenticates nobody').toBe(401);
    },
  );
});
