import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../frame/session.tsx';
import { admin } from '../api.ts';

/**
 * The record is read once per visit of the page, because every view is written to the audit log. It is discarded when
 * the page is left.
 */
export function useRecord(holderId: string | undefined) {
  const { guarded } = useSession();
  return useQuery({
    // The key is not a method name, so that changes do not read the record again.
    queryKey: ['record of', holderId],
    enabled: holderId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ signal }) => guarded(() => admin('getHolderRecord', { id: holderId! }, { signal })),
  });
}
