import type { MediationGroupRevision } from '../../../../../src/mediation/contract/index.ts';
import { useAccount } from '../../account.tsx';
import { type Change, listChanges, useRead } from '../../api.ts';
import { revisionOf } from '../../model/revision.ts';

/** The changes that made a page of revisions: with emails and values, where the interface has ids and names of fields only. */
export function useRevisionChanges(resource: string, revisions: readonly MediationGroupRevision[]) {
  const { publisherId: publisher } = useAccount();
  const [newest] = revisions;
  const end = newest?.createTime;
  const pageSize = revisions.length;
  const { data = [] } = useRead<readonly Change[]>(
    ['revisionChanges', resource, end, pageSize],
    async (options) => {
      const endTime = new Date(Date.parse(end ?? '') + 1).toISOString();
      return (await listChanges({ publisher, resource, endTime, pageSize }, options)).changes;
    },
    { enabled: end !== undefined },
  );
  const emails = new Map(data.map(({ subject, email }) => [subject, email]));
  return {
    emailOf: (subject: string) => emails.get(subject),
    changeOf: (revision: number) => data.find(({ after }) => after && revisionOf(after) === revision),
  };
}
