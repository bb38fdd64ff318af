import { Button } from '../../../kit/button.tsx';
import { Headed } from '../../../kit/headed.tsx';
import { Empty, Notice } from '../../../kit/states.tsx';
import { Table } from '../../../kit/table.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { AdminResponse } from '../../api.ts';
import { useColumns } from '../../parts/worded/columns.tsx';
import { HOLDER_COLUMNS } from './cells.tsx';

interface FoundProps {
  readonly answer: AdminResponse<'searchHolders'>;
  readonly onClear: () => void;
}

/** The most holders that the server returns. */
const MOST = 20;

export function FoundHolders({ answer: { holders, isComplete }, onClear }: FoundProps) {
  const { holders: words } = useMessages();
  const columns = useColumns('listHolders', HOLDER_COLUMNS);
  return (
    <section className="stack">
      <Headed actions={<Button onClick={onClear}>{words.clearSearch}</Button>}>
        <h2 role="status">{words.found(holders.length)}</h2>
      </Headed>
      {!isComplete && <Notice kind="care">{words.incomplete}</Notice>}
      {holders.length === 0 ? (
        <Empty title={words.found(0)}>{words.foundNone}</Empty>
      ) : (
        <Table caption={words.caption} columns={columns} rows={holders} rowKey={({ id }) => id} />
      )}
      {holders.length === MOST && <p className="soft">{words.foundMost}</p>}
    </section>
  );
}
