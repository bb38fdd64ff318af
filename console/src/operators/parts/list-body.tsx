import '../../styles/parts.css';
import type { ReactNode } from 'react';
import { useColumnChoice } from '../../frame/column-choice.tsx';
import { NoRows } from '../../frame/list-filters.tsx';
import type { useListState } from '../../frame/list-state.ts';
import { Pager } from '../../kit/pager.tsx';
import { Loaded } from '../../kit/states.tsx';
import { type Column, Table } from '../../kit/table.tsx';
import { useMessages } from '../../messages/index.ts';

type TableProps<Row> = Parameters<typeof Table<Row>>[0];

export interface ListBodyProps<Answer, Row> {
  readonly query: Parameters<typeof Loaded<Answer>>[0]['query'];
  readonly list: ReturnType<typeof useListState>;
  readonly rowsOf: (answer: Answer) => readonly Row[];
  readonly caption: string;
  readonly columns?: readonly Column<Row>[];
  /** Shows the rows in place of a table. */
  readonly body?: (rows: readonly Row[]) => ReactNode;
  readonly rowKey: (row: Row) => string;
  readonly choice?: TableProps<Row>['choice'];
  /** Shown if the list is empty without filters. */
  readonly empty: ReactNode;
}

const NO_COLUMNS: readonly never[] = [];

/** A list with its pager, or the reason why it is empty. */
export function ListBody<Answer extends { nextPageToken?: string | undefined }, Row>(
  props: ListBodyProps<Answer, Row>,
) {
  const { query, list, rowsOf, empty, caption, rowKey, choice, body } = props;
  const { columns, choice: columnChoice } = useColumnChoice(props.columns ?? NO_COLUMNS);
  const { parts: words } = useMessages();
  return (
    <Loaded query={query}>
      {(answer) => {
        const rows = rowsOf(answer);
        if (rows.length === 0 && list.pageToken === undefined && answer.nextPageToken === undefined)
          return <NoRows>{empty}</NoRows>;
        return (
          <>
            {!body && columnChoice}
            {rows.length === 0 ? (
              <p className="soft">{words.noOtherPage}</p>
            ) : body ? (
              body(rows)
            ) : (
              <Table
                caption={caption}
                columns={columns}
                rows={rows}
                rowKey={rowKey}
                {...(choice && { choice })}
              />
            )}
            <Pager {...list.pager(answer.nextPageToken)} />
          </>
        );
      }}
    </Loaded>
  );
}
