import { adminMethods } from 'virtual:contract';
import {
  keepPreviousData,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { AdminRequest, AdminResponse, MethodName } from '../../../src/admin/contract/index.ts';
import { type CallOptions, call, isWaiting, type Waiting } from '../api/client.ts';
import { useSession } from '../frame/session.tsx';

export type { AdminRequest, AdminResponse, MethodName };
export { isWaiting };

/** Calls a method of the administration; see `METHODS` of src/admin/contract/index.ts. @throws ApiError */
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
  /** Interval of automatic refreshes in milliseconds. */
  readonly every?: number;
  readonly enabled?: boolean;
}

/** Reads data. The previous page stays visible while the next one loads. */
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

/**
 * Calls a method that changes data, then reads the shown data again. The answer may be that a second person must
 * approve it.
 */
export function useAdminAction<Name extends MethodName>(name: Name) {
  const { guarded } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request: AdminRequest<Name>): Promise<AdminResponse<Name> | Waiting> =>
      guarded(() => admin(name, request)),
    onSettled: () => queries.invalidateQueries(),
  });
}

/** The lowest role that may call a method. */
export const roleFor = (name: MethodName) => adminMethods[name].role;

/** Whether the person may call a method. The server makes the decision. */
export function useMayCall() {
  const { may } = useSession();
  return (name: MethodName) => may(roleFor(name));
}
