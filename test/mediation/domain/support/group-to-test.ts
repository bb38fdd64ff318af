import { CREATE_EXPERIMENT, createGroup, experimentBody, GET_GROUP, STOP_EXPERIMENT } from './samples.ts';
import type { World } from './world.ts';

export const GET_EXPERIMENT = 'accounts.mediationGroups.mediationAbExperiments.get';

/** A group, and functions that create, read and stop its experiments. */
export async function groupToTest(world: World, changes: object = {}) {
  const publisher = await world.publisher();
  const created = await createGroup(world, publisher, changes);
  const { path } = created;
  return {
    publisher,
    ...created,
    create: (body: object = experimentBody()) => world.call(publisher, CREATE_EXPERIMENT, { path, body }),
    stop: (variantChoice = 'VARIANT_CHOICE_A') =>
      world.call(publisher, STOP_EXPERIMENT, { path, body: { variantChoice } }),
    read: () => world.call(publisher, GET_GROUP, { path }),
    get: (experimentId: string | undefined) =>
      world.call(publisher, GET_EXPERIMENT, {
        path: { ...path, mediationAbExperimentsId: experimentId ?? '' },
      }),
    refusedCreate: (body: object = experimentBody()) =>
      world.refused(publisher, CREATE_EXPERIMENT, { path, body }),
    refusedStop: (body: object = { variantChoice: 'VARIANT_CHOICE_A' }) =>
      world.refused(publisher, STOP_EXPERIMENT, { path, body }),
  };
}

/** Names and variants of the lines of a group. */
export const variants = (lines: object | undefined) =>
  Object.values(lines ?? {}).map(({ displayName, experimentVariant }) => [displayName, experimentVariant]);
