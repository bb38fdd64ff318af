import type { MethodName } from '../../admin/registry.ts';
import { UsageError } from '../failures.ts';
import { ADMIN_METHODS } from '../methods/index.ts';

/** The end of an id that a table has cut. */
const CUT = /(?:…|\.{3})$/;

/** Candidates that an error names. */
const NAMED = 5;

/** The lists in which an id is found by its start, by the path of their resources. */
const LISTS = {
  '/admin/v1/holders': ['listHolders', 'holders'],
  '/admin/v1/codes': ['listCodes', 'codes'],
  '/admin/v1/devices': ['listDevices', 'devices'],
  '/admin/v1/proofings': ['listProofings', 'proofings'],
  '/admin/v1/credentials': ['listCredentials', 'credentials'],
  '/admin/v1/approvals': ['listApprovals', 'approvals'],
  '/admin/v1/keys': ['listKeys', 'keys', 'certificationRequests'],
} as const satisfies Readonly<Record<string, readonly [MethodName, string, string?]>>;

type Place = keyof typeof LISTS;

/** Members of requests that name a resource of another list. */
const MEMBERS: Readonly<Record<string, Place>> = {
  holderId: '/admin/v1/holders',
  deviceReferenceId: '/admin/v1/devices',
};

/** Calls a list. */
export type Lister = (
  method: (typeof LISTS)[Place][0],
  request: { readonly idPrefix?: string; readonly pageSize?: number },
) => Promise<object>;

export const isCut = (value: unknown): value is string => typeof value === 'string' && CUT.test(value);

/** The list that has the id; `subjectId` needs the kind of its subject. */
function placeOf(name: MethodName, member: string, request: object): Place | undefined {
  const places = Object.keys(LISTS) as Place[];
  const { subject } = request as { readonly subject?: string };
  if (member === 'subjectId') return places.find((place) => place === `/admin/v1/${subject}s`);
  if (member !== 'id') return MEMBERS[member];
  const [, path] = ADMIN_METHODS[name].http;
  return places.find((place) => path.startsWith(`${place}/{id}`));
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
  const place = placeOf(name, member, request);
  const idPrefix = value.replace(CUT, '');
  if (place === undefined || idPrefix === '')
    throw new UsageError(`${value} is only the start of an id; --wide and --json print the whole id`);
  const [method, answer, others = answer] = LISTS[place];
  // The keys are few and their list has no filter.
  const filter = method === 'listKeys' ? {} : { idPrefix, pageSize: NAMED };
  const page = (await list(method, filter)) as Readonly<Record<string, unknown>>;
  const rows = [...new Set([answer, others])].flatMap(
    (name) => page[name] as readonly { readonly id: string }[],
  );
  const ids = rows.map(({ id }) => id).filter((id) => id.startsWith(idPrefix));
  const [only, second] = ids;
  if (only === undefined) throw new UsageError(`no id in ${answer} starts with ${idPrefix}`);
  if (second === undefined) return only;
  const more = 'nextPageToken' in page ? '\n  and others' : '';
  throw new UsageError(
    `several ids in ${answer} start with ${idPrefix}; name one:${ids.map((id) => `\n  ${id}`).join('')}${more}`,
  );
}

/** The request with whole ids. */
export async function withWholeIds<Request extends object>(
  list: Lister,
  name: MethodName,
  request: Request,
): Promise<Request> {
  const members = Object.entries(request).filter(
    ([member, value]) => (member === 'id' || member.endsWith('Id')) && isCut(value),
  );
  const whole: [string, string][] = [];
  for (const [member, value] of members)
    whole.push([member, await wholeId(list, name, member, value, request)]);
  return whole.length === 0 ? request : { ...request, ...Object.fromEntries(whole) };
}
