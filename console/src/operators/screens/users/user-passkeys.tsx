import { isInvited } from '../../../../../src/admin/contract/explained/invited.ts';
import { Headed } from '../../../kit/headed.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdmin } from '../../api.ts';
import { useHeading } from '../../parts/worded/columns.tsx';
import { WordedTable } from '../../parts/worded/worded-list.tsx';
import { UserActions, type UserActionsProps } from './user-actions.tsx';

/** The passkeys of a user: what a lost one is called, and whether there is a second. */
export function UserPasskeys({ user, onInvited }: Omit<UserActionsProps, 'place'>) {
  const { users: words } = useMessages();
  const heading = useHeading('listUsers');
  const query = useAdmin('listUserPasskeys', { user: user.id });
  return (
    <>
      <Headed
        actions={<UserActions key={user.updateTime} user={user} place="signIn" onInvited={onInvited} />}
      >
        <h2>{words.signIn}</h2>
      </Headed>
      <WordedTable
        method="listUserPasskeys"
        query={query}
        caption={heading('passkeys')}
        without={['id']}
        empty={isInvited(user) ? words.noneBeforeInvitation : words.noPasskeys}
      />
    </>
  );
}
