import { type Column, Table } from '../../../../kit/table.tsx';
import { holdersImport } from '../../../../messages/holders-import.ts';
import { useWords } from '../../../../messages/index.ts';
import { IdLink } from '../../../parts/id-link.tsx';
import type { Change, Job } from './job.ts';

/** Lists the elements of each holder that would change. */
export function Changes({ job: { changes, moreChanges } }: { readonly job: Job }) {
  const words = useWords(holdersImport);
  if (changes.length === 0) return null;
  const heads = words.changeColumns;
  const columns: readonly Column<Change>[] = [
    { key: 'row', head: heads.row, cell: ({ row }) => row, isNumber: true },
    { key: 'holder', head: heads.holder, cell: ({ id }) => <IdLink to="holder" id={id} /> },
    { key: 'elements', head: heads.elements, cell: ({ elements }) => <code>{elements.join(', ')}</code> },
  ];
  return (
    <section className="stack">
      <div>
        <h2>{words.changes}</h2>
        <p className="soft">{words.changesText}</p>
      </div>
      <Table caption={words.changes} columns={columns} rows={changes} rowKey={({ id }) => id} />
      {moreChanges > 0 && <p className="soft">{words.more(moreChanges)}</p>}
    </section>
  );
}
