import { mediationMethods } from 'virtual:contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  BodyOf,
  MediationGroup,
  MethodName,
  QueryOf,
  ResponseOf,
} from '../../../src/mediation/contract/index.ts';
import { type Answer, type CallOptions, send } from '../api/client.ts';
import { useSession } from '../frame/session.tsx';

export type { BodyOf, MethodName, ResponseOf };

/** A call of a method: resource, query and body. */
export interface Call<Name extends MethodName> {
  /** Resource name; for a collection, that of its parent. */
  readonly on?: string;
  readonly query?: QueryOf<Name> & { readonly fields?: string };
  readonly body?: BodyOf<Name>;
}

/** Fills a path with the ids of a resource name, in order. */
export function pathFor(pattern: string, on = ''): string {
  const ids = on.split('/').filter((_, index) => index % 2 === 1);
  let next = 0;
  return `/${pattern.replace(/\{\w+\}/g, () => encodeURIComponent(ids[next++] ?? ''))}`;
}

function queryText(query: object = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '' && value !== false) search.set(name, String(value));
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** Calls a method of the mediation interface; see `METHODS` of src/mediation/contract. @throws ApiError */
export function mediation<Name extends MethodName>(
  name: Name,
  { on, query, body }: Call<Name>,
  options?: CallOptions,
): Promise<Answer<ResponseOf<Name>>> {
  const { method, path } = mediationMethods[name];
  return send<ResponseOf<Name>>(method, `${pathFor(path, on)}${queryText(query)}`, body, options);
}

/** The largest page that the interface returns. */
const PAGE = 20_000;

interface Paged {
  readonly nextPageToken?: string | undefined;
}

type ListName = {
  [Name in MethodName]: ResponseOf<Name> extends Paged
    ? Name extends `${string}.list`
      ? Name
      : never
    : never;
}[MethodName];

/** Reads all pages of a list. @throws ApiError */
export async function listAll<Name extends ListName>(
  name: Name,
  { on, query }: Call<Name>,
  options?: CallOptions,
): Promise<readonly ResponseOf<Name>[]> {
  const pages: ResponseOf<Name>[] = [];
  let pageToken: string | undefined;
  do {
    const paged = { ...query, pageSize: PAGE, ...(pageToken && { pageToken }) } as Call<Name>['query'];
    const call = { ...(on && { on }), ...(paged && { query: paged }) } as Call<Name>;
    const { body } = await mediation(name, call, options);
    pages.push(body);
    pageToken = (body as Paged).nextPageToken;
  } while (pageToken);
  return pages;
}

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
  return useQuery<ResponseOf<Name>>({
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
  return useQuery<Data>({
    queryKey: key,
    enabled,
    staleTime,
    queryFn: ({ signal }) => guarded(() => read({ signal })),
  });
}

type Sent<Name extends MethodName> = Call<Name> & { readonly ifMatch?: string | undefined };

/** Calls a method that changes data, then reads the shown data again, except after a dry run. */
export function useChange<Name extends MethodName>(name: Name) {
  const { guarded } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ ifMatch, ...call }: Sent<Name>): Promise<ResponseOf<Name>> =>
      (await guarded(() => mediation(name, call as Call<Name>, { ifMatch }))).body,
    onSuccess: (_, { query }) =>
      (query as { validateOnly?: boolean } | undefined)?.validateOnly
        ? undefined
        : queries.invalidateQueries(),
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

export interface ChangesPage extends Paged {
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
  const query = queryText({ publisher, groups: groups.join(',') });
  return (await send<ChangesPage>('GET', `/lastChanges${query}`, undefined, options)).body.changes;
};

/** Names of the person's own publishers by id. @throws ApiError */
export async function publisherNames(options?: CallOptions): Promise<Readonly<Record<string, string>>> {
  interface Named {
    readonly publishers: readonly { readonly id: string; readonly displayName: string }[];
  }
  const { body } = await send<Named>('GET', '/publishers', undefined, options);
  return Object.fromEntries(body.publishers.map(({ id, displayName }) => [id, displayName]));
}

export interface CatalogueState {
  readonly ownNetwork: string;
  readonly version: string;
  readonly loadTime: string;
  readonly problems: readonly string[];
}

export const getCatalogue = async (options?: CallOptions): Promise<CatalogueState> =>
  (await send<CatalogueState>('GET', '/catalogue', undefined, options)).body;
