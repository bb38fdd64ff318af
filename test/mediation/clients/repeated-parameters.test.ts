import { describe, expect, it } from 'vitest';
import { violationsOf } from '../http/support/envelope.ts';
import { adUnit, GROUPS, newGroup, useHttpWorld } from '../http/support/world.ts';

const world = useHttpWorld();

describe('parameters that come twice', () => {
  it.each([
    [
      'pageSize=1&pageSize=nonsense',
      (body: { mediationGroups: unknown[] }) => body.mediationGroups.length === 1,
    ],
    ['fields=mediationGroups/name&fields=nope', (body: object) => Object.keys(body).length === 1],
    ['prettyPrint=false&prettyPrint=true', () => true],
  ] as const)('?%s: the first counts', async (query, holds) => {
    await newGroup(world());
    const { body } = await world().done('GET', GROUPS, { query });
    expect(holds(body)).toBe(true);
  });

  it('with two masks would lose one of them', async () => {
    const { path } = await newGroup(world());
    const query = 'updateMask=targeting.adUnitIds&update_mask=mediationGroupLines[-1]';
    const { status, error } = await world().unchanged(() =>
      world().call('PATCH', path, { query, body: { targeting: { adUnitIds: [adUnit('0000000002')] } } }),
    );
    expect([status, violationsOf(error)]).toEqual([400, [expect.objectContaining({ field: 'update_mask' })]]);
  });
});
