import SqliteConnection from 'better-sqlite3';
import { timePrefix } from '../../src/storage/time-ordered-ids.ts';

const DAY = 86_400_000;

/** So many entries of the audit log about one group, one each second until today. */
interface StoredLog {
  readonly path: string;
  readonly entries: number;
  readonly publisherId: string;
  /** The resource name of the group. */
  readonly group: string;
}

/** Runs a statement on a SQLite file that no server uses. */
export function fill(path: string, text: string, values: Readonly<Record<string, unknown>>): void {
  const connection = new SqliteConnection(path);
  connection.pragma('synchronous = off');
  connection.pragma('foreign_keys = off');
  connection
    .prepare(`with recursive n(i) as (select 1 union all select i + 1 from n where i < @count) ${text}`)
    .run(values);
  connection.close();
}

/** Writes entries as if a client had changed a group: every second one is a change of a state, with its details. */
export function storeLog({ path, entries, publisherId, group }: StoredLog): void {
  const first = Date.now() - DAY - entries * 1000;
  const values = { count: entries, first, publisherId, group };
  fill(
    path,
    `insert into state_change (change_id, subject, subject_id, event, actor, request_id, operator_id, at, publisher_id, method, details)
    select printf('%0${timePrefix(0).length}d-000000-0000000000000000', @first + i * 1000), 'mediationGroup', @group,
      case i % 2 when 0 then 'update' else 'create' end, 'client', 'request-' || i, 'caller-' || (i % 100), @first + i * 1000,
      @publisherId, 'admob.accounts.mediationGroups.patch', '{"after":{"displayName":"' || i || '"}}' from n`,
    values,
  );
}
