import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdminAction } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { PublishersField } from '../../parts/publishers-field.tsx';
import { useUndo } from '../../parts/undo.ts';
import { GivenPasswordField, type RoleChoice, RoleField, roleMember } from './user-fields.tsx';

type User = AdminResponse<'getUser'>;

interface Action {
  readonly key: string;
  readonly text: string;
  readonly explanation: string;
  readonly isDanger?: boolean;
  /** Text to type before the action is possible. */
  readonly typed?: string;
  readonly fields?: ReactNode;
  readonly run: () => Promise<unknown>;
}

/** All actions of an administrator on a user. */
export function UserActions({ user }: { readonly user: User }) {
  const { users: words } = useMessages();
  const say = useSay();
  const undo = useUndo();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<string>();
  const [role, setRole] = useState<RoleChoice>(user.role ?? 'none');
  const [password, setPassword] = useState('');
  const [publishers, setPublishers] = useState<readonly string[]>(user.publishers);
  const setUserRole = useAdminAction('setUserRole');
  const changePublishers = useAdminAction('changeUserPublishers');
  const setUserPassword = useAdminAction('setUserPassword');
  const signOut = useAdminAction('signOutUser');
  const disable = useAdminAction('disableUser');
  const enable = useAdminAction('enableUser');
  const resetPasskeys = useAdminAction('resetUserPasskeys');
  const remove = useAdminAction('deleteUser');
  const on = { user: user.id };

  const publisherChange = {
    add: publishers.filter((id) => !user.publishers.includes(id)),
    remove: user.publishers.filter((id) => !publishers.includes(id)),
  };
  const isActive = user.state === 'active';
  const actions: readonly Action[] = [
    {
      key: 'role',
      text: words.setRole,
      explanation: words.setRoleText,
      fields: <RoleField value={role} onChange={setRole} />,
      run: () => setUserRole.mutateAsync({ ...on, ...roleMember(role) }),
    },
    {
      key: 'publishers',
      text: words.setPublishers,
      explanation: words.setPublishersText,
      fields: <PublishersField label={words.publishers} value={publishers} onChange={setPublishers} />,
      run: () => changePublishers.mutateAsync({ ...on, ...publisherChange }),
    },
    {
      key: 'password',
      text: words.setPassword,
      explanation: words.setPasswordText,
      fields: <GivenPasswordField value={password} onChange={setPassword} />,
      run: () => setUserPassword.mutateAsync({ ...on, password }),
    },
    {
      key: 'signOut',
      text: words.signOut,
      explanation: words.signOutText,
      run: () => signOut.mutateAsync(on),
    },
    {
      key: 'passkeys',
      text: words.resetPasskeys,
      explanation: words.resetPasskeysText,
      isDanger: true,
      run: () => resetPasskeys.mutateAsync(on),
    },
    isActive
      ? {
          key: 'disable',
          text: words.disable,
          explanation: words.disableText,
          isDanger: true,
          run: () => disable.mutateAsync(on),
        }
      : {
          key: 'enable',
          text: words.enable,
          explanation: words.enableText,
          run: () => enable.mutateAsync(on),
        },
    {
      key: 'delete',
      text: words.remove,
      explanation: words.removeText,
      isDanger: true,
      typed: user.email,
      run: () => remove.mutateAsync(on),
    },
  ];
  const action = actions.find(({ key }) => key === opened);
  return (
    <>
      <div className="actions">
        {actions.map(({ key, text, isDanger }) => (
          <Button key={key} kind={isDanger ? 'danger' : 'plain'} onClick={() => setOpened(key)}>
            {text}
          </Button>
        ))}
      </div>
      {action && (
        <ActionDialog
          title={action.text}
          text={action.explanation}
          action={action.text}
          {...(action.isDanger && { isDanger: true })}
          {...(action.typed !== undefined && { typed: action.typed })}
          run={action.run as () => Promise<object>}
          onDone={() => {
            if (action.key === 'disable')
              say(
                words.disabled,
                undo(words.enabled, () => enable.mutateAsync(on)),
              );
            else say(words.done);
            if (action.key === 'delete') void navigate({ to: '/users' });
          }}
          onClose={() => setOpened(undefined)}
        >
          {action.fields}
        </ActionDialog>
      )}
    </>
  );
}
