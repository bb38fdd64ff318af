import { type Invitation, issueInvitation, unknownPassword } from '../../accounts/console/index.ts';
import { StatusError } from '../../conventions/status.ts';
import { refuseWithRole } from '../access/own-password.ts';
import { USER_METHODS } from '../contract/users/methods.ts';
import { operation } from '../operation/operation.ts';
import { consoleFor, invitedView, inviting } from './invitation.ts';
import { changeUser, requireOwnAccount, userNamed } from './user.ts';

/** As a new password does, another invitation ends sessions and grants, and forgets failed sign-ins. */
export const inviteUserAgain = operation(USER_METHODS.inviteUserAgain, {
  needs: inviting,
  async run(deps, { user: name }, actor) {
    const found = await deps.store.read((reader) => userNamed(reader, name));
    requireOwnAccount(found);
    if (found.state !== 'active')
      throw new StatusError('USER_DISABLED', 'the user is disabled; diptych users enable comes first');
    refuseWithRole(
      deps,
      found.role,
      'remove it with diptych users role, invite the user again, then set the role again',
    );
    const url = consoleFor(deps, found);
    const passwordHash = await unknownPassword(deps);
    let invitation: Invitation | undefined;
    const view = await changeUser(deps, found.userId, actor, {
      event: 'invite',
      set: (before) => ({ ...before, passwordHash, passwordIsOwn: false }),
      endsGrants: true,
      readmits: true,
      async also(writer, user) {
        invitation = await issueInvitation(writer, deps, user);
      },
    });
    if (invitation === undefined) throw new Error('the change did not invite');
    return invitedView(view, url, invitation);
  },
});
