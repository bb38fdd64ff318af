import { expect } from 'vitest';
import { groupToPatch } from './group-to-patch.ts';
import type { Sent, World } from './world.ts';

export const HISTORY = 'accounts.mediationGroups.history';
export const DIFF = 'accounts.mediationGroups.diff';
export const ROLLBACK = 'accounts.mediationGroups.rollback';
export const ARCHIVE = 'accounts.mediationGroups.archive';
export const UNARCHIVE = 'accounts.mediationGroups.unarchive';

/** A group, and functions that change it, read its revisions and roll it back. */
export async function groupWithHistory(world: World, changes: object = {}) {
  const group = await groupToPatch(world, changes);
  const { publisher, path, refused: _, ...rest } = group;
  const at = (query: object) => ({ path, query: query as Readonly<Record<string, string>> });
  const revision = (number: number) =>
    world.call(publisher, 'accounts.mediationGroups.get', at({ revision: String(number) }));
  return {
    ...rest,
    publisher,
    path,
    revision,
    history: (query: object = {}) => world.call(publisher, HISTORY, at(query)),
    diff: (query: object = {}) => world.call(publisher, DIFF, at(query)),
    rollback: (number: number, sent: Sent = {}) =>
      world.call(publisher, ROLLBACK, { path, body: { revision: number }, ...sent }),
    async refusedRollback(body: object, sent: Sent = {}) {
      const error = await world.refused(publisher, ROLLBACK, { path, body, ...sent });
      expect(error.code).toMatch(/^(INVALID_ARGUMENT|FAILED_PRECONDITION|NOT_FOUND|ABORTED)$/);
      return error;
    },
  };
}

interface Etagged {
  readonly etag?: string;
}

/** Everything of a group except its version. */
export function contentOf<Group extends Etagged>({ etag: _, ...content }: Group): Omit<Group, 'etag'> {
  return content;
}
