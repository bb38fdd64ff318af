import { beforeAll, describe, expect, it } from 'vitest';
import { useHttpWorld } from '../http/support/world.ts';
import { mediationOf, useToken } from './support/mediation.ts';
import { stock } from './support/stock.ts';

const world = useHttpWorld({ 'mediation.groupExtensions': false });
useToken(() => world().token.write);
const mediation = mediationOf(world);

beforeAll(async () => {
  await stock(world());
  const create = ['groups', 'create', 'Races', '--platform', 'android', '--format', 'banner'];
  await mediation(...create, '--ad-unit', 'Start', '--line', 'AppLovin=2.50');
});

describe('Commands against a server with only the methods of the public interface', () => {
  it.each([
    [['groups', 'list']],
    [['groups', 'show', 'Races']],
    [['groups', 'set', 'Races', '--add-ad-unit', 'Finish']],
    [['groups', 'add-line', 'Races', 'Chartboost', '--cpm', '3']],
    [['groups', 'set-line', 'Races', 'AppLovin', '--cpm', '3.10']],
    [['groups', 'remove-line', 'Races', 'AppLovin', '--yes']],
  ])('does what it can: %j', async (args) => {
    const { exit, err } = await mediation(...args);
    expect(exit, err).toBe(0);
  });

  it.each([
    [['groups', 'rename', 'Races', 'Rallies'], 'displayName'],
    [['groups', 'pause', 'Races'], 'state'],
    [['groups', 'archive', 'Races'], 'does not have this method'],
    [['groups', 'list', '--archived'], 'showArchived'],
  ])('says what it cannot: %j', async (args, text) => {
    const { exit, err } = await mediation(...args);
    expect([exit, err]).toEqual([1, expect.stringContaining(text)]);
  });

  it('a roll-back says what to do instead', async () => {
    const { exit, err } = await mediation('rollback', '--at', '2026-11-22T12:00:00Z');
    expect([exit, err]).toEqual([2, expect.stringContaining('take an older file from the version control')]);
  });
});
