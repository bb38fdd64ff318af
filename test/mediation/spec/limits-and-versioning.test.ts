import { describe, expect, it } from 'vitest';
import { badFields, clientOf, LIVE_LINE, manyLines } from '../http/support/panel.ts';
import { adUnit, EXPERIMENT, GROUP, GROUPS, newGroup, useHttpWorld } from '../http/support/world.ts';

const world = useHttpWorld();
const client = clientOf(world);

describe('Limits of the mediation interface', () => {
  it('Running experiments: one mediation group has at most one at a time', async () => {
    const { path } = await newGroup(world());
    const attempts = Array.from({ length: 5 }, () =>
      world().call('POST', `${path}/mediationAbExperiments`, { body: EXPERIMENT }),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 400, 400, 400, 400]);
    const { mediationAbExperiments } = await client.get(`${path}/mediationAbExperiments`);
    expect(mediationAbExperiments).toHaveLength(1);
  });

  it('treatmentTrafficPercentage of a new experiment is 1, 10 or 50', async () => {
    const accepted: number[] = [];
    const { path } = await newGroup(world());
    for (
      let treatmentTrafficPercentage = 0;
      treatmentTrafficPercentage <= 100;
      treatmentTrafficPercentage += 1
    ) {
      const { status } = await world().call('POST', `${path}/mediationAbExperiments`, {
        query: 'validateOnly=true',
        body: { ...EXPERIMENT, treatmentTrafficPercentage },
      });
      if (status === 200) accepted.push(treatmentTrafficPercentage);
    }
    expect(accepted).toEqual([1, 10, 50]);
  });

  it.each(['-1', '-2', '-10', '-9999999999999999'])(
    'New line ids in create group are negative numbers: %s',
    async (key) => {
      const { mediationGroupLines } = await client.createGroup({ mediationGroupLines: { [key]: LIVE_LINE } });
      expect(Object.values(mediationGroupLines)[0]).toMatchObject(LIVE_LINE);
    },
  );

  it.each([
    '1',
    '0',
    '-0',
    '-01',
    '',
    '-',
    '-1.5',
    ' -1',
    '-1 ',
    '--1',
    'abc',
    '__proto__',
    '0123456789012345',
  ])('New line ids in create group: %j is refused, because it is no negative number', async (key) => {
    const lines = `{${JSON.stringify(key)}:${JSON.stringify(LIVE_LINE)}}`;
    const body = JSON.stringify({ ...GROUP, mediationGroupLines: '@' }).replace('"@"', lines);
    const answer = await client.refused('POST', GROUPS, { body });
    expect(badFields(answer)).toEqual([`mediationGroupLines["${key}"]`]);
  });

  it('New line ids are distinct: the same key in a mask twice is one line', async () => {
    const { path } = await newGroup(world());
    const mask = 'mediationGroupLines["-1"],mediationGroupLines[-1]';
    const group = await client.patch(path, mask, { mediationGroupLines: { '-1': LIVE_LINE } });
    expect(Object.keys(group.mediationGroupLines)).toHaveLength(3);
  });

  it('New line ids are unique within the request: two lines of an experiment cannot have the same', async () => {
    const { path } = await newGroup(world());
    const treatmentMediationLines = ['-1', '-1'].map((id) => ({ mediationGroupLine: { ...LIVE_LINE, id } }));
    const answer = await client.refusedExperiment(path, { treatmentMediationLines });
    expect(badFields(answer)).toEqual(['treatmentMediationLines[1].mediationGroupLine.id']);
  });
});

describe('Limits that the public interface documents', () => {
  it('displayName of a group has at most 120 characters', async () => {
    const displayName = '\u{1F600}'.repeat(120);
    expect((await client.createGroup({ displayName })).displayName).toBe(displayName);
    for (const bad of [`${displayName}x`, '', undefined]) {
      expect(badFields(await client.refusedGroup({ displayName: bad }))).toEqual(['displayName']);
    }
  });

  it('displayName of an experiment has at most 255 characters, and may be omitted', async () => {
    const { path } = await newGroup(world());
    const displayName = 'x'.repeat(255);
    const long = await client.refusedExperiment(path, { displayName: `${displayName}x` });
    expect(badFields(long)).toEqual(['displayName']);
    expect(await client.createExperiment(path, { displayName })).toMatchObject({ displayName });
    const other = await newGroup(world());
    const unnamed = await client.createExperiment(other.path, { displayName: undefined });
    expect(unnamed).not.toHaveProperty('displayName');
  });

  it('a group has at most 150 lines, including that of the own network', async () => {
    const { path, group } = await newGroup(world(), { mediationGroupLines: manyLines(149) });
    expect(Object.keys(group.mediationGroupLines)).toHaveLength(150);
    const create = await client.refusedGroup({ mediationGroupLines: manyLines(150) });
    expect(badFields(create)).toEqual(['mediationGroupLines']);
    const mask = 'mediationGroupLines["-1"]';
    await client.refusedPatch(path, mask, { mediationGroupLines: { '-1': LIVE_LINE } });
    expect(badFields(await client.refusedExperiment(path))).toEqual(['treatmentMediationLines']);
  });

  it('targeting.adUnitIds has at most 250 entries, in creation and in update', async () => {
    const units = (count: number) => ({
      targeting: {
        ...GROUP.targeting,
        adUnitIds: Array.from({ length: count }, (_, index) => adUnit(String(index).padStart(10, '0'))),
      },
    });
    const { path, group } = await newGroup(world(), units(250));
    expect(group.targeting.adUnitIds).toHaveLength(250);
    expect(badFields(await client.refusedGroup(units(251)))).toEqual(['targeting.adUnitIds']);
    for (const mask of ['targeting.adUnitIds', undefined]) {
      const answer = await client.refusedPatch(path, mask, units(251));
      expect(badFields(answer)).toEqual(['targeting.adUnitIds']);
    }
  });
});

describe('Versioning', () => {
  it('paths carry the version segment v1beta', async () => {
    const { path } = await newGroup(world());
    expect(path).toMatch(/^\/v1beta\//);
    for (const version of ['v1', 'v1alpha', 'v2', 'V1BETA', '']) {
      const { status } = await fetch(`${world().url}${path.replace('v1beta', version)}`);
      expect([version, status]).toEqual([version, 404]);
    }
  });
});
