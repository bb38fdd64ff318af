import { issueInvitation, unknownPassword } from '../../accounts/console/index.ts';
import { refuseWithRole } from '../access/own-password.ts';
import { USER_METHODS } from '../contract/users/methods.ts';
import { operation } from '../operation/operation.ts';
import { consoleFor, invitedView, inviting } from './invitation.ts';
import { createdUser } from './new-user.ts';
import { userView } from './user.ts';

/** The administrator could use the address, so a role may need a second person first. */
export const inviteUser = operation(USER_METHODS.inviteUser, {
  needs: inviting,
  async run(deps, request, actor) {
    const remedy = 'invite the user without a role, then set it with diptych users role';
    refuseWithRole(deps, request.role, remedy);
    const url = consoleFor(deps, request);
    const passwordHash = () => unknownPassword(deps);
    const { user, also: invitation } = await createdUser(
      deps,
      { ...request, passwordHash },
      actor,
      async (writer, created) => {
        const line = { subject: 'user', subjectId: created.userId, event: 'invite' } as const;
        await writer.record({ ...line, actor, at: created.createdAt });
        return issueInvitation(writer, deps, created);
      },
    );
    return invitedView(userView(user), url, invitation);
  },
});
