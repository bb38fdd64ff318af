import { describe, expect, it } from 'vitest';
import { GROUPS, useHttpWorld } from '../http/support/world.ts';
import { workingFolder } from './support/working-folder.ts';

const current = useHttpWorld();

const groups = async () => {
  const { body } = await current().done('GET', GROUPS, { query: { showArchived: 'true' } });
  return body.mediationGroups ?? [];
};

const named = async (name: string) =>
  (await groups()).filter(({ displayName }: { displayName: string }) => displayName === name);

const patch = (id: string, updateMask: string, body: object) =>
  current().done('PATCH', `${GROUPS}/${id}`, { query: { updateMask }, body });

describe('Configuration as code against a server with the extensions', () => {
  it('a file is planned, applied, drifts, and is brought back', async () => {
    const desk = workingFolder(current());
    const planned = await desk.expectExit(2, 'plan');
    expect(planned.out).toContain('1 to create, 1 mapping to write');
    expect(await groups()).toEqual([]);
    await desk.expectExit(0, 'apply');
    expect((await desk.expectExit(0, 'plan')).out).toContain('no change');
    await desk.expectExit(0, 'drift');

    const [group] = await groups();
    const { mediationGroupId: id, mediationGroupLines: lines } = group;
    const [applovin, , own] = Object.keys(lines);
    await patch(id, `mediationGroupLines["${applovin}"].cpmMicros`, {
      mediationGroupLines: { [applovin ?? '']: { cpmMicros: '3000000' } },
    });
    const drifted = await desk.expectExit(2, 'drift');
    expect(drifted.out).toContain('~ line applovin: cpm: 3.00 -> 2.50  (drift, stays;');

    // The file changes another member: only that is written.
    desk.edit('{source: own network, state: disabled}', '{source: own network, state: enabled}');
    await desk.expectExit(0, 'apply');
    const [changed] = await groups();
    expect(changed.mediationGroupLines[applovin ?? '']).toMatchObject({ cpmMicros: '3000000' });
    expect(changed.mediationGroupLines[own ?? '']).toMatchObject({ state: 'ENABLED' });
    await desk.expectExit(2, 'plan');

    await desk.expectExit(0, 'apply', '--overwrite-drift');
    const [back] = await groups();
    expect(back.mediationGroupLines[applovin ?? '']).toMatchObject({ cpmMicros: '2500000' });
    await desk.expectExit(0, 'plan');
  });

  it('a change of both the file and the server is a conflict, which a person decides', async () => {
    const desk = workingFolder(current());
    const [{ mediationGroupId: id }] = await named('Start screen DACH');
    const priority = async () => (await named('Start screen DACH'))[0].priority;
    await desk.expectExit(0, 'apply');
    await patch(id, 'priority', { priority: 20 });
    desk.edit('priority: 10', 'priority: 30');
    const conflict = 'changed in the file and on the server: priority; --ours writes the file';
    expect((await desk.expectExit(1, 'plan')).out).toContain(conflict);
    expect((await desk.expectExit(2, 'drift')).out).toContain('priority: 20 -> 30');
    for (const more of [[], ['--overwrite-drift']])
      expect((await desk.expectExit(1, 'apply', ...more)).out).toContain(
        `not tried: group start-dach: ${conflict}`,
      );
    expect(await priority()).toBe(20);
    expect(await desk.run('plan', '--ours', '--theirs')).toMatchObject({ exit: 1, out: '' });
    await desk.expectExit(2, 'plan', '--ours');
    await desk.expectExit(0, 'apply', '--theirs');
    expect(await priority()).toBe(20);
    // The server has won, so its value is drift from now on.
    expect((await desk.expectExit(2, 'plan')).out).toContain('priority: 20 -> 30  (drift, stays;');
    desk.edit('priority: 30', 'priority: 40');
    await desk.expectExit(1, 'apply');
    await desk.expectExit(0, 'apply', '--ours');
    expect(await priority()).toBe(40);
    await desk.expectExit(0, 'plan');
    await patch(id, 'priority', { priority: 10 });
    desk.edit('priority: 40', 'priority: 10');
    await desk.expectExit(0, 'apply');
  });

  it('every member of a group and a line can be changed, in one revision', async () => {
    const desk = workingFolder(current());
    await desk.expectExit(0, 'apply');
    const [before] = await named('Start screen DACH');
    desk.write(
      desk
        .read()
        .replace('name: Start screen DACH', 'name: Start screen')
        .replace('adUnits: [start]', 'adUnits: [exit]\n    state: disabled\n    idfa: all')
        .replace('regions: [DE, AT]', 'regions: []\n    excludedRegions: [US]')
        .replace('priority: 10', 'priority: 11')
        .replace('cpm: "2.50", mappings: {start: applovin-start}', 'name: AppLovin, cpm: live, mappings: {}')
        .replace('cpm: live}', 'cpm: "0.75", state: disabled}')
        .replace('      own:', '      chartboost: {source: Chartboost, cpm: "1.00"}\n      own:'),
    );
    await desk.expectExit(2, 'plan');
    await desk.expectExit(0, 'apply');
    const [after] = await named('Start screen');
    expect(after.mediationGroupId).toBe(before.mediationGroupId);
    expect(Number(JSON.parse(after.etag))).toBe(Number(JSON.parse(before.etag)) + 1);
    expect(after).toMatchObject({
      state: 'DISABLED',
      priority: 11,
      targeting: { adUnitIds: [expect.stringContaining('/2222222222')], excludedRegionCodes: ['US'] },
    });
    expect(after.targeting).not.toHaveProperty('targetedRegionCodes');
    const lines = Object.values(after.mediationGroupLines);
    expect(lines).toMatchObject([
      { displayName: 'AppLovin', cpmMode: 'LIVE' },
      { displayName: 'inmobi', cpmMode: 'MANUAL', cpmMicros: '750000', state: 'DISABLED' },
      { displayName: 'own' },
      { displayName: 'chartboost', cpmMicros: '1000000' },
    ]);
    expect(lines[0]).not.toHaveProperty('adUnitMappings');
    await desk.expectExit(0, 'plan');
  });

  it('a new value makes a new mapping, and the line points to it', async () => {
    const desk = workingFolder(current());
    desk.edit('Start screen DACH', 'New value');
    await desk.expectExit(0, 'apply');
    const unit = `accounts/pub-1111111111111111/adUnits/1111111111/adUnitMappings`;
    const [{ mediationGroupLines: before }] = await named('New value');
    desk.edit('{env: APPLOVIN_KEY}', '"another"');
    const planned = await desk.expectExit(2, 'plan');
    expect(planned.out).toContain('stays without a use; mappings cannot be deleted');
    await desk.expectExit(0, 'apply');
    const [{ mediationGroupLines: after }] = await named('New value');
    const [first, second] = [before, after].map(
      (lines) => Object.values((Object.values(lines)[0] as { adUnitMappings: object }).adUnitMappings)[0],
    );
    expect(second).not.toBe(first);
    const { body } = await current().done('GET', `/v1beta/${unit}`);
    expect(body.adUnitMappings.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining([first, second]),
    );
    await desk.expectExit(0, 'plan');
  });

  it('another source gives the line a new id, with a warning', async () => {
    const desk = workingFolder(current());
    desk.edit('Start screen DACH', 'New source');
    await desk.expectExit(0, 'apply');
    desk.edit('source: InMobi Exchange (bidding)', 'source: "AppLovin (bidding)"');
    expect((await desk.expectExit(2, 'plan')).out).toContain('its statistics begin anew');
    await desk.expectExit(0, 'apply');
    const [{ mediationGroupLines: lines }] = await named('New source');
    expect(Object.values(lines).map((line) => (line as { adSourceId: string }).adSourceId)).toContain(
      '1328079684332308356',
    );
    expect(Object.keys(lines).length).toBe(3);
    await desk.expectExit(0, 'plan');
  });

  it('another format makes a new group and archives the old one', async () => {
    const desk = workingFolder(current());
    desk.edit('Start screen DACH', 'New format');
    await desk.expectExit(0, 'apply');
    desk.edit('format: BANNER', 'format: INTERSTITIAL');
    const { out } = await desk.expectExit(2, 'plan');
    expect(out).toContain('warning: takes the place of group');
    expect(out).toContain('- archive "New format"');
    await desk.expectExit(0, 'apply');
    const both = await named('New format');
    const format = (isOld: boolean) =>
      both.filter((group: { archiveTime?: string }) => (group.archiveTime !== undefined) === isOld);
    expect(format(true)).toMatchObject([{ targeting: { format: 'BANNER' } }]);
    expect(format(false)).toMatchObject([{ targeting: { format: 'INTERSTITIAL' } }]);
    await desk.expectExit(0, 'plan');
  });

  it('a group that the lock file does not know is adopted if it is the only one of its kind', async () => {
    const first = workingFolder(current());
    first.edit('Start screen DACH', 'Adopted');
    await first.expectExit(0, 'apply');
    const second = workingFolder(current());
    second.edit('Start screen DACH', 'Adopted');
    second.edit('2.50', '2.75');
    expect((await second.expectExit(2, 'plan')).out).toContain('= adopt start-dach "Adopted"');
    expect((await second.expectExit(0, 'apply')).out).toContain('done: group start-dach\n');
    expect(await named('Adopted')).toHaveLength(1);
    await second.expectExit(0, 'plan');
    expect((await first.expectExit(2, 'drift')).out).toContain('cpm: 2.75 -> 2.50');
  });

  it('two groups of a kind are an error with both ids, and nothing is written', async () => {
    const body = { displayName: 'Twice', targeting: { platform: 'ANDROID', format: 'BANNER' } };
    const targeting = { ...body.targeting, adUnitIds: ['ca-app-pub-1111111111111111/1111111111'] };
    for (const _ of [1, 2]) await current().done('POST', GROUPS, { body: { ...body, targeting } });
    const desk = workingFolder(current());
    desk.edit('Start screen DACH', 'Twice');
    const planned = await desk.expectExit(1, 'plan');
    for (const { mediationGroupId } of await named('Twice')) expect(planned.out).toContain(mediationGroupId);
    await desk.expectExit(1, 'apply');
    expect(await named('Twice')).toHaveLength(2);
  });

  it('groups and lines that are not in the file are left alone, and go out of service with --prune', async () => {
    const others = (await groups()).filter(
      ({ archiveTime }: { archiveTime?: string }) => !archiveTime,
    ).length;
    const desk = workingFolder(current());
    desk.edit('Start screen DACH', 'Pruned');
    await desk.expectExit(0, 'apply');
    const file = desk.read();
    desk.write(file.replace(/ {6}inmobi: .*\n/, ''));
    expect((await desk.expectExit(0, 'plan')).out).toContain('Not in the file, left alone');
    const planned = await desk.expectExit(2, 'plan', '--prune');
    expect(planned.out).toContain(`${others} to take out of service`);
    expect(planned.out).toContain('- line "inmobi": state: enabled -> disabled');
    await desk.expectExit(0, 'apply', '--prune');
    await desk.expectExit(0, 'plan', '--prune');
    const serving = (await groups()).filter(({ archiveTime }: { archiveTime?: string }) => !archiveTime);
    expect(serving).toMatchObject([{ displayName: 'Pruned' }]);
    const [{ mediationGroupLines: lines }] = serving;
    expect(Object.values(lines).map((line) => (line as { state: string }).state)).toEqual([
      'ENABLED',
      'DISABLED',
      'DISABLED',
    ]);
    // It comes back under its id.
    desk.write(file.replace('cpm: live}', 'cpm: live, state: enabled}'));
    await desk.expectExit(0, 'apply');
    const [{ mediationGroupLines: back }] = await named('Pruned');
    expect(Object.keys(back)).toEqual(Object.keys(lines));
  });

  it('a line and a group that somebody took away are drift, and come back with --overwrite-drift', async () => {
    const desk = workingFolder(current());
    desk.edit('Start screen DACH', 'Taken away');
    await desk.expectExit(0, 'apply');
    const [{ mediationGroupId: id, mediationGroupLines: lines }] = await named('Taken away');
    const [, inmobi = ''] = Object.keys(lines);
    await patch(id, `mediationGroupLines["${inmobi}"].state`, {
      mediationGroupLines: { [inmobi]: { state: 'REMOVED' } },
    });
    expect((await desk.expectExit(2, 'drift')).out).toContain('! line inmobi is gone');
    await desk.expectExit(0, 'apply');
    expect(Object.keys((await named('Taken away'))[0].mediationGroupLines)).not.toContain(inmobi);
    await desk.expectExit(0, 'apply', '--overwrite-drift');
    expect(Object.keys((await named('Taken away'))[0].mediationGroupLines)).toHaveLength(3);
    await current().done('POST', `${GROUPS}/${id}:archive`, { body: {} });
    expect((await desk.expectExit(2, 'drift')).out).toContain('! gone start-dach');
    await desk.expectExit(0, 'apply', '--overwrite-drift');
    expect((await named('Taken away'))[0]).not.toHaveProperty('archiveTime');
  });

  it('lines of a running experiment are not touched unless told', async () => {
    const desk = workingFolder(current());
    desk.edit('Start screen DACH', 'Experiment');
    await desk.expectExit(0, 'apply');
    const [{ mediationGroupId: id }] = await named('Experiment');
    await current().done('POST', `${GROUPS}/${id}/mediationAbExperiments`, {
      body: {
        displayName: 'E',
        treatmentTrafficPercentage: '50',
        treatmentMediationLines: [{ mediationGroupLine: { adSourceId: '1328079684332308356' } }],
      },
    });
    await desk.expectExit(0, 'plan');
    await desk.expectExit(0, 'drift', '--json');
    desk.edit('2.50', '2.60');
    expect((await desk.expectExit(2, 'plan')).out).toContain('! blocked start-dach');
    const stopped = await desk.expectExit(1, 'apply');
    expect(stopped.out).toContain('not tried: group start-dach: an experiment runs in the group');
    await desk.expectExit(0, 'apply', '--during-experiment');
    await desk.expectExit(0, 'plan');
  });

  /** Another group of the file, after the first one. */
  const another = (key: string, name: string) =>
    `  ${key}: {name: ${name}, platform: ANDROID, format: BANNER, adUnits: [exit], lines: {}}\n`;

  it('a key that was renamed can be used for another group and another line', async () => {
    const desk = workingFolder(current());
    desk.edit('Start screen DACH', 'Renamed');
    await desk.expectExit(0, 'apply');
    const [{ mediationGroupId: id, mediationGroupLines: before }] = await named('Renamed');
    desk.edit('start-dach:', 'dach:');
    desk.edit('inmobi: {', 'bidder: {name: inmobi, ');
    expect((await desk.expectExit(2, 'plan')).out).toContain(`= adopt dach "Renamed" (${id})`);
    const { out: noted } = await desk.expectExit(0, 'apply');
    expect(noted).toContain('done: group dach: only noted in the lock file\n');
    const second = '      inmobi: {source: InMobi Exchange (bidding), name: Second, cpm: live}\n';
    desk.edit('      bidder:', `${second}      bidder:`);
    desk.write(desk.read() + another('start-dach', 'Welcome'));
    const { out } = await desk.expectExit(2, 'plan');
    expect(out).toContain('+ create start-dach "Welcome"');
    expect(out).toContain('+ line inmobi');
    await desk.expectExit(0, 'apply');
    await desk.expectExit(0, 'plan');
    const [{ mediationGroupId: same, mediationGroupLines: after }] = await named('Renamed');
    expect(same).toBe(id);
    expect(after).toMatchObject(before);
    expect(Object.keys(after)).toHaveLength(Object.keys(before).length + 1);
    expect(await named('Welcome')).toHaveLength(1);
  });

  it('two keys to which the lock file gives the same group are an error, and nothing is written', async () => {
    const desk = workingFolder(current());
    desk.edit('Start screen DACH', 'Two keys');
    await desk.expectExit(0, 'apply');
    const lock = JSON.parse(desk.read('diptych.lock.json'));
    const [scope] = Object.values(lock.servers[current().url]) as [{ groups: Record<string, object> }];
    const { id } = scope.groups['start-dach'] as { id: string };
    scope.groups.copy = scope.groups['start-dach'] as object;
    desk.write(JSON.stringify(lock), 'diptych.lock.json');
    desk.write(desk.read() + another('copy', 'Copy'));
    const before = await groups();
    const reason = `the lock file gives start-dach and copy the same group ${id}`;
    expect((await desk.expectExit(1, 'plan', '--prune')).out).toContain(reason);
    expect((await desk.expectExit(1, 'apply')).out).toContain(`not tried: group copy: ${reason}`);
    expect(await groups()).toEqual(before);
  });

  it('a line or a group that somebody took away, and that the file changes, is a conflict', async () => {
    const desk = workingFolder(current());
    await desk.expectExit(0, 'apply');
    const [{ mediationGroupId: id, mediationGroupLines: lines }] = await named('Start screen DACH');
    const line = Object.entries(lines as Record<string, { adSourceId: string }>).find(
      ([, { adSourceId }]) => adSourceId === '5264320421916134407',
    )![0];
    await patch(id, `mediationGroupLines["${line}"].state`, {
      mediationGroupLines: { [line]: { state: 'REMOVED' } },
    });
    desk.edit(
      '{source: InMobi Exchange (bidding), cpm: live}',
      '{source: InMobi Exchange (bidding), state: disabled}',
    );
    expect((await desk.expectExit(1, 'plan')).out).toContain(
      '! line inmobi is gone  (conflict: both changed;',
    );
    await desk.expectExit(1, 'apply');
    await desk.expectExit(0, 'apply', '--theirs');
    await desk.expectExit(2, 'plan');
    desk.edit('state: disabled}', 'cpm: live}');
    await desk.expectExit(0, 'apply', '--ours');
    await desk.expectExit(0, 'plan');
    const [{ mediationGroupId: same }] = await named('Start screen DACH');
    await current().done('POST', `${GROUPS}/${same}:archive`, { body: {} });
    await desk.expectExit(2, 'plan');
    desk.edit('priority: 10', 'priority: 12');
    expect((await desk.expectExit(1, 'plan')).out).toContain('the group, which is gone');
    await desk.expectExit(1, 'apply');
    await desk.expectExit(0, 'apply', '--theirs');
    await desk.expectExit(0, 'apply', '--ours');
    await desk.expectExit(0, 'plan');
    desk.edit('priority: 12', 'priority: 10');
    await desk.expectExit(0, 'apply');
  });
});
