import { useMessages } from '../../../messages/index.ts';
import { useAdmin } from '../../api.ts';
import { WordedTable } from '../../parts/worded/worded-list.tsx';
import { CREDENTIAL_CELLS } from '../credentials/state-cell.tsx';

export function HolderCredentials({ id }: { readonly id: string }) {
  const { holder: words } = useMessages();
  const query = useAdmin('listCredentials', { holderId: id, orderBy: 'createTime desc' });
  return (
    <WordedTable
      method="listCredentials"
      query={query}
      caption={words.tabs.credentials}
      without={['holderId']}
      cells={CREDENTIAL_CELLS}
      empty={words.noCredentials}
    />
  );
}
