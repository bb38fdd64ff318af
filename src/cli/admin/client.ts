import type { ApprovalView } from '../../admin/contract/approvals/methods.ts';
import type { AdminRequest, AdminResponse, MethodName } from '../../admin/contract/index.ts';
import { type AdminClient, adminClient } from '../../client/admin.ts';
import { ApiError, AwaitsApproval } from '../../client/errors.ts';
import { pages } from '../../client/pages.ts';
import { sendTo } from '../../client/transport/node.ts';
import { UserError } from '../../conventions/user-error.ts';
import { ADMIN_METHODS } from '../methods/index.ts';
import { loginAt } from '../sign-in/choose-server.ts';
import type { Connection } from './connection.ts';
import { type Lister, withWholeIds } from './shortened-ids.ts';

/** Several requests of one command wait for a second person. */
export class AwaitsApprovals extends UserError {
  override readonly name = 'AwaitsApprovals';
  override readonly exit = 'awaited';
  readonly approvals: readonly ApprovalView[];

  constructor(approvals: readonly ApprovalView[]) {
    const ids = approvals.map(({ id }) => id).join(' ');
    const parts = approvals.length === 1 ? '1 part waits' : `${approvals.length} parts wait`;
    super(`${parts} for another person: diptych approvals approve ${ids}; then run the same command again`);
    this.approvals = approvals;
  }
}

const UNAUTHENTICATED = 401;

function refusalText({ url, context }: Connection, error: ApiError): string {
  const { status, reason, message, violations } = error;
  const isDone = status < 300;
  if (reason === 'ROUTE_NOT_FOUND' || (reason === 'NOT_JSON' && isDone))
    return `at ${url} is no admin interface of this version, or its server does not run the interface that this is about (setting interfaces); correct --admin-url`;
  const first = reason === 'NOT_JSON' ? `the server answered with status ${status}` : message;
  const isElse = status === UNAUTHENTICATED && context !== undefined && reason !== 'SIGN_IN_TOO_OLD';
  const remedy = isElse
    ? `; the context ${context} is not signed in there, run ${loginAt('admin', context)}`
    : '';
  // If there is only one violation, the message already has its text.
  const listed = violations.length > 1 ? violations : [];
  return `${first}${remedy}${listed.map(({ field, description }) => `\n  ${field}: ${description}`).join('')}`;
}

function waitText({ id, method, role, expireTime }: ApprovalView): string {
  const { whenApproved } = ADMIN_METHODS[method as MethodName] ?? {};
  const then = whenApproved === 'sentAgain' ? '; then run the same command again' : '';
  return `nothing was done yet: ${method} waits until ${expireTime} for another person, ${role} or above: diptych approvals approve ${id}${then}`;
}

/** Says what the user of the command line can do. */
function explained(connection: Connection, error: unknown): unknown {
  if (error instanceof ApiError) error.message = refusalText(connection, error);
  if (error instanceof AwaitsApproval) error.message = waitText(error.approval);
  return error;
}

function apiAt(connection: Connection): AdminClient {
  const { url, token, tls } = connection;
  const send = sendTo({ url, headers: () => ({ authorization: `Bearer ${token}` }), tls });
  return adminClient(ADMIN_METHODS, send, (error) => explained(connection, error));
}

/** Members that name a user. */
const USERS = ['user', 'operatorId', 'callerId'];

/** Replaces the email of a user by the id, because addresses must not contain personal data. */
async function withUserId(connection: Connection, name: MethodName, request: object): Promise<object> {
  const [verb] = ADMIN_METHODS[name].http;
  const members = Object.entries(request).filter(
    ([member, value]) => USERS.includes(member) && typeof value === 'string' && value.includes('@'),
  );
  if (members.length === 0 || (verb === 'POST' && !ADMIN_METHODS[name].http[1].includes('{user}')))
    return request;
  let named = request;
  for (const [member, email] of members) {
    const { id } = await callAdmin(connection, 'findUser', { email });
    named = { ...named, [member]: id };
  }
  return named;
}

/** Calls lists, to complete the ids that a table has cut. */
export const listerOf =
  (connection: Connection): Lister =>
  (method, request) =>
    callAdmin(connection, method, request);

/** Calls a method of the admin interface by its name in the contract. */
export async function callAdmin<N extends MethodName>(
  connection: Connection,
  name: N,
  request: AdminRequest<N>,
): Promise<AdminResponse<N>> {
  const whole = await withWholeIds(listerOf(connection), name, request);
  const sent = (await withUserId(connection, name, whole)) as AdminRequest<N>;
  const api = apiAt(connection);
  if (!ADMIN_METHODS[name].media) return api.call(name, sent);
  const answer = await api.media(name, sent);
  const mediaType = answer.headers.get('content-type') ?? '';
  const content = Buffer.from(answer.bytes()).toString('base64');
  return { mediaType, content } as unknown as AdminResponse<N>;
}

/** All pages of a list. */
export const adminPages = <N extends MethodName>(
  connection: Connection,
  name: N,
  filter: object = {},
): AsyncGenerator<AdminResponse<N>> =>
  pages((at) => callAdmin(connection, name, { ...filter, pageSize: 500, ...at } as AdminRequest<N>));
