import type { MethodName } from '../../admin/contract/index.ts';
import { pages } from '../../client/pages.ts';
import { UsageError } from '../cli-errors.ts';
import { ADMIN_METHODS } from '../methods/index.ts';

/** The end of an id that a table has cut. */
const CUT = /(?:…|\.{3})$/;

/** Candidates that an error names. */
const NAMED = 5;

/** Rows of a page of a list that is read as a whole. */
const PAGE = 500;

interface List {
  readonly method: MethodName;
  /** Members of the answer that have rows. */
  readonly rows: readonly string[];
  /** The list has no filter by the start of an id; it is short. */
  readonly isWhole?: true;
}

/** The lists in which an id is found by its start, by the path of their resources. */
const LISTS = {
  '/admin/v1/holders': { method: 'listHolders', rows: ['holders'] },
  '/admin/v1/codes': { method: 'listCodes', rows: ['codes'] },
  '/admin/v1/devices': { method: 'listDevices', rows: ['devices'] },
  '/admin/v1/proofings': { method: 'listProofings', rows: ['proofings'] },
  '/admin/v1/credentials': { method: 'listCredentials', rows: ['credentials'] },
  '/admin/v1/approvals': { method: 'listApprovals', rows: ['approvals'] },
  '/admin/v1/keys': { method: 'listKeys', rows: ['keys', 'certificationRequests'], isWhole: true },
  '/admin/v1/users': { method: 'listUsers', rows: ['users'], isWhole: true },
  '/admin/v1/oauthClients': { method: 'listOAuthClients', rows: ['clients'], isWhole: true },
} as const satisfies Readonly<Record<string, List>>;

type Place = keyof typeof LISTS;

/** Members of requests that name a resource of another list. */
const MEMBERS: Readonly<Record<string, Place>> = {
  holderId: '/admin/v1/holders',
  deviceReferenceId: '/admin/v1/devices',
  operatorId: '/admin/v1/users',
  callerId: '/admin/v1/users',
  user: '/admin/v1/users',
  client: '/admin/v1/oauthClients',
};

/** What diptych explain finds, in the order in which it looks. */
const EXPLAINED: readonly Place[] = [
  '/admin/v1/proofings',
  '/admin/v1/credentials',
  '/admin/v1/devices',
  '/admin/v1/holders',
];

/** Calls a list. */
export type Lister = (
  method: (typeof LISTS)[Place]['method'],
  request: { readonly idPrefix?: string; readonly pageSize?: number; readonly pageToken?: string },
) => Promise<object>;

export const isCut = (value: unknown): value is string => typeof value === 'string' && CUT.test(value);

/** The lists that may have the id; `subjectId` needs the kind of its subject. */
function placesOf(name: MethodName, member: string, value: string, request: object): readonly Place[] {
  const places = Object.keys(LISTS) as Place[];
  if (value.startsWith('user-')) return ['/admin/v1/users'];
  if (value.startsWith('client-')) return ['/admin/v1/oauthClients'];
  if (name === 'getRequest') return EXPLAINED;
  const { subject } = request as { readonly subject?: string };
  if (member === 'subjectId') return places.filter((place) => place === `/admin/v1/${subject}s`);
  const [, path] = ADMIN_METHODS[name].http;
  const own = places.filter((place) => path.startsWith(`${place}/{${member}}`));
  const other = MEMBERS[member];
  return own.length > 0 || other === undefined ? own : [other];
}

interface Row {
  readonly id: string;
  /** A user is named by it too. */
  readonly email?: string;
}

type Page = Readonly<Record<string, readonly Row[]>> & { readonly nextPageToken?: string };

/** The rows that start so, and whether there are others. */
async function rowsOf(list: Lister, place: Place, start: string) {
  const { method, rows, isWhole }: List & (typeof LISTS)[Place] = LISTS[place];
  const rowsFound: Row[] = [];
  const first =
    method === 'listKeys' ? {} : isWhole ? { pageSize: PAGE } : { idPrefix: start, pageSize: NAMED };
  let hasMore = false;
  for await (const page of pages((at) => list(method, { ...first, ...at }) as Promise<Page>)) {
    rowsFound.push(...rows.flatMap((name) => page[name] ?? []));
    hasMore = !isWhole && page.nextPageToken !== undefined;
    if (hasMore) break;
  }
  const matching = rowsFound.filter(({ id, email }) => id.startsWith(start) || email?.startsWith(start));
  return { ids: matching.map(({ id }) => id), hasMore };
}

/**
 * The whole id for one that a table has cut. Only an id with the ellipsis is completed, so that no command acts on
 * another row because of a missing character. @throws UsageError
 */
export async function wholeId(
  list: Lister,
  name: MethodName,
  member: string,
  value: string,
  request: object = {},
): Promise<string> {
  const start = value.replace(CUT, '');
  const places = start === '' ? [] : placesOf(name, member, start, request);
  for (const place of places) {
    const [what] = LISTS[place].rows;
    const { ids, hasMore } = await rowsOf(list, place, start);
    const [only, second] = ids;
    if (only === undefined && places.length === 1)
      throw new UsageError(`no id in ${what} starts with ${start}`);
    if (only === undefined) continue;
    if (second === undefined) return only;
    const named = ids.slice(0, NAMED).map((id) => `\n  ${id}`);
    const more = hasMore || ids.length > NAMED ? '\n  and others' : '';
    throw new UsageError(`several ids in ${what} start with ${start}; name one:${named.join('')}${more}`);
  }
  throw new UsageError(`${value} is only the start of an id; --wide and --json print the whole id`);
}

/** The request with whole ids. */
export async function withWholeIds<Request extends object>(
  list: Lister,
  name: MethodName,
  request: Request,
): Promise<Request> {
  const isId = (member: string) => member === 'id' || member.endsWith('Id') || Object.hasOwn(MEMBERS, member);
  const members = Object.entries(request).filter(([member, value]) => isId(member) && isCut(value));
  const whole: [string, string][] = [];
  for (const [member, value] of members)
    whole.push([member, await wholeId(list, name, member, value, request)]);
  return whole.length === 0 ? request : { ...request, ...Object.fromEntries(whole) };
}
