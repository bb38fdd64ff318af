import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../frame/session.tsx';
import { type AdminRequest, type AdminResponse, admin, type MethodName } from '../api.ts';

/** The result of a dry run (`validateOnly`). Each dialog makes its own. */
export function useTrial<Name extends MethodName>(name: Name, request: AdminRequest<Name>) {
  const { guarded } = useSession();
  return useQuery<AdminResponse<Name>>({
    queryKey: ['trial', name, request],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // Once it was answered, it is not made again: not after the action either, which would have another answer then.
    enabled: ({ state }) => state.data === undefined,
    queryFn: () => guarded(() => admin(name, { ...request, validateOnly: true } as AdminRequest<Name>)),
  });
}
