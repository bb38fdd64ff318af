import { describe, expect, it } from 'vitest';
import { groupToTest, variants } from './support/group-to-test.ts';
import {
  adUnit,
  CREATE_EXPERIMENT,
  createMapping,
  DAY,
  experimentBody,
  liveLine,
  manualLine,
  OWN_NETWORK,
} from './support/samples.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const prepared = (changes: object = {}) => groupToTest(world(), changes);

describe('Creating an experiment', () => {
  it('creating an experiment answers the running experiment with the lines of both variants', async () => {
    const { publisher, groupId, lines, create } = await prepared();
    const experiment = await create();
    expect(experiment).toMatchObject({
      name: `accounts/${publisher}/mediationGroups/${groupId}/mediationAbExperiments/${experiment.experimentId}`,
      displayName: 'Experiment',
      mediationGroupId: groupId,
      treatmentTrafficPercentage: '50',
      state: 'RUNNING',
      startTime: new Date(world().now()).toISOString(),
      endTime: new Date(world().now() + 90 * DAY).toISOString(),
    });
    expect(experiment.experimentId).toMatch(/^\d+$/);
    expect(experiment.treatmentMediationLines).toMatchObject([
      {
        mediationGroupLine: {
          displayName: 'Treatment line',
          experimentVariant: 'VARIANT_B',
          state: 'ENABLED',
        },
      },
    ]);
    expect(experiment.treatmentMediationLines?.[0]?.mediationGroupLine?.id).toMatch(/^\d{16}$/);
    expect(experiment.controlMediationLines).toEqual(
      lines.map((line) => ({ mediationGroupLine: { ...line, experimentVariant: 'VARIANT_A' } })),
    );
  });

  it('the group of a running experiment shows RUNNING, its old lines as variant A, and the new ones as variant B', async () => {
    const { create, read } = await prepared();
    await create();
    const group = await read();
    expect(group.mediationAbExperimentState).toBe('RUNNING');
    expect(variants(group.mediationGroupLines)).toEqual([
      ['AppLovin line', 'VARIANT_A'],
      ['AdMob Network', 'VARIANT_A'],
      ['Treatment line', 'VARIANT_B'],
    ]);
  });

  it.each([1, '1', 10, '10', 50, '50'])(
    'the percentage %j is accepted for an experiment',
    async (percentage) => {
      const { create } = await prepared();
      const experiment = await create(experimentBody({ treatmentTrafficPercentage: percentage }));
      expect(experiment.treatmentTrafficPercentage).toBe(String(percentage));
    },
  );

  it.each([0, 2, 49, 51, 99, 100, -1, '-10', undefined])(
    'the percentage %j is refused for an experiment',
    async (percentage) => {
      const { refusedCreate } = await prepared();
      const error = await refusedCreate(experimentBody({ treatmentTrafficPercentage: percentage }));
      expect(error.violations.map(({ field }) => field)).toEqual(['treatmentTrafficPercentage']);
    },
  );

  it('the body of an experiment may mix cpm_mode with camelCase', async () => {
    const { create } = await prepared();
    const { cpmMode: _, ...line } = liveLine('Snake');
    const treatmentMediationLines = [{ mediationGroupLine: { ...line, cpm_mode: 'LIVE' } }];
    const experiment = await create(experimentBody({ treatmentMediationLines }));
    expect(experiment.treatmentMediationLines?.[0]?.mediationGroupLine?.cpmMode).toBe('LIVE');
  });

  it('variant B has the AdMob Network only if the request has it', async () => {
    const { create } = await prepared();
    const treatmentMediationLines = [{ mediationGroupLine: { adSourceId: OWN_NETWORK, cpmMode: 'LIVE' } }];
    const experiment = await create(experimentBody({ treatmentMediationLines }));
    expect(experiment.treatmentMediationLines).toHaveLength(1);
  });

  it('control lines and other output-only members in the request are ignored', async () => {
    const { create, groupId } = await prepared();
    const experiment = await create(
      experimentBody({
        name: 'x',
        experimentId: '1',
        mediationGroupId: '2',
        state: 'EXPIRED',
        controlMediationLines: [],
      }),
    );
    expect(experiment).toMatchObject({ mediationGroupId: groupId, state: 'RUNNING' });
    expect(experiment.controlMediationLines).toHaveLength(2);
  });

  it('an experiment may have no name', async () => {
    const { create } = await prepared();
    expect(await create(experimentBody({ displayName: undefined }))).not.toHaveProperty('displayName');
  });

  it('new lines of an experiment may have distinct negative numbers as ids', async () => {
    const { create, refusedCreate } = await prepared();
    const lines = (...ids: string[]) =>
      experimentBody({
        treatmentMediationLines: ids.map((id) => ({ mediationGroupLine: { ...liveLine(), id } })),
      });
    const twice = await refusedCreate(lines('-1', '-1'));
    expect(twice.violations[0]?.field).toBe('treatmentMediationLines[1].mediationGroupLine.id');
    const positive = await refusedCreate(lines('1234567890123456'));
    expect(positive.violations[0]?.field).toBe('treatmentMediationLines[0].mediationGroupLine.id');
    await create(lines('-1', '-2'));
  });

  it.each([
    ['no treatment lines', { treatmentMediationLines: [] }, 'treatmentMediationLines'],
    [
      'a line without an ad source',
      { treatmentMediationLines: [{}] },
      'treatmentMediationLines[0].mediationGroupLine.adSourceId',
    ],
    [
      'a REMOVED line',
      { treatmentMediationLines: [{ mediationGroupLine: { ...liveLine(), state: 'REMOVED' } }] },
      'treatmentMediationLines[0].mediationGroupLine.state',
    ],
    [
      'a MANUAL line without cpmMicros',
      { treatmentMediationLines: [{ mediationGroupLine: { ...liveLine(), cpmMode: 'MANUAL' } }] },
      'treatmentMediationLines[0].mediationGroupLine.cpmMicros',
    ],
  ])('an experiment is refused with %s', async (_, changes, field) => {
    const { refusedCreate } = await prepared();
    const error = await refusedCreate(experimentBody(changes));
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', violations: [{ field }] });
  });

  it('an experiment resolves mappings by their names', async () => {
    const { publisher, create, refusedCreate } = await prepared();
    const name = await createMapping(world(), publisher);
    const line = (mapping: string) => ({
      mediationGroupLine: { ...manualLine(), adUnitMappings: { [adUnit(publisher)]: mapping } },
    });
    const error = await refusedCreate(experimentBody({ treatmentMediationLines: [line(`${name}0`)] }));
    expect(error.message).toContain('does not exist');
    await create(experimentBody({ treatmentMediationLines: [line(name)] }));
  });

  it('an experiment with more than 150 lines of both variants together is refused', async () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`-${index + 1}`, liveLine()]));
    const { create, refusedCreate } = await prepared({ mediationGroupLines: many });
    const treatment = (count: number) =>
      experimentBody({
        treatmentMediationLines: Array.from({ length: count }, () => ({ mediationGroupLine: liveLine() })),
      });
    expect((await refusedCreate(treatment(50))).violations[0]?.field).toBe('treatmentMediationLines');
    await create(treatment(49));
  });

  it('a second experiment while one runs is refused', async () => {
    const { create, refusedCreate } = await prepared();
    await create();
    expect(await refusedCreate()).toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: 'EXPERIMENT_RUNNING',
    });
  });

  it('creating an experiment in an unknown group is answered with 404', async () => {
    const publisher = await world().publisher();
    const sent = { path: { mediationGroupsId: '0000000000' }, body: experimentBody() };
    expect((await world().refused(publisher, CREATE_EXPERIMENT, sent)).code).toBe('NOT_FOUND');
  });
});
