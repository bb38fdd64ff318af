import { describe, expect, it } from 'vitest';
import { ACCOUNT, GROUPS, INMOBI, MINE, useHttpWorld } from '../http/support/world.ts';
import { UNIT, workingFolder } from './support/working-folder.ts';

const world = useHttpWorld();

const fileOf = (name: string) => `version: 1
publisher: ${MINE}
adUnits: {start: ${UNIT.start}}
mappings:
  applovin-start: {adUnit: start, adapter: AppLovin/ANDROID, values: {SDK Key: {env: APPLOVIN_KEY}}}
groups:
  start:
    name: ${name}
    platform: ANDROID
    format: BANNER
    adUnits: [start]
    state: enabled
    lines:
      applovin: {source: AppLovin, cpm: "2.50", mappings: {start: applovin-start}}
      own: {source: own network}
`;

type Line = Readonly<Record<string, unknown>>;

const of = async (...call: Parameters<ReturnType<typeof world>['done']>) =>
  (await world().done(...call)).body;

/** A group as the last apply left it, and what others do to it: in the console, or by requests. */
async function groupNamed(name: string) {
  const query = { filter: `IN(DISPLAY_NAME, "${name}")` };
  const [{ mediationGroupId: id, mediationGroupLines }] = (await of('GET', GROUPS, { query }))
    .mediationGroups;
  const path = `${GROUPS}/${id}`;
  const lines = Object.entries<Line>(mediationGroupLines);
  const [lineId, line] = lines.find((one) => one[1].displayName === 'applovin') as [string, Line];
  const { displayName, adSourceId, adUnitMappings, cpmMode } = line;
  /** A new line like that of the file, which has another id. */
  const copy = (other: Line): Line => ({
    displayName,
    adSourceId,
    adUnitMappings,
    cpmMode,
    cpmMicros: '2500000',
    ...other,
  });
  const patch = (mask: readonly string[], lines: Readonly<Record<string, Line>>) =>
    of('PATCH', path, { query: { updateMask: mask.join() }, body: { mediationGroupLines: lines } });
  const verb = (what: string, body: object = {}) => of('POST', `${path}:${what}`, { body });
  return {
    path,
    copy,
    verb,
    revision: async () => Number(JSON.parse((await of('GET', path)).etag)),
    price: (cpmMicros: string) =>
      patch([`mediationGroupLines["${lineId}"].cpmMicros`], { [lineId]: { cpmMicros } }),
    remove: () => patch([`mediationGroupLines["${lineId}"].state`], { [lineId]: { state: 'REMOVED' } }),
    add: (added: Line) => patch(['mediationGroupLines["-1"]'], { '-1': added }),
    async win(mediationGroupLine: Line) {
      const body = {
        displayName: 'Experiment',
        treatmentTrafficPercentage: '50',
        treatmentMediationLines: [{ mediationGroupLine }],
      };
      await of('POST', `${path}/mediationAbExperiments`, { body });
      await of('POST', `${path}/mediationAbExperiments:stop`, {
        body: { variantChoice: 'VARIANT_CHOICE_B' },
      });
    },
    /** Another group with the name, platform and format of this one. */
    again: (added: Line) =>
      of('POST', GROUPS, {
        body: {
          displayName: name,
          targeting: { platform: 'ANDROID', format: 'BANNER', adUnitIds: [UNIT.start] },
          mediationGroupLines: { '-1': added },
        },
      }),
    /** Another mapping of the ad unit, as a line names it. */
    async mapping(key: string) {
      const unit = `${ACCOUNT}/adUnits/1111111111`;
      const { adUnitMappings } = await of('GET', `${unit}/adUnitMappings`);
      const [{ adapterId, adUnitConfigurations }] = adUnitMappings;
      const [setting = ''] = Object.keys(adUnitConfigurations);
      const body = { adapterId, displayName: 'Made by hand', adUnitConfigurations: { [setting]: key } };
      return {
        adUnitMappings: { [UNIT.start]: (await of('POST', `${unit}/adUnitMappings`, { body })).name },
      };
    },
  };
}

type Group = Awaited<ReturnType<typeof groupNamed>>;
type Desk = ReturnType<typeof workingFolder>;

interface Replaced {
  readonly what: string;
  readonly does: (group: Group, desk: Desk) => Promise<unknown>;
  readonly shown: string;
  readonly target?: readonly string[];
  /** What the file changes too, so that it is a conflict; by default the price. */
  readonly edit?: readonly [string, string];
}

const DEARER = { cpmMicros: '4000000' };
const PRICE = '~ line applovin: cpm: 4.00 -> 2.50  (drift, stays;';
const GONE = '! line applovin is gone (drift, stays;';

