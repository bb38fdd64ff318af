import { mediationMethods } from 'virtual:contract';
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Result } from '../../../src/client/client.ts';
import { liveAccount } from '../../../src/client/live-account.ts';
import { type MediationMethods, mediationClient } from '../../../src/client/mediation.ts';
import { allOf } from '../../../src/client/pages.ts';
import type {
  Adapter,
  AdUnitMapping,
  BodyOf,
  LintAccountResponse,
  MediationGroup,
  MethodName,
  ResponseOf,
} from '../../../src/mediation/contract/index.ts';
import { ApiError, type CallOptions, optionsOf, send, sendToConsole, withoutBlanks } from '../api/client.ts';
import { useReading } from '../frame/read.ts';
import { useSession } from '../frame/session.tsx';

export type { BodyOf };

/** A call of a method: resource, query and body. */
type Call<Name extends MethodName> = MediationMethods[Name]['request'];

const api = mediationClient(mediationMethods, sendToConsole);

/** Calls a method of the mediation interface; see `METHODS` of src/mediation/contract. @throws ApiError */
export const mediation = <Name extends MethodName>(
  name: Name,
  call: Call<Name>,
  options?: CallOptions,
): Promise<Result<ResponseOf<Name>>> =>
  api.result(name, { ...call, query: withoutBlanks(call.query ?? {}) } as Call<Name>, optionsOf(options));

export const ownAccounts = (options?: CallOptions) =>
  allOf(api.items('accounts.list', 'account', {}, optionsOf(options)));

/** Reads what an account has. */
export const live = (account: string, options?: CallOptions) =>
  liveAccount(api, async () => account, optionsOf(options));

/** With `mediation.groupExtensions: false`, a server has only the methods of the public interface. */
export const isNotOffered = (error: unknown): boolean =>
  error instanceof ApiError && error.reason === 'ROUTE_NOT_FOUND';

interface ReadOptions {
  readonly enabled?: boolean;
}

/** Reads data. The previous page stays visible while the next one loads. */
export function useMediation<Name extends MethodName>(
  name: Name,
  call: Call<Name>,
  { enabled = true }: ReadOptions = {},
) {
  const { guarded } = useSession();
  return useReading<ResponseOf<Name>>({
    queryKey: [name, call],
    enabled,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await guarded(() => mediation(name, call, { signal }))).body,
  });
}

/** Reads data that needs several requests. */
export function useRead<Data>(
  key: readonly unknown[],
  read: (options: CallOptions) => Promise<Data>,
  { enabled = true, staleTime = 5000 }: ReadOptions & { readonly staleTime?: number } = {},
) {
  const { guarded } = useSession();
  return useReading<Data>({
    queryKey: key,
    enabled,
    staleTime,
    queryFn: ({ signal }) => guarded(() => read({ signal })),
  });
}

/** The keys of what the menu counts. */
export const EXPERIMENTS = 'experiments';
export const FINDINGS = 'findings';

/** Whether a change by this method leaves data as it is until a screen needs it, because reading it is much work. */
const isForLater =
  (method: MethodName) =>
  ({ queryKey: [key] }: { readonly queryKey: readonly unknown[] }) =>
    key === FINDINGS || (key === EXPERIMENTS && !method.includes('mediationAbExperiments'));

/** Calls a method that changes data, then reads the shown data again, except after a dry run. */
export function useChange<Name extends MethodName>(name: Name) {
  const { guarded } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (call: Call<Name>): Promise<ResponseOf<Name>> =>
      (await guarded(() => mediation(name, call))).body,
    async onSuccess(_, { validateOnly }) {
      if (validateOnly) return;
      const isLater = isForLater(name);
      await queries.invalidateQueries({ predicate: isLater, refetchType: 'none' });
      await queries.invalidateQueries({ predicate: (query) => !isLater(query) });
    },
  });
}

/** An audit log entry of the account, with the state before and after. */
export interface Change {
  readonly time: string;
  readonly subject: string;
  readonly email?: string;
  readonly requestId: string;
  readonly method: string;
  readonly resource: string;
  readonly before?: MediationGroup;
  readonly after?: MediationGroup;
}

interface ChangesPage {
  readonly nextPageToken?: string;
  readonly changes: readonly Change[];
}

interface ChangesCall {
  readonly publisher: string;
  readonly resource?: string;
  /** The email or id of the author. */
  readonly subject?: string;
  readonly method?: string;
  readonly startTime?: string;
  readonly endTime?: string;
  /** `basic` leaves out before and after. */
  readonly view?: 'basic' | 'full';
  readonly pageSize?: number;
  readonly pageToken?: string;
}

/** Newest first. @throws ApiError */
export const listChanges = async (call: ChangesCall, options?: CallOptions): Promise<ChangesPage> =>
  (await send<ChangesPage>('POST', '/changes:search', { ...call, orderBy: 'time desc' }, options)).body;

/** The last change of each group, without what it changed. @throws ApiError */
export const listLastChanges = async (
  publisher: string,
  groups: readonly string[],
  options?: CallOptions,
): Promise<readonly Change[]> => {
  const query = new URLSearchParams({ publisher, groups: groups.join(',') });
  return (await send<ChangesPage>('GET', `/lastChanges?${query}`, undefined, options)).body.changes;
};

interface LintPreview {
  readonly publisher: string;
  readonly group: MediationGroup;
  /** Mappings that do not exist yet, which lines of the group name. */
  readonly mappings: readonly { readonly adUnitId: string; readonly mapping: AdUnitMapping }[];
}

/** What lint would say about a group if it were as given, which a dry run answered. @throws ApiError */
export const lintPreview = async (asked: LintPreview, options?: CallOptions): Promise<LintAccountResponse> =>
  (await send<LintAccountResponse>('POST', '/lint:preview', asked, options)).body;

/** Names of the person's own publishers by id. @throws ApiError */
export async function publisherNames(options?: CallOptions): Promise<Readonly<Record<string, string>>> {
  interface Named {
    readonly publishers: readonly { readonly id: string; readonly displayName: string }[];
  }
  const { body } = await send<Named>('GET', '/publishers', undefined, options);
  return Object.fromEntries(body.publishers.map(({ id, displayName }) => [id, displayName]));
}

/** The whole catalogue and a setting of experiments, the same for all publishers. */
export interface CatalogueOfConsole {
  readonly ownNetwork: string;
  readonly version: string;
  readonly loadTime: string;
  readonly problems: readonly string[];
  readonly minimumFullDays: number;
  readonly adSources: readonly {
    readonly adSourceId: string;
    readonly title: string;
    readonly adapters: readonly Omit<Adapter, 'name'>[];
  }[];
}

export const getCatalogue = async (options?: CallOptions): Promise<CatalogueOfConsole> =>
  (await send<CatalogueOfConsole>('GET', '/catalogue', undefined, options)).body;
