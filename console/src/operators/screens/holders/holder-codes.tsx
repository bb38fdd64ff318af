import { useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import type { Column } from '../../../kit/table.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin, useMayCall } from '../../api.ts';
import { rowKind } from '../../parts/row-kind.ts';
import { WordedDialog } from '../../parts/worded/worded-dialog.tsx';
import { WordedTable } from '../../parts/worded/worded-list.tsx';

type Row = AdminResponse<'listCodes'>['codes'][number];

export function HolderCodes({ id }: { readonly id: string }) {
  const { common, holder: words } = useMessages();
  const may = useMayCall();
  const query = useAdmin('listCodes', { holderId: id, orderBy: 'createTime desc' });
  const [revoked, setRevoked] = useState<string>();
  const action: Column<Row> = {
    key: 'action',
    head: common.actions,
    cell: (row) =>
      row.state === 'open' &&
      may('revokeCode') && (
        <Button kind={rowKind('revokeCode')} onClick={() => setRevoked(row.id)}>
          {words.revokeCode}
        </Button>
      ),
  };
  return (
    <>
      <WordedTable
        method="listCodes"
        query={query}
        caption={words.tabs.codes}
        without={['holderId']}
        more={[action]}
        empty={words.noCodes}
      />
      {revoked !== undefined && (
        <WordedDialog method="revokeCode" on={{ id: revoked }} onClose={() => setRevoked(undefined)} />
      )}
    </>
  );
}
