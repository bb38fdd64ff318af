import { Loaded } from '../../../kit/states.tsx';
import { Table } from '../../../kit/table.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdmin } from '../../api.ts';
import { useCredentialColumns } from '../credentials/columns.tsx';

export function HolderCredentials({ id }: { readonly id: string }) {
  const { holder: words } = useMessages();
  const query = useAdmin('listCredentials', { holderId: id, orderBy: 'createTime desc' });
  const columns = useCredentialColumns(['holder']);
  return (
    <Loaded query={query}>
      {({ credentials }) =>
        credentials.length === 0 ? (
          <p className="soft">{words.noCredentials}</p>
        ) : (
          <Table
            caption={words.tabs.credentials}
            columns={columns}
            rows={credentials}
            rowKey={(one) => one.id}
          />
        )
      }
    </Loaded>
  );
}
