import type { MediationGroupRevision } from '../../../../../src/mediation/contract/index.ts';
import { useAccount } from '../../account.tsx';
import { listChanges, useRead } from '../../api.ts';

/** Emails of the authors of a page of revisions: the interface has ids only, the list of changes adds the emails. */
export function useEmails(
  resource: string,
  revisions: readonly MediationGroupRevision[],
): ReadonlyMap<string, string> {
  const { publisherId: publisher } = useAccount();
  const [newest] = revisions;
  const end = newest?.createTime;
  const pageSize = revisions.length;
  const { data = [] } = useRead(
    ['emails', resource, end, pageSize],
    async (options) => {
      const endTime = new Date(Date.parse(end ?? '') + 1).toISOString();
      const asked = { publisher, resource, endTime, pageSize, view: 'basic' } as const;
      return (await listChanges(asked, options)).changes;
    },
    { enabled: end !== undefined },
  );
  return new Map(data.flatMap(({ subject, email }) => (email === undefined ? [] : [[subject, email]])));
}
