import { expect, it } from 'vitest';
import { CREATE_EXPERIMENT, createGroup, DAY, experimentBody, PATCH_GROUP } from './support/samples.ts';
import { useWorld } from './support/world.ts';

const world = useWorld({ freezeDuringExperiments: true });

it('with freezeDuringExperiments, changes of a group are refused during an experiment and allowed afterwards', async () => {
  const publisher = await world().publisher();
  const { path, lineId } = await createGroup(world(), publisher);
  const patch = { path, body: { mediationGroupLines: { [lineId]: { state: 'DISABLED' } } } };
  await world().call(publisher, CREATE_EXPERIMENT, { path, body: experimentBody() });
  const error = await world().refused(publisher, PATCH_GROUP, patch);
  expect(error).toMatchObject({ code: 'FAILED_PRECONDITION', reason: 'EXPERIMENT_RUNNING' });
  world().advance(90 * DAY);
  await world().call(publisher, PATCH_GROUP, patch);
});
