import type { AdminResponse, MethodName } from '../../../../../src/admin/contract/index.ts';

export type User = AdminResponse<'getUser'>;

/** No person does these to themselves. */
export const isForOthers = (action: string): boolean => action === 'disableUser' || action === 'deleteUser';

/** Whether the server would do it, and whether there is something to do. */
export const IS_OFFERED = {
  setUserRole: ({ state, organisation }) => state !== 'deleted' && !organisation,
  changeUserPublishers: ({ state, organisation }) => state !== 'deleted' && !organisation,
  inviteUserAgain: ({ state, organisation }) => state === 'active' && !organisation,
  enableUser: ({ state }) => state !== 'active',
  disableUser: ({ state }) => state === 'active',
  deleteUser: ({ state }) => state !== 'deleted',
  resetUserPasskeys: ({ passkeys }) => passkeys !== undefined && passkeys > 0,
  // It also ends what the user allowed applications, which no list has.
  signOutUser: ({ state, lastSeenTime }) => state === 'active' && lastSeenTime !== undefined,
} as const satisfies { readonly [Name in MethodName]?: (user: User) => boolean };
