import { type Invitation, issueInvitation, unknownPassword } from '../../accounts/console/index.ts';
import type { User } from '../../accounts/ports/entities.ts';
import { StatusError } from '../../conventions/status.ts';
import { refuseWithRole } from '../access/own-password.ts';
import { USER_METHODS } from '../contract/users/methods.ts';
import { operation } from '../operation/operation.ts';
import { consoleFor, invitedView, inviting } from './invitation.ts';
import { changeUser, requireOwnAccount } from './user.ts';

/** As a new password does, another invitation ends sessions and grants, and forgets failed sign-ins. */
export const inviteUserAgain = operation(USER_METHODS.inviteUserAgain, {
  needs: inviting,
  async run(deps, { user: name }, actor) {
    const passwordHash = await unknownPassword(deps);
    const set = (before: User): User => {
      requireOwnAccount(before);
      if (before.state !== 'active')
        throw new StatusError('USER_DISABLED', 'the user is disabled; diptych users enable comes first');
      refuseWithRole(
        deps,
        before.role,
        'remove it with diptych users role, invite the user again, then set the role again',
      );
      return { ...before, passwordHash, passwordIsOwn: false };
    };
    let invited: { readonly url: string; readonly invitation: Invitation } | undefined;
    const view = await changeUser(deps, name, actor, {
      event: 'invite',
      set,
      endsGrants: true,
      readmits: true,
      async also(writer, user) {
        invited = { url: consoleFor(deps, user), invitation: await issueInvitation(writer, deps, user) };
      },
    });
    if (invited === undefined) throw new Error('the change did not invite');
    return invitedView(view, invited.url, invited.invitation);
  },
});
