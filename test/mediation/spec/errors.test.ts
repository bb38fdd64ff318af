import { describe, expect, it } from 'vitest';
import { detailOf, reasonOf } from '../http/support/envelope.ts';
import { badFields, clientOf, ofLine } from '../http/support/panel.ts';
import { GROUP, GROUPS, newGroup, OTHER, useHttpWorld } from '../http/support/world.ts';

const world = useHttpWorld();
const client = clientOf(world);

describe('Errors', () => {
  it('a fields parameter that is invalid gives HTTP 400 with a message naming the bad selection', async () => {
    const answer = await world().call('GET', GROUPS, { query: 'fields=mediationGroups(name,nope)' });
    expect([answer.status, answer.error.message]).toEqual([
      400,
      'Invalid field selection mediationGroups/nope',
    ]);
    expect(detailOf(answer.error, 'ErrorInfo')?.metadata).toMatchObject({
      selection: 'mediationGroups/nope',
    });
  });

  it('a patch that yields an invalid resource gives 400 or 422, and the resource stays unchanged', async () => {
    const { path, lineId, group } = await newGroup(world());
    const answer = await client.refusedPatch(path, undefined, ofLine(lineId, { cpmMicros: '1' }));
    expect(badFields(answer)).toEqual([`mediationGroupLines["${lineId}"].cpmMicros`]);
    expect(await client.get(path)).toEqual(group);
  });
});

describe('Error bodies', () => {
  it.each([
    ['a bad value', 400, 'INVALID_ARGUMENT', 'POST', GROUPS, { body: { ...GROUP, displayName: '' } }],
    ['a body that is no JSON', 400, 'INVALID_ARGUMENT', 'POST', GROUPS, { body: '{' }],
    ['no credential', 401, 'UNAUTHENTICATED', 'GET', GROUPS, { token: null }],
    ['another publisher', 403, 'PERMISSION_DENIED', 'GET', GROUPS.replace(/pub-\d+/, OTHER), {}],
    ['no such group', 404, 'NOT_FOUND', 'GET', `${GROUPS}/0000000000`, {}],
    ['no such address', 404, 'NOT_FOUND', 'GET', '/v1beta/nothing', {}],
    ['no such method', 405, 'INVALID_ARGUMENT', 'DELETE', GROUPS, {}],
    ['a body that is too large', 413, 'INVALID_ARGUMENT', 'POST', GROUPS, { body: ' '.repeat(1_100_000) }],
  ])('the error of %s has code %i and status %s', async (_, code, status, method, path, call) => {
    const { error } = await client.refused(method, path, call);
    expect(error).toMatchObject({ code, status, message: expect.stringMatching(/\S/) });
    expect(detailOf(error, 'ErrorInfo')).toMatchObject({ reason: expect.any(String), domain: 'diptych' });
  });

  it.each([
    [
      'an unknown member',
      { trafficPercentage: 1 },
      'Invalid JSON payload received. Unknown name "trafficPercentage" at \'mediation_group\': Cannot find field.',
    ],
    [
      'an unknown member below',
      { targeting: { size: 1 } },
      'Invalid JSON payload received. Unknown name "size" at \'mediation_group.targeting\': Cannot find field.',
    ],
    [
      'an unknown enum value',
      { state: 'FOO' },
      'Invalid value at \'mediation_group.state\' (type.googleapis.com/admob.v1beta.MediationGroup.State), "FOO"',
    ],
    [
      'a list for a scalar',
      { displayName: [] },
      'Invalid JSON payload received. Unknown name "display_name" at \'mediation_group\': Proto field is not repeating, cannot start list.',
    ],
  ])('the error of %s has the words that clients know', async (_, changes, message) => {
    const { status, error } = await client.refusedGroup(changes);
    expect([status, error.message]).toEqual([400, message]);
  });

  it('an unknown query parameter is answered in the same form', async () => {
    const { status, error } = await world().call('GET', GROUPS, { query: 'foo=1' });
    expect([status, error.message]).toEqual([
      400,
      'Invalid JSON payload received. Unknown name "foo": Cannot bind query parameter. Field \'foo\' could not be found in request message.',
    ]);
  });

  it('the older list of errors is included when $.xgafv=1 asks for it', async () => {
    const path = `${GROUPS}/0000000000`;
    const { error } = await world().call('GET', path, { query: '$.xgafv=1' });
    expect(error.errors).toEqual([
      { message: 'Requested entity was not found.', domain: 'global', reason: 'notFound' },
    ]);
    expect((await world().call('GET', path)).error).not.toHaveProperty('errors');
    expect(reasonOf(error)).toBe('NOT_FOUND');
  });
});
