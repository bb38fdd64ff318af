import { emailName } from '../../../../../src/admin/contract/audit-log/email-name.ts';
import { authorName } from '../../../../../src/admin/contract/audit-log/sentences.ts';
import { useAdmin, useMayCall } from '../../api.ts';

interface Row {
  readonly operatorId?: string;
  readonly operatorName?: string;
}

/** The names of the authors of these rows and, for administrators, of all users. */
export function useAuthors(rows: readonly Row[], isAsked: boolean): ReadonlyMap<string, string> {
  const may = useMayCall()('listUsers');
  const { data } = useAdmin('listUsers', { pageSize: 200 }, { enabled: may && isAsked });
  const users = (data?.users ?? []).map(({ id, email }) => [id, emailName(email)] as const);
  const shown = rows.flatMap((row) =>
    row.operatorId === undefined
      ? []
      : [[row.operatorId, authorName({ actor: 'operator', ...row })] as const],
  );
  return new Map([...users, ...shown]);
}
