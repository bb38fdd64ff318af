import type { ApprovalView } from '../../admin/contract/approvals/methods.ts';
import type { AdminRequest, AdminResponse, MethodName } from '../../admin/contract/index.ts';
import { ADMIN_METHODS } from '../methods/index.ts';
import { reach } from '../reach.ts';
import { loginAt } from '../sign-in/choose.ts';
import type { Connection } from './connection.ts';
import { type Lister, withWholeIds } from './cut-id.ts';

/** The server refused the request. */
export class AdminRefusal extends Error {
  override readonly name = 'AdminRefusal';
  readonly body: unknown;

  constructor(message: string, body: unknown) {
    super(message);
    this.body = body;
  }
}

/** The request waits for a second person; nothing was done. */
export class AwaitsApproval extends Error {
  override readonly name = 'AwaitsApproval';
  readonly approval: ApprovalView;

  constructor(approval: ApprovalView) {
    const { id, method, role, expireTime } = approval;
    const { whenApproved } = ADMIN_METHODS[method as MethodName] ?? {};
    const then = whenApproved === 'sentAgain' ? '; then run the same command again' : '';
    super(
      `nothing was done yet: ${method} waits until ${expireTime} for another person, ${role} or above: diptych approvals approve ${id}${then}`,
    );
    this.approval = approval;
  }
}

/** Several requests of one command wait for a second person. */
export class AwaitsApprovals extends Error {
  override readonly name = 'AwaitsApprovals';
  readonly approvals: readonly ApprovalView[];

  constructor(approvals: readonly ApprovalView[]) {
    const ids = approvals.map(({ id }) => id).join(' ');
    const parts = approvals.length === 1 ? '1 part waits' : `${approvals.length} parts wait`;
    super(`${parts} for another person: diptych approvals approve ${ids}; then run the same command again`);
    this.approvals = approvals;
  }
}

interface StatusBody {
  readonly error?: {
    readonly message?: string;
    readonly details?: readonly {
      readonly reason?: string;
      readonly fieldViolations?: readonly { field: string; description: string }[];
    }[];
  };
}

const elsewhere = (url: string) => `at ${url} is no admin interface of this version; correct --admin-url`;

const UNAUTHENTICATED = 401;

function refusal({ url, context }: Connection, status: number, body: unknown): AdminRefusal {
  const { error } = (body ?? {}) as StatusBody;
  if (error?.details?.some(({ reason }) => reason === 'ROUTE_NOT_FOUND'))
    return new AdminRefusal(elsewhere(url), body);
  const violations = error?.details?.flatMap((detail) => detail.fieldViolations ?? []) ?? [];
  // If there is only one violation, the message already has its text.
  const listed = violations.length > 1 ? violations : [];
  const lines = listed.map(({ field, description }) => `\n  ${field}: ${description}`);
  const message = error?.message ?? `the server answered with status ${status}`;
  const isElse = status === UNAUTHENTICATED && context !== undefined;
  const isOld = error?.details?.some(({ reason }) => reason === 'SIGN_IN_TOO_OLD') ?? false;
  const remedy =
    isElse && !isOld
      ? `; the context ${context} is not signed in there, run ${loginAt('admin', context)}`
      : '';
  return new AdminRefusal(`${message}${remedy}${lines.join('')}`, body);
}

/** Puts the members of the path into the path, and the others into the query or the body. */
function place(path: string, request: object) {
  const left = new Map<string, unknown>(Object.entries(request).filter(([, value]) => value !== undefined));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(left.get(name));
    left.delete(name);
    return encodeURIComponent(value);
  });
  return { filled, left };
}

/** Replaces the email of a user by the id, because addresses must not contain personal data. */
async function withUserId(connection: Connection, path: string, request: object): Promise<object> {
  const { user } = request as { readonly user?: unknown };
  if (!path.includes('{user}') || typeof user !== 'string' || !user.includes('@')) return request;
  const { id } = await callAdmin(connection, 'findUser', { email: user });
  return { ...request, user: id };
}

/** Calls lists, to complete the ids that a table has cut. */
export const listerOf =
  (connection: Connection): Lister =>
  (method, request) =>
    callAdmin(connection, method, request);

/** The status of an answer to a request that waits for a second person (ADR 24). */
const ACCEPTED = 202;

/** Calls a method of the admin interface by its name in the contract. */
export async function callAdmin<N extends MethodName>(
  connection: Connection,
  name: N,
  request: AdminRequest<N>,
): Promise<AdminResponse<N>> {
  const { url, token } = connection;
  const [method, path] = ADMIN_METHODS[name].http;
  const whole = await withWholeIds(listerOf(connection), name, request);
  const { filled, left } = place(path, await withUserId(connection, path, whole));
  const query = new URLSearchParams([...left].map(([key, value]): [string, string] => [key, String(value)]));
  const target = method === 'GET' ? `${url}${filled}?${query}` : `${url}${filled}`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = method === 'GET' ? {} : { body: JSON.stringify(Object.fromEntries(left)) };
  const response = await reach(target, { method, headers, ...body });
  if (response.ok && ADMIN_METHODS[name].media) {
    const content = (await response.bytes()).toString('base64');
    const mediaType = response.headers.get('content-type') ?? '';
    return { mediaType, content } as unknown as AdminResponse<N>;
  }
  const answer = await response.json();
  if (!response.ok) throw refusal(connection, response.status, answer);
  if (typeof answer !== 'object' || answer === null) throw new AdminRefusal(elsewhere(url), answer);
  if (response.status === ACCEPTED)
    throw new AwaitsApproval((answer as { readonly approval: ApprovalView }).approval);
  return answer as AdminResponse<N>;
}

/** All pages of a list. */
export async function* pages<N extends MethodName>(
  connection: Connection,
  name: N,
  filter: object = {},
): AsyncGenerator<AdminResponse<N>> {
  let pageToken: string | undefined;
  do {
    const request = { ...filter, pageSize: 500, ...(pageToken ? { pageToken } : {}) } as AdminRequest<N>;
    const page = await callAdmin(connection, name, request);
    yield page;
    pageToken = (page as { readonly nextPageToken?: string }).nextPageToken;
  } while (pageToken);
}
