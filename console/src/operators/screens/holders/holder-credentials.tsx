import { useMessages } from '../../../messages/index.ts';
import { useAdmin } from '../../api.ts';
import { IdLink } from '../../parts/id-link.tsx';
import { WordedTable } from '../../parts/worded/worded-list.tsx';
import { CREDENTIAL_CELLS } from '../credentials/state-cell.tsx';

interface HolderCredentialsProps {
  readonly id: string;
  readonly documentType: string;
}

export function HolderCredentials({ id, documentType }: HolderCredentialsProps) {
  const { holder: words } = useMessages();
  const query = useAdmin('listCredentials', { holderId: id, orderBy: 'createTime desc' });
  return (
    <WordedTable
      method="listCredentials"
      query={query}
      caption={words.tabs.credentials}
      without={['holderId']}
      cells={{
        ...CREDENTIAL_CELLS,
        id: (row) => <IdLink to="credential" id={row.id} owner={id} documentType={documentType} />,
      }}
      empty={words.noCredentials}
    />
  );
}
