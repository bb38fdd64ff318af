import { describe, expect, it } from 'vitest';
import { GET_EXPERIMENT, groupToTest, variants } from './support/group-to-test.ts';
import { DAY, experimentBody, liveLine, PATCH_GROUP, STOP_EXPERIMENT } from './support/samples.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const LIST = 'accounts.mediationGroups.mediationAbExperiments.list';
const prepared = () => groupToTest(world());

describe('Stopping an experiment', () => {
  it('stopping an experiment returns the whole experiment, with state EXPIRED and the current time as its end', async () => {
    const { create, stop, get } = await prepared();
    const { experimentId } = await create();
    world().advance(DAY);
    const stopped = await stop();
    expect(stopped).toMatchObject({
      experimentId,
      state: 'EXPIRED',
      endTime: new Date(world().now()).toISOString(),
    });
    expect(await get(experimentId)).toEqual(stopped);
  });

  it('stopping with variant A keeps the original lines', async () => {
    const { create, stop, read, group: before } = await prepared();
    await create();
    await stop('VARIANT_CHOICE_A');
    const group = await read();
    expect(group.mediationGroupLines).toEqual(before.mediationGroupLines);
    expect(group.mediationAbExperimentState).toBe('NOT_RUNNING');
  });

  it('stopping with variant B keeps the newly added lines, with their ids', async () => {
    const { create, stop, read } = await prepared();
    const { treatmentMediationLines } = await create();
    await stop('VARIANT_CHOICE_B');
    const group = await read();
    const [line] = treatmentMediationLines ?? [];
    expect(Object.values(group.mediationGroupLines ?? {})).toEqual([
      { ...line?.mediationGroupLine, experimentVariant: 'ORIGINAL' },
    ]);
    expect(group.mediationAbExperimentState).toBe('NOT_RUNNING');
  });

  it('a stopped experiment still shows the lines of both variants', async () => {
    const { create, stop, get } = await prepared();
    const { experimentId, controlMediationLines, treatmentMediationLines } = await create();
    await stop('VARIANT_CHOICE_B');
    expect(await get(experimentId)).toMatchObject({ controlMediationLines, treatmentMediationLines });
  });

  it.each([{}, { variantChoice: 'VARIANT_CHOICE_UNSPECIFIED' }])(
    'stopping an experiment with %j is refused',
    async (body) => {
      const { create, refusedStop } = await prepared();
      await create();
      const error = await refusedStop(body);
      expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', violations: [{ field: 'variantChoice' }] });
    },
  );

  it.each(['CHOOSE_CONTROL', 'ORIGINAL', 'A', 1])(
    'stopping an experiment with the malformed choice %j is refused',
    async (variantChoice) => {
      const { create, refusedStop } = await prepared();
      await create();
      expect(await refusedStop({ variantChoice })).toMatchObject({ reason: 'INVALID_BODY' });
    },
  );

  it('stopping an experiment that is missing or already stopped is refused', async () => {
    const { create, stop, refusedStop } = await prepared();
    const none = { code: 'FAILED_PRECONDITION', reason: 'NO_EXPERIMENT_RUNNING' };
    expect(await refusedStop()).toMatchObject(none);
    await create();
    await stop();
    expect(await refusedStop()).toMatchObject(none);
  });

  it('stopping an experiment in an unknown group is answered with 404', async () => {
    const publisher = await world().publisher();
    const sent = { path: { mediationGroupsId: '0000000000' }, body: { variantChoice: 'VARIANT_CHOICE_A' } };
    expect((await world().refused(publisher, STOP_EXPERIMENT, sent)).code).toBe('NOT_FOUND');
  });

  it('after an experiment is stopped the next one can be created', async () => {
    const { create, stop, read } = await prepared();
    const first = await create();
    await stop('VARIANT_CHOICE_B');
    const second = await create();
    expect(second.experimentId).not.toBe(first.experimentId);
    expect(variants((await read()).mediationGroupLines)).toEqual([
      ['Treatment line', 'VARIANT_A'],
      ['Treatment line', 'VARIANT_B'],
    ]);
  });
});

