import type { Invitation } from '../../accounts/console/index.ts';
import type { User } from '../../accounts/ports/entities.ts';
import { isoTime } from '../../conventions/json-schema.ts';
import { StatusError } from '../../conventions/status.ts';
import type { AdminResponse } from '../contract/index.ts';
import type { UserView } from '../contract/users/methods.ts';
import type { OperationDeps } from '../operation/deps.ts';

/** What the methods for invitations need: the accounts, and the addresses of the consoles. */
export const inviting = ({ accounts, console: address }: OperationDeps) => ({ ...accounts, address });

/** The console in which the user works; the other one, if the server does not have it. @throws StatusError CONSOLE_OFF */
export function consoleFor({ address }: ReturnType<typeof inviting>, { role }: Pick<User, 'role'>): string {
  const [operators, mediation] = [address.url(), address.mediationUrl()];
  const url = role === undefined ? (mediation ?? operators) : (operators ?? mediation);
  if (url !== undefined) return url;
  throw new StatusError('CONSOLE_OFF', 'the consoles are off (console.enabled), so nobody can be invited');
}

/** The code is in the fragment of the address, which browsers do not send and servers do not log. */
export const invitedView = (
  user: UserView,
  url: string,
  { code, expiresAt }: Invitation,
): AdminResponse<'inviteUser'> => ({
  user: { ...user, invitedUntilTime: isoTime(expiresAt) },
  url: `${url}#invitation=${code}`,
  expireTime: isoTime(expiresAt),
});
