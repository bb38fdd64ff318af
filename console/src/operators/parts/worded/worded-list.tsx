import type { RowOf } from '../../../../../src/admin/contract/words.ts';
import { Loaded } from '../../../kit/states.tsx';
import { Table } from '../../../kit/table.tsx';
import type { AdminResponse, MethodName } from '../../api.ts';
import { ListBody, type ListBodyProps } from '../list-body.tsx';
import { type ColumnChanges, rowsIn, useColumns } from './columns.tsx';

type Page<Name extends MethodName> = AdminResponse<Name> & { nextPageToken?: string | undefined };
type BodyProps<Name extends MethodName> = ListBodyProps<Page<Name>, RowOf<Name>>;

interface WordedListProps<Name extends MethodName>
  extends Omit<BodyProps<Name>, 'rowsOf' | 'columns' | 'rowKey'>,
    ColumnChanges<Name> {
  readonly method: Name;
  readonly rowKey?: (row: RowOf<Name>) => string;
}

const idOf = (row: unknown) => (row as { readonly id: string }).id;

/** A list with pages; its columns come from the words of the contract. */
export function WordedList<Name extends MethodName>(props: WordedListProps<Name>) {
  const { method, name, without, cells, extra, first, more, rowKey = idOf, ...rest } = props;
  const columns = useColumns(method, {
    ...(name && { name }),
    ...(without && { without }),
    ...(cells && { cells }),
    ...(extra && { extra }),
    ...(first && { first }),
    ...(more && { more }),
  });
  return (
    <ListBody
      {...(rest as BodyProps<Name>)}
      columns={columns}
      rowsOf={(answer) => rowsIn(method, answer)}
      rowKey={rowKey}
    />
  );
}

interface WordedTableProps<Name extends MethodName> extends ColumnChanges<Name> {
  readonly method: Name;
  readonly query: Parameters<typeof Loaded<AdminResponse<Name>>>[0]['query'];
  readonly caption: string;
  /** Shown in place of an empty table. */
  readonly empty: string;
  readonly rowKey?: (row: RowOf<Name>) => string;
}

/** A list inside of a page, without pages of its own. */
export function WordedTable<Name extends MethodName>(props: WordedTableProps<Name>) {
  const { method, query, caption, empty, rowKey = idOf, ...changes } = props;
  const columns = useColumns<Name>(method, changes);
  return (
    <Loaded query={query}>
      {(answer) => {
        const rows = rowsIn(method, answer as object);
        if (rows.length === 0) return <p className="soft">{empty}</p>;
        return <Table caption={caption} columns={columns} rows={rows} rowKey={rowKey} />;
      }}
    </Loaded>
  );
}
