import { useState } from 'react';
import { useListState } from '../../../frame/list-state.ts';
import { Button } from '../../../kit/button.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Id } from '../../../kit/id.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { Empty } from '../../../kit/states.tsx';
import type { Column } from '../../../kit/table.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin, useAdminAction, useMayCall } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { IdLink } from '../../parts/id-link.tsx';
import { ListBody } from '../../parts/list-body.tsx';

type Row = AdminResponse<'listSilentDevices'>['devices'][number];

/** Devices with a credential that fetched no MSOs for so long that none of theirs is valid. */
export function SilentDevices() {
  const { devices } = useMessages();
  const words = devices.silent;
  const may = useMayCall();
  const list = useListState();
  const query = useAdmin('listSilentDevices', list.page);
  const [released, setReleased] = useState<Row>();
  const columns: readonly Column<Row>[] = [
    { key: 'id', head: devices.columns.id, cell: ({ id }) => <IdLink to="device" id={id} /> },
    { key: 'holder', head: words.holder, cell: ({ holderId }) => <IdLink to="holder" id={holderId} /> },
    {
      key: 'credential',
      head: devices.columns.credential,
      cell: ({ credentialId }) => <IdLink to="credential" id={credentialId} />,
    },
    { key: 'since', head: words.since, cell: ({ lastTime }) => <Time at={lastTime} /> },
    { key: 'days', head: words.days, cell: ({ silentDays }) => silentDays },
    {
      key: 'actions',
      head: words.actions,
      cell: (row) =>
        may('releaseDevice') && (
          <div className="actions row-actions">
            <Button kind="quiet" aria-label={words.releaseOf(row.id)} onClick={() => setReleased(row)}>
              {words.release}
            </Button>
          </div>
        ),
    },
  ];
  return (
    <>
      <p className="soft">{words.lead}</p>
      <ListBody
        query={query}
        // The tab is no filter that could be cleared.
        list={{ ...list, filters: {} }}
        rowsOf={(answer) => answer.devices}
        caption={words.caption}
        columns={columns}
        rowKey={({ credentialId }) => credentialId}
        empty={<Empty title={words.emptyTitle}>{words.emptyText}</Empty>}
      />
      {released && <Release device={released} onClose={() => setReleased(undefined)} />}
    </>
  );
}

interface ReleaseProps {
  readonly device: Row;
  readonly onClose: () => void;
}

function Release({ device: { id, holderId, silentDays }, onClose }: ReleaseProps) {
  const { devices } = useMessages();
  const words = devices.silent;
  const say = useSay();
  const { mutateAsync } = useAdminAction('releaseDevice');
  return (
    <ActionDialog
      title={words.releaseTitle}
      text={words.releaseText}
      action={words.releaseAction}
      isDanger
      run={() => mutateAsync({ id })}
      onDone={() => say(words.released)}
      onClose={onClose}
    >
      <Facts
        facts={[
          [devices.columns.id, <Id key="id" value={id} />],
          [words.holder, <Id key="holder" value={holderId} />],
          [words.days, silentDays],
        ]}
      />
    </ActionDialog>
  );
}
