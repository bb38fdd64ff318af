import { beforeAll, describe, expect, it } from 'vitest';
import { badFields, clientOf, LIVE_LINE, MANUAL_LINE } from '../http/support/panel.ts';
import { newGroup, OWN_NETWORK, useHttpWorld } from '../http/support/world.ts';

const world = useHttpWorld();
const client = clientOf(world);

interface VariantLine {
  readonly mediationGroupLine: { readonly id: string; readonly experimentVariant: string };
}

describe('MediationAbExperiment', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a resource, member by member
  let group: any, experiment: any;
  beforeAll(async () => {
    const created = await newGroup(world());
    group = created.group;
    experiment = await client.createExperiment(created.path, { displayName: 'Bidding first' });
  });

  it.each([
    ['name', 'Resource name', expect.stringMatching(/\/mediationAbExperiments\/\d+$/)],
    ['displayName', 'Experiment name', 'Bidding first'],
    ['experimentId', 'Id of the experiment', expect.stringMatching(/^\d+$/)],
    ['treatmentTrafficPercentage', 'Share of users sent to the treatment, a string', '50'],
    ['state', 'RUNNING after creation', 'RUNNING'],
    ['variantLeader', 'Which variant leads; there are no statistics here', 'INSUFFICIENT_DATA'],
    ['startTime', 'When it was started', expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)],
    ['endTime', 'Its target end', expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)],
  ])('a MediationAbExperiment has the member %s: %s', (field, _, value) => {
    expect(experiment[field]).toEqual(value);
  });

  it("name: the name of an experiment begins with that of its group, which contains the group's id", () => {
    expect(experiment.name).toBe(`${group.name}/mediationAbExperiments/${experiment.experimentId}`);
    expect(experiment.mediationGroupId).toBe(group.mediationGroupId);
  });

  it('treatmentMediationLines, array of {mediationGroupLine}: the lines of variant B', () => {
    expect(experiment.treatmentMediationLines).toEqual([
      { mediationGroupLine: expect.objectContaining({ experimentVariant: 'VARIANT_B', cpmMode: 'LIVE' }) },
    ]);
  });

  it('controlMediationLines, array of {mediationGroupLine}: the lines of variant A, the original serving lines', () => {
    const originals: object[] = Object.values(group.mediationGroupLines);
    expect(experiment.controlMediationLines).toEqual(
      originals.map((line) => ({ mediationGroupLine: { ...line, experimentVariant: 'VARIANT_A' } })),
    );
  });

  it('endTime: an experiment ends 90 days after startTime', () => {
    const days = (Date.parse(experiment.endTime) - Date.parse(experiment.startTime)) / 86_400_000;
    expect(days).toBe(90);
  });
});

describe('treatmentTrafficPercentage', () => {
  it.each(['1', '10', '50', 1, 10, 50])(
    'treatmentTrafficPercentage: %j is allowed',
    async (treatmentTrafficPercentage) => {
      const { path } = await newGroup(world());
      const experiment = await client.createExperiment(path, { treatmentTrafficPercentage });
      expect(experiment.treatmentTrafficPercentage).toBe(String(treatmentTrafficPercentage));
    },
  );

  it.each([0, 2, '5', 9, 11, 49, 51, 99, 100, -1, undefined, null])(
    'treatmentTrafficPercentage: allowed values are 1, 10 and 50; %j is refused',
    async (treatmentTrafficPercentage) => {
      const { path } = await newGroup(world());
      const answer = await client.refusedExperiment(path, { treatmentTrafficPercentage });
      expect(badFields(answer)).toEqual(['treatmentTrafficPercentage']);
      expect(answer.error.message).toContain('1, 10 or 50');
    },
  );

  it.each(['50%', 10.5, '', true])(
    'treatmentTrafficPercentage: the percentage is a number; %j is refused',
    async (treatmentTrafficPercentage) => {
      const { path } = await newGroup(world());
      const answer = await client.refusedExperiment(path, { treatmentTrafficPercentage });
      expect(badFields(answer)).toEqual(['mediation_ab_experiment.treatment_traffic_percentage']);
    },
  );
});

