import { adminMethods } from 'virtual:contract';
import {
  keepPreviousData,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { AdminRequest, AdminResponse, MethodName } from '../../../src/admin/registry.ts';
import { type CallOptions, call, isWaiting, type Waiting } from '../api/client.ts';
import { useSession } from '../frame/session.tsx';

export type { AdminRequest, AdminResponse, MethodName };
export { isWaiting };

/** Calls a method of the administration; see `METHODS` of src/admin/registry.ts. @throws ApiError */
export async function admin<Name extends MethodName>(
  name: Name,
  request: AdminRequest<Name>,
  options?: CallOptions,
): Promise<AdminResponse<Name>> {
  const { body } = await call<AdminResponse<Name>>(
    adminMethods[name],
    request as object as Record<string, unknown>,
    options,
  );
  return body;
}

interface ReadOptions {
  /** Milliseconds after which it is read again by itself. */
  readonly every?: number;
  readonly enabled?: boolean;
}

/** Reads by a method that changes nothing. What was read before stays while the next page comes. */
export function useAdmin<Name extends MethodName>(
  name: Name,
  request: AdminRequest<Name>,
  { every, enabled = true }: ReadOptions = {},
) {
  const { guarded } = useSession();
  const queryKey = [name, request] as const;
  const queries = useQueryClient();
  return useQuery<AdminResponse<Name>>({
    queryKey,
    enabled,
    placeholderData: keepPreviousData,
    ...(every !== undefined && { refetchInterval: every }),
    queryFn: ({ signal }) => {
      const background = queries.getQueryData(queryKey) !== undefined;
      return guarded(() => admin(name, request, { background, signal }));
    },
  } as UseQueryOptions<AdminResponse<Name>>);
}

/** Changes something, and reads again what is shown. The answer may be that it waits for a second person. */
export function useAdminAction<Name extends MethodName>(name: Name) {
  const { guarded } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request: AdminRequest<Name>): Promise<AdminResponse<Name> | Waiting> =>
      guarded(() => admin(name, request)),
    onSettled: () => queries.invalidateQueries(),
  });
}

/** The least role that may call a method. */
export const roleFor = (name: MethodName) => adminMethods[name].role;

/** Whether the person may call a method; the server decides. */
export function useMayCall() {
  const { may } = useSession();
  return (name: MethodName) => may(roleFor(name));
}
