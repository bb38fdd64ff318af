import { useMessages } from '../../../messages/index.ts';
import { useAdmin } from '../../api.ts';
import { WordedTable } from '../../parts/worded/worded-list.tsx';

/** The passkeys of a user: what a lost one is called, and whether there is a second. */
export function UserPasskeys({ user }: { readonly user: string }) {
  const { users: words } = useMessages();
  const query = useAdmin('listUserPasskeys', { user });
  return (
    <>
      <h2>{words.secondFactor}</h2>
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
