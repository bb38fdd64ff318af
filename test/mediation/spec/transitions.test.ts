import { describe, expect, it } from 'vitest';
import { reasonOf } from '../http/support/envelope.ts';
import { badFields, clientOf, LIVE_LINE, ofLine } from '../http/support/panel.ts';
import { EXPERIMENT, newGroup, useHttpWorld } from '../http/support/world.ts';

const world = useHttpWorld();
const client = clientOf(world);

/** The states of the group, its lines and its experiment. */
async function shown(path: string) {
  const { mediationAbExperimentState, mediationGroupLines = {} } = await client.get(path);
  const { mediationAbExperiments = [] } = await client.get(`${path}/mediationAbExperiments`);
  const lines = Object.values(mediationGroupLines) as { experimentVariant: string }[];
  return {
    group: mediationAbExperimentState,
    experiments: mediationAbExperiments.map(({ state }: { state: string }) => state),
    variants: new Set(lines.map(({ experimentVariant }) => experimentVariant)),
  };
}

describe('States and transitions of experiments and groups', () => {
  it('experiment: from (none), create experiment in a group that has no running experiment leads to RUNNING', async () => {
    const { path } = await newGroup(world());
    expect((await shown(path)).experiments).toEqual([]);
    expect((await client.createExperiment(path)).state).toBe('RUNNING');
    expect((await shown(path)).experiments).toEqual(['RUNNING']);
  });

  it('experiment: creating a second experiment while one runs is refused and changes nothing', async () => {
    const { path } = await newGroup(world());
    await client.createExperiment(path);
    const { status, error } = await client.refusedExperiment(path);
    expect([status, error.status, reasonOf(error)]).toEqual([
      400,
      'FAILED_PRECONDITION',
      'EXPERIMENT_RUNNING',
    ]);
  });

  it.each(['VARIANT_CHOICE_A', 'VARIANT_CHOICE_B'])(
    'experiment: from RUNNING, stop with variantChoice %s leads to EXPIRED',
    async (choice) => {
      const { path } = await newGroup(world());
      await client.createExperiment(path);
      expect((await client.stop(path, choice)).state).toBe('EXPIRED');
      expect((await shown(path)).experiments).toEqual(['EXPIRED']);
    },
  );

  it('experiment: from EXPIRED or (none), a stop is refused and changes nothing', async () => {
    const { path } = await newGroup(world());
    const body = { variantChoice: 'VARIANT_CHOICE_A' };
    const stop = () => client.refused('POST', `${path}/mediationAbExperiments:stop`, { body });
    const expected = [400, 'FAILED_PRECONDITION', 'NO_EXPERIMENT_RUNNING'];
    const before = await stop();
    expect([before.status, before.error.status, reasonOf(before.error)]).toEqual(expected);
    await client.createExperiment(path);
    await client.stop(path);
    const after = await stop();
    expect([after.status, after.error.status, reasonOf(after.error)]).toEqual(expected);
  });

  it('group: from NOT_RUNNING, create experiment leads to RUNNING', async () => {
    const { path } = await newGroup(world());
    expect((await shown(path)).group).toBe('NOT_RUNNING');
    await client.createExperiment(path);
    expect((await shown(path)).group).toBe('RUNNING');
  });

  it('group: from RUNNING, stop experiment leads to NOT_RUNNING', async () => {
    const { path } = await newGroup(world());
    await client.createExperiment(path);
    await client.stop(path);
    expect(await shown(path)).toMatchObject({ group: 'NOT_RUNNING', variants: new Set(['ORIGINAL']) });
  });

  it('after a stop, the next experiment in the group may be created', async () => {
    const { path } = await newGroup(world());
    await client.createExperiment(path);
    await client.stop(path, 'VARIANT_CHOICE_B');
    await client.createExperiment(path);
    expect((await shown(path)).experiments.toSorted()).toEqual(['EXPIRED', 'RUNNING']);
  });

  it("a running experiment in one group does not prevent another group's experiment", async () => {
    for (const { path } of [await newGroup(world()), await newGroup(world())]) {
      expect((await client.createExperiment(path)).state).toBe('RUNNING');
    }
  });
});

