import { beforeAll, describe, expect, it } from 'vitest';
import { useHttpWorld } from '../http/support/world.ts';
import { doneBy, mediationOf, useToken } from './support/mediation.ts';
import { type Stock, stock } from './support/stock.ts';

const world = useHttpWorld();
useToken(() => world().token.write);
const mediation = mediationOf(world);
const done = doneBy(mediation);

let racing: Stock;
beforeAll(async () => {
  racing = await stock(world());
});

const CREATE = ['--platform', 'android', '--format', 'banner', '--ad-unit', 'Racing/Start'];

const group = (name: string, ...more: readonly string[]) =>
  done('groups', 'create', name, ...CREATE, ...more);

interface Line {
  readonly displayName: string;
  readonly cpmMicros: string;
  readonly state: string;
  readonly adUnitMappings?: object;
}
const linesOf = (answer: object) =>
  Object.values((answer as { mediationGroupLines: Record<string, Line> }).mediationGroupLines);
const lineOf = (answer: object, name: string) =>
  linesOf(answer).find(({ displayName }) => displayName === name);

describe('diptych mediation groups', () => {
  it('creates a group with lines by the names of ad units and sources, and finds the mapping', async () => {
    const made = await group('Races', '--line', 'applovin=2.50', '--region', 'de', '--priority', '7');
    expect(made).toMatchObject({
      displayName: 'Races',
      state: 'ENABLED',
      priority: 7,
      targeting: { platform: 'ANDROID', adUnitIds: [racing.start], targetedRegionCodes: ['DE'] },
    });
    expect(lineOf(made, 'AppLovin')).toMatchObject({
      cpmMode: 'MANUAL',
      cpmMicros: '2500000',
      adUnitMappings: { [racing.start]: expect.stringContaining('/adUnitMappings/') },
    });
  });

  it('shows a group in a table of at most 100 columns, the dearest line first', async () => {
    const name = 'A group with a very long name for the players in Germany, Austria and Switzerland';
    await group(name, '--line', 'AppLovin=2.50', '--line', 'Chartboost=3');
    for (const args of [['list'], ['show', name]]) {
      const { out } = await mediation('groups', ...args);
      const [widest = 0] = out
        .split('\n')
        .filter((line) => !line.startsWith('group '))
        .map(({ length }) => length)
        .toSorted((a, b) => b - a);
      expect(widest).toBeLessThanOrEqual(100);
    }
    const { out } = await mediation('groups', 'show', name);
    expect(out.indexOf('3.00')).toBeLessThan(out.indexOf('2.50'));
    expect(out).toContain(`${racing.start}  Racing/Start`);
  });

  it('lists by app, ad unit, source and state', async () => {
    await group('Garage', '--paused', '--line', 'Chartboost=3');
    const names = async (...args: readonly string[]) => {
      const { mediationGroups } = await done('groups', 'list', ...args);
      return mediationGroups.map(({ displayName }: { displayName: string }) => displayName);
    };
    expect(await names('--state', 'disabled')).toEqual(['Garage']);
    expect(await names('--app', 'Racing', '--ad-unit', 'Start', '--name', 'Garage')).toEqual(['Garage']);
    expect(await names('--source', 'chartboost')).toContain('Garage');
    expect(await names('--ad-unit', 'Finish')).toEqual([]);
  });

  it('pauses, resumes, renames, archives and brings back', async () => {
    const { mediationGroupId: id } = await group('Lobby');
    expect(await done('groups', 'pause', 'Lobby')).toMatchObject({ state: 'DISABLED' });
    expect(await done('groups', 'resume', 'lobby')).toMatchObject({ state: 'ENABLED' });
    expect(await done('groups', 'rename', 'Lobby', 'Hall')).toMatchObject({ displayName: 'Hall' });
    expect(await done('groups', 'archive', 'Hall')).toHaveProperty('archiveTime');
    expect(await done('groups', 'show', 'Hall')).toMatchObject({ mediationGroupId: id });
    expect((await mediation('groups', 'resume', 'Hall')).err).toContain('archived; unarchive it first');
    await group('Hall');
    expect(await done('groups', 'show', 'Hall')).not.toHaveProperty('archiveTime');
    await done('groups', 'rename', 'Hall', 'Foyer');
    expect(await done('groups', 'unarchive', 'hall')).toMatchObject({ state: 'DISABLED' });
    expect((await mediation('groups', 'show', 'Cellar')).err).toContain('there is no group “Cellar”');
  });

  it('changes ad units, regions and priority, and takes them back', async () => {
    await group('Podium', '--priority', '3');
    const changed = await done('groups', 'set', 'Podium', '--add-ad-unit', 'Finish', '--region', 'AT');
    expect(changed.targeting).toMatchObject({
      adUnitIds: [racing.start, racing.finish],
      targetedRegionCodes: ['AT'],
    });
    const back = await done(
      ...['groups', 'set', 'Podium', '--remove-ad-unit', 'Start', '--everywhere', '--clear-priority'],
    );
    expect([back.targeting.adUnitIds, back.targeting.targetedRegionCodes, back.priority]).toEqual([
      [racing.finish],
      undefined,
      undefined,
    ]);
  });

  it('adds, changes and removes a line', async () => {
    await group('Track');
    const added = await done('groups', 'add-line', 'Track', 'AppLovin', '--cpm', '6', '--name', 'high');
    expect(lineOf(added, 'high')).toMatchObject({ cpmMicros: '6000000' });
    const set = ['groups', 'set-line', 'Track', 'high', '--cpm', '0.015', '--state', 'disabled'];
    expect(lineOf(await done(...set), 'high')).toMatchObject({ cpmMicros: '15000', state: 'DISABLED' });
    const remove = ['groups', 'remove-line', 'Track', 'high'];
    expect(await mediation(...remove)).toMatchObject({ exit: 2, err: expect.stringContaining('add --yes') });
    expect(lineOf(await done(...remove, '--yes'), 'high')).toBeUndefined();
  });

  it('a dry run changes nothing', async () => {
    const { mediationGroupId } = await group('Dry');
    await world().unchanged(async () => {
      await group('Drier', '--dry-run');
      for (const args of [
        ['pause', 'Dry'],
        ['archive', 'Dry'],
        ['rename', 'Dry', 'Wet'],
        ['set', 'Dry', '--priority', '1'],
        ['add-line', 'Dry', 'AppLovin'],
      ]) {
        expect(await done('groups', ...args, '--dry-run')).toMatchObject({ mediationGroupId });
      }
    });
  });

  it('warns about ad units that the line will not be tried for', async () => {
    await group('Unmapped', '--ad-unit', 'Finish');
    const { exit, err } = await mediation('groups', 'add-line', 'Unmapped', 'AppLovin', '--cpm', '1');
    expect([exit, err]).toEqual([
      0,
      `diptych: AppLovin has no mapping for ${racing.finish}: the line is not tried there until you map it\n`,
    ]);
  });

  it('a name that several things have is refused with their ids', async () => {
    const [first, second] = [await group('Twin'), await group('Twin')];
    const { exit, err } = await mediation('groups', 'pause', 'Twin');
    expect(exit).toBe(2);
    expect(err).toContain(first.mediationGroupId);
    expect(err).toContain(second.mediationGroupId);
    const other = await stock(world(), 'Chess');
    const ambiguous = await mediation('groups', 'set', 'Races', '--add-ad-unit', 'Start');
    expect(ambiguous).toMatchObject({ exit: 2 });
    expect(ambiguous.err).toContain(`${racing.start}  Racing/Start (ANDROID)`);
    expect(ambiguous.err).toContain(`${other.start}  Chess/Start (ANDROID)`);
  });

  it('a wrong request has one line per field, and prices are never floats', async () => {
    const wrong = await mediation('groups', 'create', 'x'.repeat(200), ...CREATE, '--line', 'AppLovin=0.001');
    expect(wrong.exit).toBe(1);
    expect(wrong.err).toMatch(/^diptych: [^\n]*displayName[^\n]*\n[^\n]*cpmMicros[^\n]*\n$/);
    const price = await mediation('groups', 'set-line', 'Races', 'AppLovin', '--cpm', '2,5');
    expect(price).toMatchObject({ exit: 2, err: expect.stringContaining('--cpm takes an amount') });
  });
});
