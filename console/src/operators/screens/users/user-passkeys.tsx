import { Headed } from '../../../kit/headed.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin } from '../../api.ts';
import { WordedTable } from '../../parts/worded/worded-list.tsx';
import { UserActions } from './user-actions.tsx';

/** The passkeys of a user: what a lost one is called, and whether there is a second. */
export function UserPasskeys({ user }: { readonly user: AdminResponse<'getUser'> }) {
  const { users: words } = useMessages();
  const query = useAdmin('listUserPasskeys', { user: user.id });
  return (
    <>
      <Headed actions={<UserActions key={user.updateTime} user={user} place="passkeys" />}>
        <h2>{words.secondFactor}</h2>
      </Headed>
      <WordedTable
        method="listUserPasskeys"
        query={query}
        caption={words.secondFactor}
        without={['id']}
        empty={words.noPasskeys}
      />
    </>
  );
}