describe('treatmentMediationLines', () => {
  it.each([undefined, [], null])(
    'treatmentMediationLines: the lines are required in the request; %j is refused',
    async (treatmentMediationLines) => {
      const { path } = await newGroup(world());
      const answer = await client.refusedExperiment(path, { treatmentMediationLines });
      expect(badFields(answer)).toEqual(['treatmentMediationLines']);
    },
  );

  it('treatmentMediationLines: the mode key may be written cpm_mode; responses use cpmMode', async () => {
    const { path } = await newGroup(world());
    const { cpmMode, ...line } = LIVE_LINE;
    const { treatmentMediationLines } = await client.createExperiment(path, {
      treatmentMediationLines: [{ mediationGroupLine: { ...line, cpm_mode: cpmMode } }],
    });
    expect(treatmentMediationLines[0].mediationGroupLine).toMatchObject({ cpmMode });
    expect(treatmentMediationLines[0].mediationGroupLine).not.toHaveProperty('cpm_mode');
  });

  it('treatmentMediationLines: the own network may be the only one, and is not added by itself', async () => {
    const { path } = await newGroup(world());
    const mediationGroupLine = { id: '-1', adSourceId: OWN_NETWORK, cpmMode: 'LIVE', state: 'ENABLED' };
    const { treatmentMediationLines } = await client.createExperiment(path, {
      treatmentMediationLines: [{ mediationGroupLine }],
    });
    expect(treatmentMediationLines).toHaveLength(1);
  });

  it('treatmentMediationLines: the lines get ids of 16 digits, which the group has too', async () => {
    const { path } = await newGroup(world());
    const { treatmentMediationLines } = await client.createExperiment(path, {
      treatmentMediationLines: [LIVE_LINE, MANUAL_LINE].map((line) => ({ mediationGroupLine: line })),
    });
    const { mediationGroupLines } = await client.get(path);
    const ids = treatmentMediationLines.map(({ mediationGroupLine }: VariantLine) => mediationGroupLine.id);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) {
      expect(id).toMatch(/^\d{16}$/);
      expect(mediationGroupLines[id].experimentVariant).toBe('VARIANT_B');
    }
  });

  it.each([
    ['no ad source', {}, 'adSourceId'],
    ['an unknown ad source', { adSourceId: '42' }, 'adSourceId'],
    ['the state REMOVED', { ...LIVE_LINE, state: 'REMOVED' }, 'state'],
    ['MANUAL without cpmMicros', { ...LIVE_LINE, cpmMode: 'MANUAL' }, 'cpmMicros'],
    ['the id of an existing line', { ...LIVE_LINE, id: '0123456789012345' }, 'id'],
  ])(
    'treatmentMediationLines: a line is checked as any new line: %s',
    async (_, mediationGroupLine, member) => {
      const { path } = await newGroup(world());
      const answer = await client.refusedExperiment(path, {
        treatmentMediationLines: [{ mediationGroupLine }],
      });
      expect(badFields(answer)).toEqual([`treatmentMediationLines[0].mediationGroupLine.${member}`]);
    },
  );
});

describe('controlMediationLines and other output-only members', () => {
  it('controlMediationLines: the lines come from the parent group, and are ignored in a request', async () => {
    const { path, group } = await newGroup(world());
    const experiment = await client.createExperiment(path, {
      name: 'x',
      experimentId: '1',
      mediationGroupId: '2',
      state: 'EXPIRED',
      startTime: 'yesterday',
      endTime: 7,
      variantLeader: 'TREATMENT',
      controlMediationLines: [{ mediationGroupLine: LIVE_LINE }],
    });
    expect(experiment).toMatchObject({
      mediationGroupId: group.mediationGroupId,
      state: 'RUNNING',
      variantLeader: 'INSUFFICIENT_DATA',
    });
    expect(experiment.experimentId).not.toBe('1');
    expect(experiment.controlMediationLines).toHaveLength(2);
  });
});
