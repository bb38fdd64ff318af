import { adminMethods, remedies } from 'virtual:contract';
import { keepPreviousData, type UseQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminRequest, AdminResponse, MethodName } from '../../../src/admin/contract/index.ts';
import { adminClient } from '../../../src/client/admin.ts';
import { AwaitsApproval } from '../../../src/client/errors.ts';
import type { Panel } from '../../../src/conventions/panel.ts';
import {
  type CallOptions,
  isWaiting,
  optionsOf,
  send,
  sendToConsole,
  type Waiting,
  withoutBlanks,
} from '../api/client.ts';
import { useReading } from '../frame/read.ts';
import { useSession } from '../frame/session.tsx';
import { typed } from '../kit/as-typed.ts';

export type { AdminRequest, AdminResponse, MethodName };
export { isWaiting };

const api = adminClient(adminMethods, sendToConsole);

/**
 * Calls a method of the administration; see `METHODS` of src/admin/contract/index.ts. A wait for a second person is an answer,
 * `Waiting`. @throws ApiError
 */
export async function admin<Name extends MethodName>(
  name: Name,
  request: AdminRequest<Name>,
  options?: CallOptions,
): Promise<AdminResponse<Name>> {
  const isRead = adminMethods[name].http[0] === 'GET';
  const sent = (isRead ? withoutBlanks(request) : request) as AdminRequest<Name>;
  return api.call(name, sent, optionsOf(options)).catch((error: unknown) => {
    if (error instanceof AwaitsApproval) return { approval: error.approval } as never;
    throw error;
  });
}

/** Reads an answer that is not JSON, such as an image. @throws ApiError */
export async function adminBlob(name: MethodName, request: object): Promise<Blob> {
  const answer = await api.media(name, request);
  return new Blob([answer.bytes() as Uint8Array<ArrayBuffer>], {
    type: answer.headers.get('content-type') ?? '',
  });
}

/** Rows of each kind; those of an interface that is off are absent. */
export type IdsFound = Partial<
  Pick<AdminResponse<'listHolders'>, 'holders'> &
    Pick<AdminResponse<'listCredentials'>, 'credentials'> &
    Pick<AdminResponse<'listProofings'>, 'proofings'> &
    Pick<AdminResponse<'listDevices'>, 'devices'>
>;

/** What has an id that starts so; a few rows of each kind. @throws ApiError */
export const searchIds = async (idPrefix: string, options?: CallOptions): Promise<IdsFound> =>
  (await send<IdsFound>('POST', '/ids:search', { idPrefix }, options)).body;

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
  return useReading<AdminResponse<Name>>({
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

/** What to do after a refusal, by its reason. */
export const remedyFor = (reason: string): string | undefined =>
  remedies[reason] === undefined ? undefined : typed(remedies[reason]);

/** The lowest role that may call a method. */
export const roleFor = (name: MethodName) => adminMethods[name].role;

/** Whether the person may call a method. The server makes the decision. */
export function useMayCall() {
  const { may } = useSession();
  const has = useHasMethod();
  return (name: MethodName) => has(name) && may(roleFor(name));
}

/** Whether the server has what is of a panel, or of both. */
export function useIsHere() {
  const { interfaces } = useSession().session;
  return ({ panel }: { readonly panel?: Panel }) => panel === undefined || interfaces.includes(panel);
}

/** Whether the server has a method: those of an interface that is off are absent. */
export function useHasMethod() {
  const isHere = useIsHere();
  return (name: MethodName) => isHere(adminMethods[name]);
}
