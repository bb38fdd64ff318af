import { useState } from 'react';
import { type PageAt, pages } from '../../../../src/client/pages.ts';
import { useSession } from '../../frame/session.tsx';
import { Button } from '../../kit/button.tsx';
import { csvText } from '../../kit/csv.ts';
import { download } from '../../kit/download.ts';
import { useSay } from '../../kit/messages.tsx';
import { useMessages } from '../../messages/index.ts';
import { type AdminRequest, type AdminResponse, admin, type MethodName } from '../api.ts';

/** The API returns at most a thousand rows per page. The export is limited by the memory of the browser. */
const PAGE = 1000;
const MOST = 50_000;

interface ExportProps<Name extends MethodName, Row> {
  readonly method: Name;
  /** What the list shows now; without rows there is nothing to export. */
  readonly shown: AdminResponse<Name> | undefined;
  /** The filters of the list, without page token. */
  readonly request: AdminRequest<Name>;
  readonly rowsOf: (answer: AdminResponse<Name>) => readonly Row[];
  readonly file: string;
  /** Members of a row, or names with functions of the row. */
  readonly columns: readonly ((keyof Row & string) | readonly [name: string, cell: (row: Row) => unknown])[];
}

/** Saves the filtered list as CSV, all pages of it. */
export function ExportButton<Name extends MethodName, Row>(props: ExportProps<Name, Row>) {
  const { method, shown, request, rowsOf, file, columns } = props;
  const { common, parts: words } = useMessages();
  const { guarded } = useSession();
  const say = useSay();
  const [count, setCount] = useState<number>();
  const run = async () => {
    const rows: Row[] = [];
    const read = (at: PageAt) =>
      guarded(() => admin(method, { ...request, pageSize: PAGE, ...at } as AdminRequest<Name>));
    let isCut = false;
    setCount(0);
    try {
      for await (const answer of pages(read)) {
        rows.push(...rowsOf(answer));
        setCount(rows.length);
        isCut = rows.length >= MOST && 'nextPageToken' in answer;
        if (isCut) break;
      }
      download(
        file,
        csvText(
          columns.map((column) => (typeof column === 'string' ? column : column[0])),
          rows.map((row) =>
            columns.map((column) => (typeof column === 'string' ? row[column] : column[1](row))),
          ),
        ),
      );
      say(isCut ? words.exportedFirst(rows.length) : words.exported(rows.length));
    } catch (error) {
      say(words.exportFailed(error instanceof Error ? error.message : String(error)));
    } finally {
      setCount(undefined);
    }
  };
  const isEmpty = shown !== undefined && rowsOf(shown).length === 0;
  return (
    <Button onClick={run} isBusy={count !== undefined} disabled={isEmpty}>
      {count === undefined || count === 0 ? common.exportCsv : words.exporting(count)}
    </Button>
  );
}
