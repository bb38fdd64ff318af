import { useState } from 'react';
import { Badge } from '../../../kit/badge.tsx';
import { Button } from '../../../kit/button.tsx';
import { Checkbox } from '../../../kit/field.tsx';
import { Id } from '../../../kit/id.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { Loaded } from '../../../kit/states.tsx';
import { type Column, Table } from '../../../kit/table.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin, useAdminAction, useMayCall } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';

type Row = AdminResponse<'listOAuthKeys'>['keys'][number];

function RotateTokens({ onClose }: { readonly onClose: () => void }) {
  const { keys: words } = useMessages();
  const say = useSay();
  const { mutateAsync } = useAdminAction('rotateOAuthKeys');
  const [compromised, setCompromised] = useState(false);
  return (
    <ActionDialog
      title={words.rotateTokens}
      text={words.rotateTokensText}
      action={words.rotateTokens}
      isDanger={compromised}
      run={() => mutateAsync(compromised ? { compromised } : {})}
      onDone={() => say(words.tokensRotated)}
      onClose={onClose}
    >
      <Checkbox label={words.compromised} isChecked={compromised} onChange={setCompromised} />
    </ActionDialog>
  );
}

/** Keys of the authorization server. */
export function TokenKeys() {
  const { keys: words } = useMessages();
  const query = useAdmin('listOAuthKeys', {});
  const may = useMayCall();
  const [isOpen, setOpen] = useState(false);
  const columns: readonly Column<Row>[] = [
    { key: 'id', head: words.columns.key, cell: ({ id }) => <Id value={id} /> },
    {
      key: 'stage',
      head: words.columns.stage,
      cell: ({ stage }) => (
        <Badge tone={stage === 'active' ? 'good' : stage === 'next' ? 'main' : 'plain'}>
          {words.stages[stage]}
        </Badge>
      ),
    },
    { key: 'made', head: words.created, cell: ({ createTime }) => <Time at={createTime} /> },
    { key: 'signs', head: words.signsFrom, cell: ({ activeTime }) => <Time at={activeTime} isRelative /> },
  ];
  return (
    <>
      <p className="soft">{words.tokensLead}</p>
      <Loaded query={query}>
        {({ keys }) => (
          <Table caption={words.tokensCaption} columns={columns} rows={keys} rowKey={({ id }) => id} />
        )}
      </Loaded>
      {may('rotateOAuthKeys') && (
        <div className="actions">
          <Button onClick={() => setOpen(true)}>{words.rotateTokens}</Button>
        </div>
      )}
      {isOpen && <RotateTokens onClose={() => setOpen(false)} />}
    </>
  );
}
