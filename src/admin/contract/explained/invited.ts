import type { UserView } from '../users/methods.ts';

/** Whether a user was invited and has not accepted yet. */
export const isInvited = ({
  state,
  invitedUntilTime,
}: Pick<UserView, 'state' | 'invitedUntilTime'>): boolean =>
  state === 'active' && invitedUntilTime !== undefined;
