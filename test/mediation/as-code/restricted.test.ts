import { describe, expect, it } from 'vitest';
import { GROUPS, type HttpWorld, useHttpWorld } from '../http/support/world.ts';
import { workingFolder } from './support/working-folder.ts';

const restricted = useHttpWorld({ 'mediation.groupExtensions': false });
const extended = useHttpWorld();

const named = async (world: HttpWorld, name: string) => {
  const { body } = await world.done('GET', GROUPS, { query: { filter: `IN(DISPLAY_NAME, "${name}")` } });
  return body.mediationGroups[0];
};

describe.each([
  ['a server without the group extensions', restricted, []],
  ['any server with --target public', extended, ['--target', 'public']],
] as const)('Configuration as code against %s', (_, current, target) => {
  it('new groups, lines, prices, states, mappings and ad units are made by the interface', async () => {
    const desk = workingFolder(current());
    desk.edit('    priority: 10\n', '');
    await desk.expectExit(2, 'plan', ...target);
    await desk.expectExit(0, 'apply', ...target);
    await desk.expectExit(0, 'plan', ...target);
    desk.edit('adUnits: [start]', 'adUnits: [start, exit]');
    desk.edit('"2.50"', '"2.75", state: disabled');
    desk.edit('      own:', '      chartboost: {source: Chartboost, cpm: "1.00"}\n      own:');
    await desk.expectExit(2, 'plan', ...target);
    await desk.expectExit(0, 'apply', ...target);
    await desk.expectExit(0, 'plan', ...target);
    await desk.expectExit(0, 'drift', ...target);
    expect(Object.keys((await named(current(), 'Start screen DACH')).mediationGroupLines)).toHaveLength(4);
  });

  it('what it cannot do is named as work by hand, and exit status 2 stays until it is done', async () => {
    const desk = workingFolder(current());
    desk.edit('Start screen DACH', 'By hand');
    await desk.expectExit(0, 'apply', ...target);
    const before = await named(current(), 'By hand');
    desk.edit('name: By hand', 'name: Renamed by hand\n    state: disabled');
    desk.edit('regions: [DE, AT]', 'regions: [DE]');
    desk.edit('"2.50"', '"2.60"');
    const planned = await desk.expectExit(2, 'plan', ...target);
    for (const told of [
      'name: By hand -> Renamed by hand  (by hand in the console)',
      'state: enabled -> disabled  (by hand in the console)',
      'regions: AT, DE -> DE  (by hand in the console)',
      'cpm: 2.50 -> 2.60\n',
      'priority 10 is ignored: this server does not have it',
    ])
      expect(planned.out).toContain(told);
    await desk.expectExit(0, 'apply', ...target);
    const after = await named(current(), 'By hand');
    expect(after).toMatchObject({ displayName: 'By hand', state: 'ENABLED' });
    expect(Object.values(after.mediationGroupLines)[0]).toMatchObject({ cpmMicros: '2600000' });
    expect(after.mediationGroupId).toBe(before.mediationGroupId);
    const left = await desk.expectExit(2, 'plan', ...target);
    expect(left.out).toContain('1 by hand');
    expect((await desk.expectExit(0, 'apply', ...target)).out).toContain(
      'what is left by hand is listed above',
    );
  });

  it('another format makes a new group; the lines of the old one are disabled, the rest is by hand', async () => {
    const desk = workingFolder(current());
    desk.edit('Start screen DACH', 'Another format');
    await desk.expectExit(0, 'apply', ...target);
    const { mediationGroupId: id } = await named(current(), 'Another format');
    desk.edit('format: BANNER', 'format: INTERSTITIAL');
    const planned = await desk.expectExit(2, 'plan', ...target);
    expect(planned.out).toContain(`- disable all lines of "Another format" (${id})`);
    await desk.expectExit(0, 'apply', ...target);
    const { body } = await current().done('GET', `${GROUPS}/${id}`);
    const states = Object.values(body.mediationGroupLines).map((line) => (line as { state: string }).state);
    expect(new Set(states)).toEqual(new Set(['DISABLED']));
    const left = await desk.expectExit(2, 'plan', ...target);
    expect(left.out).toContain('by hand in the console: pause or delete the group');
  });

  it('a change between plan and write is found by reading the group again', async () => {
    const desk = workingFolder(current());
    desk.edit('Start screen DACH', 'Raced');
    await desk.expectExit(0, 'apply', ...target);
    desk.edit('"2.50"', '"2.60"');
    await desk.expectExit(2, 'plan', '--out', desk.path('plan.json'), ...target);
    const { mediationGroupId: id } = await named(current(), 'Raced');
    await current().done('PATCH', `${GROUPS}/${id}`, {
      query: { updateMask: 'targeting.adUnitIds' },
      body: { targeting: { adUnitIds: ['ca-app-pub-1111111111111111/2222222222'] } },
    });
    const refused = await desk.run('apply', desk.path('plan.json'));
    expect(refused).toMatchObject({ exit: 1, err: expect.stringContaining('plan again') });
    expect(Object.values((await named(current(), 'Raced')).mediationGroupLines)[0]).toMatchObject({
      cpmMicros: '2500000',
    });
  });
});
