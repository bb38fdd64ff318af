import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSession } from '../../frame/session.tsx';
import { type AdminResponse, admin } from '../api.ts';

export type RecordAnswer = AdminResponse<'getHolderRecord'>;

type Guarded = ReturnType<typeof useSession>['guarded'];

/** How long a record is kept that is read before its page opens, or after the page was left. */
const KEPT = 10_000;

/**
 * The record is read once per visit of the page, because every view is written to the audit log. It is discarded soon after
 * the page is left.
 */
export const recordOf = (holderId: string | undefined, guarded: Guarded) =>
  queryOptions({
    // The key is not a method name, so that changes do not read the record again.
    queryKey: ['record of', holderId],
    enabled: holderId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT,
    queryFn: ({ signal }) => guarded(() => admin('getHolderRecord', { id: holderId! }, { signal })),
  });

export function useRecord(holderId: string | undefined) {
  const { guarded } = useSession();
  return useQuery(recordOf(holderId, guarded));
}
