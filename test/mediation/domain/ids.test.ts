import { describe, expect, it } from 'vitest';
import { createGroup, GET_GROUP, LIST_GROUPS, liveLine, PATCH_GROUP } from './support/samples.ts';
import { openWorld } from './support/world.ts';

/** A poor random generator, which makes ids repeat: five calls in a row return the same bytes. */
function poorRandom() {
  let calls = 0;
  return (target: Uint8Array) => {
    calls += 1;
    return target.fill(Math.floor(calls / 5) % 10);
  };
}

describe('Random ids that occur again', () => {
  it('a random group or line id that a publisher already has is not used again', async () => {
    const world = await openWorld({}, poorRandom());
    try {
      const publisher = await world.publisher();
      const mediationGroupLines = undefined;
      const ids: string[] = [];
      for (let count = 0; count < 4; count += 1) {
        const { groupId, lines } = await createGroup(world, publisher, { mediationGroupLines });
        ids.push(groupId, ...lines.map(({ id }) => id as string));
      }
      expect(new Set(ids).size).toBe(8);
      const { mediationGroups } = await world.call(publisher, LIST_GROUPS);
      expect(mediationGroups).toHaveLength(4);
    } finally {
      await world.close();
    }
  });

  it('a new line never gets the id of a removed one', async () => {
    const world = await openWorld({}, poorRandom());
    try {
      const publisher = await world.publisher();
      const { path, lineId } = await createGroup(world, publisher, { mediationGroupLines: undefined });
      const seen = [lineId];
      for (let count = 0; count < 4; count += 1) {
        const removed = { [seen.at(-1) as string]: { state: 'REMOVED' }, '-1': liveLine() };
        await world.call(publisher, PATCH_GROUP, { path, body: { mediationGroupLines: removed } });
        const group = await world.call(publisher, GET_GROUP, { path });
        seen.push(Object.keys(group.mediationGroupLines ?? {})[0] as string);
      }
      expect(new Set(seen).size).toBe(5);
    } finally {
      await world.close();
    }
  });
});