const WAYS: readonly Replaced[] = [
  {
    what: 'an experiment was stopped with variant B, whose line has the same name',
    does: ({ win, copy }) => win(copy(DEARER)),
    shown: PRICE,
  },
  {
    what: 'an experiment was stopped with variant B, whose line has another name',
    does: ({ win, copy }) => win(copy({ ...DEARER, displayName: 'AppLovin 2' })),
    shown: GONE,
  },
  {
    what: 'an experiment was stopped with variant B, whose line has another ad source',
    does: ({ win }) => win({ displayName: 'applovin', adSourceId: INMOBI, cpmMode: 'LIVE' }),
    shown: GONE,
  },
  {
    what: 'an experiment was stopped with variant B, whose line has another mapping',
    does: async ({ win, copy, mapping }) => win(copy(await mapping('key-of-B'))),
    shown: '~ line applovin: mappings: start: ',
    edit: [', mappings: {start: applovin-start}', ', mappings: {}'],
  },
  {
    what: 'a line was removed and created anew',
    async does({ remove, add, copy }, desk) {
      await remove();
      await desk.expectExit(0, 'apply');
      await add(copy(DEARER));
    },
    shown: PRICE,
  },
  {
    what: 'a roll-back brought a line back that had another id',
    async does({ price, revision, remove, add, copy, verb }, desk) {
      await price('4000000');
      const dear = await revision();
      await remove();
      await add(copy({}));
      await desk.expectExit(0, 'apply');
      await verb('rollback', { revision: dear });
    },
    shown: PRICE,
  },
  {
    what: 'the group was archived and restored',
    async does({ price, verb }) {
      await price('4000000');
      await verb('archive');
      await verb('unarchive');
    },
    shown: 'state: disabled -> enabled  (drift, stays;',
  },
  {
    what: 'the group was archived, and another one created with its name',
    async does({ verb, again, copy }) {
      await verb('archive');
      await again(copy(DEARER));
    },
    shown: PRICE,
  },
  {
    what: 'the group is no longer shown, and another one was created with its name',
    async does({ verb, again, copy }) {
      await verb('archive');
      await again(copy(DEARER));
    },
    shown: PRICE,
    target: ['--target', 'public'],
  },
  {
    what: 'a line got a mapping that was made anew with the same values',
    async does({ mapping, remove, add, copy }) {
      const made = await mapping('key-of-applovin');
      await remove();
      await add(copy(made));
    },
    shown: '~ line applovin: mappings: start: ',
    edit: [', mappings: {start: applovin-start}', ', mappings: {}'],
  },
];

/** The groups of this name without those that are archived, as they are served. */
const served = async (name: string) =>
  (await of('GET', GROUPS, { query: { filter: `IN(DISPLAY_NAME, "${name}")` } })).mediationGroups ?? [];

describe('What got another id on the server is not undone', () => {
  it.each(WAYS.map((way, index) => [way.what, way, `Way ${index}`] as const))(
    '%s: drift reports it, apply leaves it until a person decides',
    async (_, { does, shown, target = [], edit = ['"2.50"', '"2.75"'] }, name) => {
      const desk = workingFolder(world(), fileOf(name));
      await desk.expectExit(0, 'apply', ...target);
      await does(await groupNamed(name), desk);
      const before = await served(name);

      for (const command of ['drift', 'plan'])
        expect((await desk.expectExit(2, command, ...target)).out).toContain(shown);
      for (const more of [[], ['--prune']]) await desk.run('apply', ...more, ...target);
      expect(await served(name)).toEqual(before);
      expect((await desk.expectExit(2, 'drift', ...target)).out).toContain(shown);

      const file = desk.read();
      desk.edit(...edit);
      const both = await desk.expectExit(1, 'apply', ...target);
      expect(both.out).toContain('changed in the file and on the server');
      expect(await served(name)).toEqual(before);

      desk.write(file);
      await desk.expectExit(0, 'apply', '--overwrite-drift', ...target);
      await desk.expectExit(0, 'plan', ...target);
      expect(await served(name)).not.toEqual(before);
    },
  );

  it('import takes the winner of an experiment over, under the key that its line had', async () => {
    const desk = workingFolder(world(), fileOf('Imported'));
    await desk.expectExit(0, 'apply');
    const { win, copy } = await groupNamed('Imported');
    await win(copy(DEARER));
    const before = await served('Imported');
    await desk.expectExit(0, 'import', '--replace');
    expect(desk.read()).toMatch(/ applovin:\s+\{\s+source: AppLovin,\s+name: applovin,\s+cpm: "4\.00"/);
    for (const command of ['plan', 'drift', 'apply']) await desk.expectExit(0, command);
    expect(await served('Imported')).toEqual(before);
  });

  it('a line that was created anew as the file has it is no drift, and is noted', async () => {
    const desk = workingFolder(world(), fileOf('Same'));
    await desk.expectExit(0, 'apply');
    const { remove, add, copy } = await groupNamed('Same');
    await remove();
    await add(copy({}));
    await desk.expectExit(0, 'drift');
    await desk.expectExit(0, 'apply');
    await (await groupNamed('Same')).price('4000000');
    expect((await desk.expectExit(2, 'drift')).out).toContain(PRICE);
  });
});
