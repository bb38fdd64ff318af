import { actionCommand } from '../../admin/action-command.ts';
import { ADMIN_METHODS } from '../../methods/index.ts';

const CHANGES = {
  disableUser: 'is disabled',
  enableUser: 'is enabled',
  signOutUser: 'is signed out everywhere',
  deleteUser: 'is deleted',
  resetUserPasskeys: 'has no passkeys now and is signed out everywhere',
} as const;

export const changeUser = (method: keyof typeof CHANGES) =>
  actionCommand({
    method,
    told: ({ email }) => `${email} ${CHANGES[method]}`,
    help: `\nExample:\n  diptych ${ADMIN_METHODS[method].command} ada@example.com`,
  });

export const endSession = () =>
  actionCommand({
    method: 'endConsoleSession',
    told: ({ console, address }, id) => `${id} on the ${console} console from ${address} has ended`,
    help: '\nThe ids are those that users sessions names.\n\nExample:\n  diptych users end-session session-Ab3dE9xQ0zAb3dE9',
  });