describe('Patching a group while an experiment runs', () => {
  it('a line added by a patch belongs to variant A, and is removed if B is chosen', async () => {
    const { publisher, path, create, stop, read } = await prepared();
    await create();
    const body = { mediationGroupLines: { '-1': liveLine('Late') } };
    const group = await world().call(publisher, PATCH_GROUP, { path, body });
    expect(variants(group.mediationGroupLines).at(-1)).toEqual(['Late', 'VARIANT_A']);
    await stop('VARIANT_CHOICE_B');
    expect(variants((await read()).mediationGroupLines)).toEqual([['Treatment line', 'ORIGINAL']]);
  });

  it('a patch can change lines of both variants, and the experiment shows the changes', async () => {
    const { publisher, path, lineId, create, get } = await prepared();
    const { experimentId, treatmentMediationLines } = await create();
    const treatment = treatmentMediationLines?.[0]?.mediationGroupLine?.id as string;
    const mediationGroupLines = { [lineId]: { displayName: 'A' }, [treatment]: { state: 'DISABLED' } };
    await world().call(publisher, PATCH_GROUP, { path, body: { mediationGroupLines } });
    const experiment = await get(experimentId);
    expect(experiment.controlMediationLines?.[0]?.mediationGroupLine?.displayName).toBe('A');
    expect(experiment.treatmentMediationLines?.[0]?.mediationGroupLine?.state).toBe('DISABLED');
  });
});

describe('An experiment after 90 days', () => {
  it('from 90 days on the experiment is ENDED and the group NOT_RUNNING, while lines keep their variants', async () => {
    const { create, read, get } = await prepared();
    const { experimentId, endTime } = await create();
    world().advance(90 * DAY - 1);
    expect((await read()).mediationAbExperimentState).toBe('RUNNING');
    world().advance(1);
    const group = await read();
    expect(group.mediationAbExperimentState).toBe('NOT_RUNNING');
    expect(variants(group.mediationGroupLines).map(([, variant]) => variant)).toEqual([
      'VARIANT_A',
      'VARIANT_A',
      'VARIANT_B',
    ]);
    expect(await get(experimentId)).toMatchObject({ state: 'ENDED', endTime });
  });

  it('a variant can still be chosen after 90 days, and the end time stays the same', async () => {
    const { create, stop, read } = await prepared();
    const { endTime } = await create();
    world().advance(100 * DAY);
    expect(await stop('VARIANT_CHOICE_B')).toMatchObject({ state: 'EXPIRED', endTime });
    expect(variants((await read()).mediationGroupLines)).toEqual([['Treatment line', 'ORIGINAL']]);
  });

  it('a new experiment settles the ended one with variant A', async () => {
    const { create, read, get, lines } = await prepared();
    const first = await create();
    world().advance(91 * DAY);
    const second = await create(experimentBody({ displayName: 'Second' }));
    expect(await get(first.experimentId)).toMatchObject({ state: 'EXPIRED', endTime: first.endTime });
    expect(second.controlMediationLines?.map((one) => one.mediationGroupLine?.id)).toEqual(
      lines.map(({ id }) => id),
    );
    expect(variants((await read()).mediationGroupLines).map(([, variant]) => variant)).toEqual([
      'VARIANT_A',
      'VARIANT_A',
      'VARIANT_B',
    ]);
  });
});

describe('Getting and listing experiments', () => {
  it('experiments of a group are listed under mediationAbExperiments, by id, page by page', async () => {
    const { publisher, path, create, stop } = await prepared();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      ids.push((await create()).experimentId as string);
      await stop();
    }
    const whole = await world().call(publisher, LIST, { path });
    expect(whole.mediationAbExperiments?.map(({ experimentId }) => experimentId)).toEqual(ids.toSorted());
    const first = await world().call(publisher, LIST, { path, query: 'pageSize=3' });
    const query = { pageSize: '3', pageToken: first.nextPageToken as string };
    const second = await world().call(publisher, LIST, { path, query });
    expect([...(first.mediationAbExperiments ?? []), ...(second.mediationAbExperiments ?? [])]).toEqual(
      whole.mediationAbExperiments,
    );
    expect(second).not.toHaveProperty('nextPageToken');
  });

  it('the list of experiments of a group without any is an empty object', async () => {
    const { publisher, path } = await prepared();
    expect(await world().call(publisher, LIST, { path })).toEqual({});
  });

  it('the experiments of an unknown group are answered with 404', async () => {
    const { publisher, path, create } = await prepared();
    const { experimentId } = await create();
    const other = await prepared();
    for (const at of [
      { ...path, mediationAbExperimentsId: '0000000000' },
      { mediationGroupsId: other.groupId, mediationAbExperimentsId: experimentId as string },
    ]) {
      expect((await world().refused(publisher, GET_EXPERIMENT, { path: at })).code).toBe('NOT_FOUND');
    }
    const gone = { path: { mediationGroupsId: '0000000000' } };
    expect((await world().refused(publisher, LIST, gone)).code).toBe('NOT_FOUND');
  });
});
