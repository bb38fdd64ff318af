import { beforeEach, describe, expect, it } from 'vitest';
import { UNIT, workingFolder } from '../as-code/support/working-folder.ts';
import { GROUP, type HttpWorld, useHttpWorld } from '../http/support/world.ts';
import { mediationOf, useToken } from './support/mediation.ts';

const world = useHttpWorld();
useToken(() => world().token.write);
const mediation = mediationOf(world);

const GROUPS = '/v1beta/accounts/pub-1111111111111111/mediationGroups';
const EXPERIMENT = {
  displayName: 'Experiment',
  treatmentTrafficPercentage: '50',
  treatmentMediationLines: [{ mediationGroupLine: { adSourceId: '5264320421916134407', cpmMode: 'LIVE' } }],
};

const done = async (...call: Parameters<HttpWorld['done']>) => (await world().done(...call)).body;

async function create(displayName: string) {
  const { name, mediationGroupId: id } = await done('POST', GROUPS, { body: { ...GROUP, displayName } });
  const path = `/v1beta/${name}`;
  return {
    id: id as string,
    path,
    get: () => done('GET', path),
    rename: (to: string) =>
      done('PATCH', path, { query: { updateMask: 'displayName' }, body: { displayName: to } }),
    verb: (verb: string) => done('POST', `${path}:${verb}`, { body: {} }),
  };
}

const ROLLED_BACK = `version: 1
publisher: pub-1111111111111111
adUnits: {start: ${UNIT.start}}
groups:
  only: {name: Before, platform: ANDROID, format: BANNER, adUnits: [start], lines: {own: {source: own network}}}
`;

/** A time between the changes before and those after. */
function now(): string {
  world().advance(2000);
  const at = new Date(world().now() - 1000).toISOString();
  return at;
}

/** All groups of other tests are archived, so that a plan has only the groups of this test. */
beforeEach(async () => {
  const { mediationGroups = [] } = await done('GET', GROUPS);
  for (const { name } of mediationGroups) {
    await world().call('POST', `/v1beta/${name}/mediationAbExperiments:stop`, {
      body: { variantChoice: 'VARIANT_CHOICE_A' },
    });
    await done('POST', `/v1beta/${name}:archive`, { body: {} });
  }
  now();
});

interface Planned {
  readonly plan: readonly { readonly displayName: string; readonly steps: readonly string[] }[];
}

describe('diptych mediation rollback --at', () => {
  it('brings all groups back to a time: changed, created, archived and unarchived since', async () => {
    const [changed, archived, unarchived, same] = [
      await create('Changed'),
      await create('Archived since'),
      await create('Unarchived since'),
      await create('Same'),
    ];
    await unarchived.verb('archive');
    const at = now();
    await changed.rename('New name');
    await archived.verb('archive');
    await unarchived.verb('unarchive');
    const created = await create('Created since');

    const { out } = await mediation('rollback', '--at', at, '--dry-run', '--json');
    const { plan } = JSON.parse(out) as Planned;
    const steps = Object.fromEntries(plan.map((one) => [one.displayName, one.steps]));
    expect(steps).toEqual({
      'New name': ['rollback'],
      'Archived since': ['unarchive', 'rollback'],
      'Unarchived since': ['archive'],
      'Created since': ['archive'],
    });
    expect((await changed.get()).displayName).toBe('New name');

    const run = await mediation('rollback', '--at', at, '--yes');
    expect(run.exit, run.err).toBe(0);
    expect(run.out).toContain('~ displayName: "New name" -> "Changed"');
    expect(run.out).toContain(`${created.id}  Created since: created since: is archived`);
    expect((await changed.get()).displayName).toBe('Changed');
    const back = await archived.get();
    expect([back.state, back.archiveTime]).toEqual(['ENABLED', undefined]);
    expect(await unarchived.get()).toHaveProperty('archiveTime');
    expect(await created.get()).toHaveProperty('archiveTime');
    expect((await same.get()).etag).toBe('"1"');

    const again = await mediation('rollback', '--at', at, '--yes');
    expect(again).toMatchObject({ exit: 0, out: expect.stringContaining('Nothing to roll back') });
  });

  it('leaves groups that were created since with --keep-new', async () => {
    const at = now();
    const created = await create('Kept');
    const { exit, out } = await mediation('rollback', '--at', at, '--keep-new', '--yes');
    expect({ exit, nothing: out.includes('Nothing to roll back') }).toEqual({ exit: 0, nothing: true });
    expect(await created.get()).not.toHaveProperty('archiveTime');
  });

  it('names a group with an experiment as not possible, rolls the others back and exits with 1', async () => {
    const [tested, other] = [await create('Tested'), await create('Other')];
    const at = now();
    await tested.rename('Tested now');
    await other.rename('Other now');
    await done('POST', `${tested.path}/mediationAbExperiments`, { body: EXPERIMENT });
    const { exit, out } = await mediation('rollback', '--at', at, '--yes');
    expect(exit).toBe(1);
    expect(out).toMatch(/Tested now: not possible\n +! it has an experiment that was not stopped/);
    expect((await other.get()).displayName).toBe('Other');
    expect((await tested.get()).displayName).toBe('Tested now');
  });

  it('needs --yes without a terminal, after it has shown the plan', async () => {
    const group = await create('Asked');
    const at = now();
    await group.rename('Asked now');
    const { exit, out, err } = await mediation('rollback', '--at', at);
    expect({ exit, shown: out.includes('Asked now: gets revision 1 again') }).toEqual({
      exit: 2,
      shown: true,
    });
    expect(err).toContain('add --yes');
    expect((await group.get()).displayName).toBe('Asked now');
  });
});

