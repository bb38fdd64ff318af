import type { AdminResponse, MethodName } from '../../../../../src/admin/contract/index.ts';

export type User = AdminResponse<'getUser'>;

/** Whether the server would do it, and whether there is something to do. */
const OFFERS = {
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

export type UserAction = keyof typeof OFFERS;

/** No person does these to themselves. */
const FOR_OTHERS: readonly UserAction[] = ['disableUser', 'deleteUser'];

/** Whether an action on a user is offered to the person with this id. */
export const isOffered = (action: UserAction, user: User, to: string): boolean =>
  OFFERS[action](user) && !(user.id === to && FOR_OTHERS.includes(action));
