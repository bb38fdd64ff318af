import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../frame/session.tsx';
import { admin } from '../api.ts';

/** Read once for each opening, as every look is written to the audit log; forgotten when the page is left. */
export function useRecord(holderId: string | undefined) {
  const { guarded } = useSession();
  return useQuery({
    // Not by the name of the method: other changes do not read it again.
    queryKey: ['record of', holderId],
    enabled: holderId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ signal }) => guarded(() => admin('getHolderRecord', { id: holderId! }, { signal })),
  });
}
