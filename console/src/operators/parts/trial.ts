import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../frame/session.tsx';
import { type AdminRequest, type AdminResponse, admin, type MethodName } from '../api.ts';

/** What a change would do, by the server (`validateOnly`); nothing is kept. Read anew for every dialog. */
export function useTrial<Name extends MethodName>(name: Name, request: AdminRequest<Name>) {
  const { guarded } = useSession();
  return useQuery<AdminResponse<Name>>({
    queryKey: ['trial', name, request],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: () => guarded(() => admin(name, { ...request, validateOnly: true } as AdminRequest<Name>)),
  });
}
