import { beforeAll, describe, expect, it } from 'vitest';
import { GROUP, GROUPS, useHttpWorld } from '../http/support/world.ts';
import { mediationOf, useToken } from './support/mediation.ts';

const world = useHttpWorld();
useToken(() => world().token.write);
const mediation = mediationOf(world);
const history = (...args: readonly string[]) => mediation('groups', 'history', 'Lobby', ...args);

beforeAll(async () => {
  const { body } = await world().done('POST', GROUPS, { body: GROUP });
  const path = `/v1beta/${body.name}`;
  const rename = { query: { updateMask: 'displayName' }, body: { displayName: 'Lobby' } };
  await world().done('PATCH', path, rename);
  const prioritize = { query: { updateMask: 'priority' }, body: { priority: 7 } };
  await world().done('PATCH', path, prioritize);
});

describe('diptych mediation groups history', () => {
  it('lists the revisions, the last one first, in at most 100 columns', async () => {
    const { exit, out } = await history();
    expect(exit).toBe(0);
    const [head = '', ...rows] = out.trim().split('\n');
    expect(head).toMatch(/^REVISION +TIME +AUTHOR +METHOD +CHANGED$/);
    expect(rows.map((row) => [row[0], row.trim().split(/ {2,}/).at(-1)])).toEqual([
      ['3', 'priority'],
      ['2', 'displayName'],
      ['1', 'create'],
    ]);
    expect(Math.max(...rows.map(({ length }) => length))).toBeLessThanOrEqual(100);
  });

  it('prints the revisions as JSON, as many as wanted', async () => {
    const { out } = await history('--limit', '1', '--json');
    expect(JSON.parse(out)).toMatchObject({ revisions: [{ revision: 3, changedFields: ['priority'] }] });
    expect(JSON.parse(out).revisions).toHaveLength(1);
  });

  it.each([
    [['--from', '1', '--to', '2'], 'From revision 1 to revision 2:\n    ~ displayName: "Group" -> "Lobby"\n'],
    [['--to', '3'], 'From revision 2 to revision 3:\n    + priority: 7\n'],
    [['--from', '3', '--to', '2'], 'From revision 3 to revision 2:\n    - priority: 7\n'],
  ])('compares revisions: %j', async (args, text) => {
    expect((await history(...args)).out).toBe(text);
  });

  it.each([
    ['--from', '0'],
    ['--limit', 'all'],
  ])('wrong usage exits with 2: %s %s', async (...args) => {
    expect((await history(...args)).exit).toBe(2);
  });

  it('a revision that does not exist exits with 1', async () => {
    expect((await history('--to', '9')).exit).toBe(1);
  });
});