describe('diptych mediation rollback --file', () => {
  it('rolls the publisher of the file back; drift shows what differs, and apply leaves it so', async () => {
    const desk = workingFolder(world());
    desk.write(ROLLED_BACK);
    await desk.expectExit(0, 'apply');
    const at = now();
    desk.edit('name: Before', 'name: After');
    await desk.expectExit(0, 'apply');
    const run = await desk.run('rollback', '--at', at, '--yes');
    expect(run.exit, run.err).toBe(0);
    expect(run.out).toContain('"After" -> "Before"');
    expect(run.err).toMatch(
      /mediation\.yaml was not changed; diptych mediation drift --file .*mediation\.yaml shows/,
    );
    expect((await desk.expectExit(2, 'drift')).out).toContain('name: Before -> After');
    await desk.expectExit(0, 'apply');
    expect((await desk.expectExit(2, 'drift')).out).toContain('name: Before -> After');
  });

  it('refuses a file that is not of the account, and one with a wrong member', async () => {
    const desk = workingFolder(world());
    const at = now();
    const other = await desk.run('rollback', '--at', at, '--account', 'pub-2222222222222222');
    expect(other).toMatchObject({ exit: 2, err: expect.stringContaining('is not pub-1111111111111111') });
    desk.write('version: 2\n');
    const wrong = await desk.run('rollback', '--at', at);
    expect(wrong).toMatchObject({ exit: 1, err: expect.stringMatching(/mediation\.yaml:1:10: version/) });
  });
});

describe('diptych mediation rollback --group --revision', () => {
  it('gives one group a revision again, and prints the outcome as JSON', async () => {
    const group = await create('One');
    await group.rename('Two');
    const other = await create('Untouched');
    const args = ['rollback', '--group', group.id, '--revision', '1', '--yes', '--json'];
    const { exit, out } = await mediation(...args);
    const { plan, outcomes } = JSON.parse(out);
    expect({ exit, plan: plan.length, result: outcomes[0].result }).toEqual({
      exit: 0,
      plan: 1,
      result: 'done',
    });
    expect(await group.get()).toMatchObject({ displayName: 'One', etag: '"3"' });
    expect((await other.get()).etag).toBe('"1"');
  });

  it('says which revision is the last one, if there is no such revision', async () => {
    const group = await create('Short');
    const { exit, err } = await mediation('rollback', '--group', group.id, '--revision', '9', '--yes');
    expect({ exit, err }).toEqual({ exit: 2, err: 'diptych: the last revision of the group is 1\n' });
  });

  it.each<readonly [string, readonly string[]]>([
    ['neither', []],
    ['both', ['--at', '2026-11-22T12:00:00Z', '--group', '1', '--revision', '1']],
    ['a time without its zone', ['--at', '2026-11-22T12:00:00']],
    ['a day', ['--at', 'yesterday']],
    ['a revision without a group', ['--revision', '1']],
    ['a group without a revision', ['--group', '1']],
    ['revision 0', ['--group', '1', '--revision', '0']],
    ['a group that is no id', ['--at', '2026-11-22T12:00:00Z', '--group', 'Lobby']],
  ])('wrong usage exits with 2: %s', async (_, args) => {
    expect((await mediation('rollback', ...args)).exit).toBe(2);
  });
});
