import {
  camelToSnake,
  type EntityTags,
  type Filter,
  gather,
  invalidArguments,
  type MaskEntry,
  type MaskTable,
  type PageArguments,
  pageCursor,
  pageSizeOf,
  pageToken,
  type Query,
  readFilter,
  readProtoJson,
  readQueryParameters,
  resolveUpdateMask,
  type Schema,
} from '../conventions/index.ts';
import type { Caller, CallPath } from './access.ts';
import type { BodyOf, Method, MethodName, QueryOf, ServedMethods } from './contract/index.ts';
import { FILTERS } from './filters.ts';
import type { Page } from './ports/store.ts';

/** A received call. Its credential was checked, and its path matched. */
export interface MethodCall {
  readonly path: CallPath;
  /** All parameters; system parameters are ignored. */
  readonly query: Query;
  /** The parsed body; absent without a body. */
  readonly body?: unknown;
  /** The If-Match header. */
  readonly ifMatch?: EntityTags | undefined;
  /** The If-None-Match header. */
  readonly ifNoneMatch?: EntityTags | undefined;
  readonly caller: Caller;
  readonly requestId: string;
  /** Aborted when the client has gone before its answer. */
  readonly signal?: AbortSignal | undefined;
}

/** A call whose query and body are of the right shape. */
export interface Request<Name extends MethodName>
  extends Pick<MethodCall, 'caller' | 'requestId' | 'ifMatch' | 'ifNoneMatch'> {
  readonly method: Name;
  readonly signal: AbortSignal | undefined;
  /** Ids in the path; '' if the path does not have them. */
  readonly publisherId: string;
  /** Fragment of the app in the path. */
  readonly appFragment: string;
  readonly servingKey: string;
  readonly adSourceId: string;
  /** Fragment of the ad unit in the path. */
  readonly fragment: string;
  readonly groupId: string;
  readonly experimentId: string;
  readonly query: QueryOf<Name>;
  readonly body: BodyOf<Name>;
  /** The update mask. If undefined, the populated fields of the body are changed. */
  readonly mask: readonly MaskEntry[] | undefined;
  readonly filter: Filter;
  readonly page: Page;
  /** The token of the page that begins after an id. */
  readonly nextPage: (after: string | undefined) => { readonly nextPageToken?: string };
}

const PAGE_SIZES = { standard: 10_000, most: 20_000 };

/**
 * Path of the body in messages. A resource is a member of the request; a request message is the body itself.
 */
function rootOf({ title = '' }: { readonly title?: string }): string {
  return title.endsWith('Request') ? '' : camelToSnake(title).slice(1);
}

/** The id in a page token. Tokens are not secret, so their content is checked like any other input. */
function idAfter(token: string | undefined, args: PageArguments): string | undefined {
  const after = pageCursor(token, args)?.[0];
  if (after === undefined || /^[A-Za-z0-9_-]{1,64}$/.test(after)) return after;
  const description = 'The page token is not one that was given out.';
  throw invalidArguments('INVALID_PAGE_TOKEN', [{ field: 'page_token', description }]);
}

/** The text of a parameter, under either of its names, if the method has the parameter. */
function textOf(query: Query, { query: declared }: Method, name: string): string | undefined {
  if (query.size === 0 || !Object.hasOwn(declared.properties, name)) return undefined;
  return (query.get(name) ?? query.get(camelToSnake(name)))?.[0];
}

interface Shapes {
  readonly served: ServedMethods;
  readonly groupMask: MaskTable;
}

/** Reads query and body. Throws INVALID_ARGUMENT with all problems of their shape. */
export function readRequest<Name extends MethodName>(
  name: Name,
  call: MethodCall,
  { served, groupMask }: Shapes,
): Request<Name> {
  const { path, query: sent, body: sentBody, caller, requestId, ifMatch, ifNoneMatch, signal } = call;
  const method = served.of(name);
  const { request } = method;
  const nulls = method.address.httpMethod === 'PATCH' ? 'keep' : 'drop';
  const filterText = textOf(sent, method, 'filter');
  const endTime = textOf(sent, method, 'endTime');
  const showArchived = textOf(sent, method, 'showArchived') === 'true' ? 'true' : undefined;
  const args = { ...path, method: name, filter: filterText, endTime, showArchived };
  // Each part is read separately, so that one answer names all problems of a request.
  const { query, body, mask, filter, after, size } = gather({
    query: () => readQueryParameters(method.query as Schema, sent),
    body: () => request && readProtoJson(request as Schema, sentBody, rootOf(request as object), { nulls }),
    mask: () => resolveUpdateMask(textOf(sent, method, 'updateMask'), groupMask),
    filter: () => readFilter(filterText, FILTERS[name] ?? {}),
    after: () => idAfter(textOf(sent, method, 'pageToken'), args),
    size: () => pageSizeOf(Number(textOf(sent, method, 'pageSize')) || 0, PAGE_SIZES),
  });
  return {
    method: name,
    publisherId: path.accountsId ?? '',
    appFragment: path.appsId ?? '',
    servingKey: path.servingKeysId ?? '',
    adSourceId: path.adSourcesId ?? '',
    fragment: path.adUnitsId ?? '',
    groupId: path.mediationGroupsId ?? '',
    experimentId: path.mediationAbExperimentsId ?? '',
    query: query as QueryOf<Name>,
    body: body as BodyOf<Name>,
    mask,
    filter,
    page: { size, ...(after !== undefined && { after }) },
    nextPage: (next) => (next === undefined ? {} : { nextPageToken: pageToken([next], args) }),
    caller,
    requestId,
    ifMatch,
    ifNoneMatch,
    signal,
  };
}