describe('Stopping an experiment', () => {
  it('stop with VARIANT_CHOICE_A keeps the original lines of variant A', async () => {
    const { path, group } = await newGroup(world());
    await client.createExperiment(path);
    await client.stop(path, 'VARIANT_CHOICE_A');
    expect((await client.get(path)).mediationGroupLines).toEqual(group.mediationGroupLines);
  });

  it('stop with VARIANT_CHOICE_B keeps the newly added lines of variant B', async () => {
    const { path } = await newGroup(world());
    const { treatmentMediationLines } = await client.createExperiment(path);
    await client.stop(path, 'VARIANT_CHOICE_B');
    const [{ mediationGroupLine }] = treatmentMediationLines;
    expect((await client.get(path)).mediationGroupLines).toEqual({
      [mediationGroupLine.id]: { ...mediationGroupLine, experimentVariant: 'ORIGINAL' },
    });
  });

  it('a line added while the experiment runs belongs to variant A', async () => {
    const { path } = await newGroup(world());
    await client.createExperiment(path);
    const group = await client.patch(path, 'mediationGroupLines[-1]', ofLine('-1', LIVE_LINE));
    const variants = Object.values(
      group.mediationGroupLines as Record<string, { experimentVariant: string }>,
    );
    expect(variants.at(-1)?.experimentVariant).toBe('VARIANT_A');
  });

  it.each([undefined, 'VARIANT_CHOICE_UNSPECIFIED', 'VARIANT_A', 'A', 1, null])(
    'stop needs a variantChoice; %j is refused',
    async (variantChoice) => {
      const { path } = await newGroup(world());
      await client.createExperiment(path);
      const body = { variantChoice };
      const answer = await client.refused('POST', `${path}/mediationAbExperiments:stop`, { body });
      expect(badFields(answer)[0]).toMatch(/variant_?choice/i);
      expect(answer.error.message).toMatch(/variant_?choice/i);
    },
  );
});

describe('Transitions of group-line state', () => {
  it.each([
    ['ENABLED', 'DISABLED'],
    ['DISABLED', 'ENABLED'],
    ['ENABLED', 'ENABLED'],
  ])('the state of a line changes from %s to %s', async (from, to) => {
    const { path, lineId } = await newGroup(world());
    const mask = `mediationGroupLines["${lineId}"].state`;
    await client.patch(path, mask, ofLine(lineId, { state: from }));
    const group = await client.patch(path, mask, ofLine(lineId, { state: to }));
    expect(group.mediationGroupLines[lineId].state).toBe(to);
  });

  it.each(['ENABLED', 'DISABLED'])(
    'the state of a line changes from %s to REMOVED, and never back',
    async (from) => {
      const { path, lineId } = await newGroup(world());
      const mask = `mediationGroupLines["${lineId}"].state`;
      await client.patch(path, mask, ofLine(lineId, { state: from }));
      await client.patch(path, mask, ofLine(lineId, { state: 'REMOVED' }));
      const answer = await client.refusedPatch(path, mask, ofLine(lineId, { state: 'ENABLED' }));
      expect(badFields(answer)).toEqual([`mediationGroupLines["${lineId}"]`]);
    },
  );

  it("a change of a line's state to the unset value is refused", async () => {
    const { path, lineId } = await newGroup(world());
    const mask = `mediationGroupLines["${lineId}"].state`;
    const answer = await client.refusedPatch(path, mask, ofLine(lineId, { state: 'STATE_UNSPECIFIED' }));
    expect(badFields(answer)).toEqual([`mediationGroupLines["${lineId}"].state`]);
  });
});

describe('An experiment of another publisher', () => {
  it("another publisher's experiment can be neither created nor stopped", async () => {
    const token = world().token.other;
    const { path } = await newGroup(world());
    for (const call of [
      { path: `${path}/mediationAbExperiments`, body: EXPERIMENT },
      { path: `${path}/mediationAbExperiments:stop`, body: { variantChoice: 'VARIANT_CHOICE_A' } },
    ]) {
      const { status } = await client.refused('POST', call.path, { body: call.body, token });
      expect(status).toBe(403);
    }
  });
});
