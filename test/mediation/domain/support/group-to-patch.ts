import { expect } from 'vitest';
import { createGroup, GET_GROUP, PATCH_GROUP } from './samples.ts';
import type { World } from './world.ts';

/** A group, and functions that patch it. */
export async function groupToPatch(world: World, changes: object = {}) {
  const publisher = await world.publisher();
  const created = await createGroup(world, publisher, changes);
  const { path, lineId } = created;
  const at = (mask?: string) => (mask === undefined ? {} : { query: { updateMask: mask } });
  return {
    publisher,
    ...created,
    line: `mediationGroupLines["${lineId}"]`,
    read: () => world.call(publisher, GET_GROUP, { path }),
    patch: (mask: string | undefined, body: unknown) =>
      world.call(publisher, PATCH_GROUP, { path, ...at(mask), body }),
    async refused(mask: string | undefined, body: unknown) {
      const error = await world.refused(publisher, PATCH_GROUP, { path, ...at(mask), body });
      expect(error.code).toBe('INVALID_ARGUMENT');
      return error;
    },
  };
}

/** The body that changes members of the line. */
export const ofLine = (lineId: string, members: unknown) => ({ mediationGroupLines: { [lineId]: members } });
