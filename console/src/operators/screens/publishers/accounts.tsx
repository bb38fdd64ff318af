import { useState } from 'react';
import { useListState } from '../../../frame/list-state.ts';
import { Link } from '../../../frame/navigation.tsx';
import { useRequestedDialog } from '../../../frame/requested-dialog.ts';
import { Button } from '../../../kit/button.tsx';
import { Headed } from '../../../kit/headed.tsx';
import { Id } from '../../../kit/id.tsx';
import { Empty } from '../../../kit/states.tsx';
import type { Column } from '../../../kit/table.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin, useMayCall } from '../../api.ts';
import { WordedDialog } from '../../parts/worded/worded-dialog.tsx';
import { WordedList } from '../../parts/worded/worded-list.tsx';

type Row = AdminResponse<'listPublishers'>['publishers'][number];

/** Publisher accounts; their changes are in the audit log. */
export function Accounts() {
  const { publishers: words } = useMessages();
  const may = useMayCall();
  const [isCreating, setCreating] = useState(false);
  useRequestedDialog(['create'], () => setCreating(true));
  const list = useListState();
  const query = useAdmin('listPublishers', list.page);
  const more: readonly Column<Row>[] = [
    {
      key: 'changes',
      head: words.changesHead,
      cell: ({ id, displayName }) => (
        <Link to="/audit-log" search={{ publisherId: id }} aria-label={words.changesOf(displayName)}>
          {words.changes}
        </Link>
      ),
    },
  ];
  return (
    <>
      <Headed
        actions={
          may('createPublisher') && (
            <Button kind="main" onClick={() => setCreating(true)}>
              {words.create}
            </Button>
          )
        }
      >
        <h2>{words.caption}</h2>
      </Headed>
      <WordedList
        method="listPublishers"
        name="displayName"
        query={query}
        list={list}
        caption={words.caption}
        without={['id']}
        cells={{
          displayName: ({ id, displayName }) => (
            <span className="lines">
              {displayName}
              <span className="soft small">
                <Id value={id} isWhole />
              </span>
            </span>
          ),
        }}
        more={more}
        empty={<Empty title={words.emptyTitle}>{words.emptyText}</Empty>}
      />
      {isCreating && <WordedDialog method="createPublisher" onClose={() => setCreating(false)} />}
    </>
  );
}
