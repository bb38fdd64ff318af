import { useState } from 'react';
import { useListState } from '../../../frame/list-state.ts';
import { Button } from '../../../kit/button.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Id } from '../../../kit/id.tsx';
import { Empty } from '../../../kit/states.tsx';
import type { Column } from '../../../kit/table.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin, useMayCall } from '../../api.ts';
import { useKnownNames } from '../../parts/people/known-names.ts';
import { useHolderName } from '../../parts/people/names.ts';
import { Person } from '../../parts/people/person.tsx';
import { rowKind } from '../../parts/row-kind.ts';
import { useHeading } from '../../parts/worded/columns.tsx';
import { WordedDialog } from '../../parts/worded/worded-dialog.tsx';
import { WordedList } from '../../parts/worded/worded-list.tsx';

type Row = AdminResponse<'listSilentDevices'>['devices'][number];

/** Devices with a credential that fetched no MSOs for so long that none of theirs is valid. */
export function SilentDevices() {
  const { common, devices } = useMessages();
  const words = devices.silent;
  const may = useMayCall();
  const list = useListState();
  const query = useAdmin('listSilentDevices', list.page);
  const names = useKnownNames();
  const [released, setReleased] = useState<Row>();
  const more: readonly Column<Row>[] = [
    {
      key: 'actions',
      head: common.actions,
      cell: (row) =>
        may('releaseDevice') && (
          <div className="actions row-actions">
            <Button
              kind={rowKind('releaseDevice')}
              aria-label={words.releaseOf(names.get(row.holderId) ?? row.id)}
              onClick={() => setReleased(row)}
            >
              {words.release}
            </Button>
          </div>
        ),
    },
  ];
  return (
    <>
      <p className="soft">{words.lead}</p>
      <WordedList
        method="listSilentDevices"
        query={query}
        list={list}
        caption={words.caption}
        more={more}
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
  const { devices: words, parts } = useMessages();
  const heading = useHeading('listSilentDevices');
  const name = useHolderName(holderId);
  return (
    <WordedDialog
      method="releaseDevice"
      on={{ id }}
      named={name && parts.acts(words.silent.release, words.of(name))}
      onClose={onClose}
    >
      <Facts
        facts={[
          [heading('id'), <Id key="id" value={id} />],
          [heading('holderId'), <Person key="holder" id={holderId} />],
          [heading('silentDays'), silentDays],
        ]}
      />
    </WordedDialog>
  );
}
