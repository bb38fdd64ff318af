import { adminMethods } from 'virtual:contract';
import { useState } from 'react';
import { emailName } from '../../../../../src/admin/contract/audit-log/email-name.ts';
import { isInvited } from '../../../../../src/admin/contract/explained/invited.ts';
import { useNavigate } from '../../../frame/navigation.tsx';
import { useRequestedDialog } from '../../../frame/requested-dialog.ts';
import { useSession } from '../../../frame/session.tsx';
import { Button } from '../../../kit/button.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdminAction, useHasMethod } from '../../api.ts';
import { useUndo } from '../../parts/undo.ts';
import { useActionName, WordedDialog } from '../../parts/worded/worded-dialog.tsx';
import { ChangePublishers } from './change-publishers.tsx';
import { isOffered, type User, type UserAction } from './user-offers.ts';

/** Where an action is. Final ones, which are red, are last. */
const PLACES = {
  user: ['setUserRole', 'changeUserPublishers', 'enableUser', 'disableUser', 'deleteUser'],
  signIn: ['inviteUserAgain', 'resetUserPasskeys'],
  sessions: ['signOutUser'],
} as const satisfies Readonly<Record<string, readonly UserAction[]>>;
type Place = keyof typeof PLACES;

/** A user who has not accepted the invitation is waited for: another one is the first action. */
function actionsOf(place: Place, isWaiting: boolean): readonly UserAction[] {
  if (!isWaiting || place === 'sessions') return PLACES[place];
  return place === 'user' ? ['inviteUserAgain', ...PLACES.user] : [];
}

function kindOf(action: UserAction, place: Place) {
  if (adminMethods[action].final) return 'danger';
  return action === 'inviteUserAgain' && place === 'user' ? 'main' : 'plain';
}

export interface UserActionsProps {
  readonly user: User;
  readonly place: Place;
  /** Another invitation was made; its address is shown by the page, which stays when the user changes. */
  readonly onInvited?: ((invited: AdminResponse<'inviteUserAgain'>) => void) | undefined;
}

/** The actions of an administrator on a user, or on a part of one. */
export function UserActions({ user, place, onInvited }: UserActionsProps) {
  const { users: words, parts } = useMessages();
  const say = useSay();
  const undo = useUndo();
  const navigate = useNavigate();
  const nameOf = useActionName();
  const enable = useAdminAction('enableUser');
  const [opened, setOpened] = useState<UserAction>();
  const { id: reader } = useSession().session.person;
  const has = useHasMethod();
  const isOfferedHere = (action: UserAction) => has(action) && isOffered(action, user, reader);
  const actions = actionsOf(place, isInvited(user));
  useRequestedDialog<UserAction>(actions, setOpened, isOfferedHere);
  /** A user who can sign in already is not invited again. */
  const nameHere = (action: UserAction) =>
    action === 'inviteUserAgain' && !isInvited(user) ? words.newLink : undefined;
  const close = () => setOpened(undefined);
  const on = { user: user.id };
  /** The name of an action that says nothing of whom it acts on. */
  const named = opened && parts.acts(nameOf(opened), emailName(user.email));
  return (
    <>
      {actions.filter(isOfferedHere).map((action) => (
        <Button key={action} kind={kindOf(action, place)} onClick={() => setOpened(action)}>
          {nameHere(action) ?? nameOf(action)}
        </Button>
      ))}
      {opened === 'changeUserPublishers' && <ChangePublishers user={user} onClose={close} />}
      {opened === 'disableUser' && (
        <WordedDialog
          method="disableUser"
          named={named}
          on={on}
          onDone={() =>
            say(
              words.disabled,
              undo(words.enabled, () => enable.mutateAsync(on)),
            )
          }
          onClose={close}
        />
      )}
      {opened !== undefined && opened !== 'changeUserPublishers' && opened !== 'disableUser' && (
        <WordedDialog
          key={opened}
          method={opened}
          name={nameHere(opened)}
          named={opened === 'deleteUser' && named}
          effect={opened === 'inviteUserAgain' && isInvited(user) ? words.againText : undefined}
          on={on}
          first={{ role: user.role ?? 'none' }}
          {...(opened === 'deleteUser' && { typed: user.email.split('@')[0] ?? user.email })}
          {...(opened === 'inviteUserAgain' && {
            onDone: (answer: object) => onInvited?.(answer as AdminResponse<'inviteUserAgain'>),
          })}
          after={() => {
            if (opened === 'deleteUser') void navigate({ to: '/users' });
          }}
          onClose={close}
        />
      )}
    </>
  );
}
