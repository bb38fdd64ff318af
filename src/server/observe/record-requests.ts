import { METHOD_NAMES, sentRequest } from '../../admin/contract/index.ts';
import { declaredPaths } from '../../conventions/declared-paths.ts';
import type { Schema } from '../../conventions/json-schema.ts';
import { REASONS, type Reason } from '../../conventions/reasons/index.ts';
import { type Clock, MINUTE } from '../../conventions/time.ts';
import { remedyText, withoutMarks } from '../../conventions/without-marks.ts';
import type { AdminExchange } from '../../http/admin/plugin.ts';
import type { IssuerExchange } from '../../http/issuer/exchange.ts';
import type { MediationExchange } from '../../http/mediation/index.ts';
import { OAUTH_ERRORS, type OAuthErrorCode } from '../../http/oauth/error-codes.ts';
import type { ObservedExchange } from '../../http/observe-exchanges.ts';
import type { HandledRequest } from '../../issuer/ports/requests.ts';
import { declaredPath } from '../../mediation/contract/index.ts';
import { mediationCheckOf } from '../../mediation/order-of-checks.ts';
import type { RequestRecorder } from './request-log.ts';
import { shortened, violationWords } from './violation-words.ts';

/** Arrival and duration. Observers are called after the answer. */
function timing(milliseconds: number, clock: Clock) {
  return { at: clock() - Math.round(milliseconds), microseconds: Math.round(milliseconds * 1000) };
}

/**
 * Stores requests of the issuer panel, so that they can be looked up by an id. Requests of callers that are
 * not admitted are only counted, so that they cannot fill the database.
 */
export function recordIssuerRequests({ record }: RequestRecorder, clock: Clock) {
  return (exchange: IssuerExchange): void => {
    const { requestId, operation, outcome, bodyBytes, received, milliseconds } = exchange;
    const { issuerErrorIdentifier: errorId, failedCheck, condition, description } = exchange;
    if (!exchange.admitted || (requestId === '' && errorId === undefined)) return;
    record({
      requestId,
      interface: 'issuer',
      operation,
      ...timing(milliseconds, clock),
      bodyBytes,
      members: received?.members ?? [],
      outcome,
      ...(failedCheck !== undefined && { failedCheck }),
      ...(condition !== undefined && { condition }),
      ...(description !== undefined && { description }),
      ...(errorId !== undefined && { errorId }),
      ids: received?.ids ?? {},
    });
  };
}

type Words = Pick<HandledRequest, 'description' | 'remedy'>;

/** What a reason means and what to do, for people; without marks. Each finding has a line. */
function wordsOf(
  entry: { readonly meaning: string; readonly remedy: string } | undefined,
  findings: readonly string[],
): Words {
  const lines = [...(entry === undefined ? [] : [withoutMarks(entry.meaning)]), ...findings];
  return {
    ...(lines.length > 0 && { description: lines.join('\n') }),
    ...(entry && { remedy: remedyText(entry.remedy) }),
  };
}

/** Violations with these reasons are about the records of people, and are not stored. */
const ABOUT_RECORDS: ReadonlySet<string> = new Set<Reason>(['RECORD_INVALID', 'RECORD_REFUSED']);

/** Fields of violations that are no members of a request. */
const NO_MEMBERS: Schema = { properties: { catalogue: {}, 'If-Match': {} } };

const declaredByAdmin = declaredPaths(() => [
  NO_MEMBERS,
  ...METHOD_NAMES.map((name) => sentRequest(name) as Schema),
]);

/** Stores requests of operators that change something. Requests that only read are in the server log. */
export function recordAdminRequests({ record }: RequestRecorder, clock: Clock) {
  return (exchange: AdminExchange): void => {
    const { method, requestId, operatorId, reads, bodyBytes, outcome, milliseconds } = exchange;
    if (reads || operatorId === undefined) return;
    const findings = ABOUT_RECORDS.has(outcome)
      ? []
      : violationWords(exchange.violations ?? [], declaredByAdmin);
    record({
      requestId,
      interface: 'admin',
      operation: method,
      ...timing(milliseconds, clock),
      bodyBytes,
      members: [],
      outcome,
      ...wordsOf(REASONS[outcome as Reason], findings),
      operatorId,
      ids: {},
    });
  };
}

/** Requests without valid credentials that are stored in a minute, so that they cannot fill the database. */
const ANONYMOUS = 20;

/**
 * How many of them may be for unknown addresses. Most of these are of scanners, and would leave no room for a client that
 * fails.
 */
const UNROUTED = 10;

type RecordAnonymous = (request: HandledRequest) => void;

/** Stores some of the requests without valid credentials; the log has more of them. */
export function anonymousRequests({ record }: RequestRecorder, clock: Clock): RecordAnonymous {
  let began = Number.NEGATIVE_INFINITY;
  let recorded = 0;
  return (request) => {
    const now = clock();
    if (now - began >= MINUTE) [began, recorded] = [now, 0];
    if (recorded >= (request.operation === 'unknown' ? UNROUTED : ANONYMOUS)) return;
    recorded += 1;
    record(request);
  };
}

/** Stores refused requests. The audit log has those that changed something, with their ids. */
export function recordMediationRequests(
  { record }: RequestRecorder,
  anonymous: RecordAnonymous,
  clock: Clock,
) {
  return (exchange: MediationExchange): void => {
    const { requestId, method, outcome, bodyBytes, admitted, milliseconds } = exchange;
    const { subject, clientId, publisherId, violations = [] } = exchange;
    if (outcome === 'ok') return;
    const check = mediationCheckOf(outcome);
    const words = wordsOf(REASONS[outcome as Reason], violationWords(violations, declaredPath));
    (admitted ? record : anonymous)({
      requestId,
      interface: 'mediation',
      operation: method,
      ...timing(milliseconds, clock),
      bodyBytes,
      members: [],
      outcome,
      ...(check !== undefined && { failedCheck: check, condition: check }),
      ...words,
      ...(subject !== undefined && { operatorId: shortened(subject) }),
      ...(clientId !== undefined && { clientId: shortened(clientId) }),
      ...(publisherId !== undefined && { publisherId }),
      ids: {},
    });
  };
}

/** Stores refused requests of the authorization servers, which know their callers only from their requests. */
export function recordOAuthRequests(anonymous: RecordAnonymous, clock: Clock) {
  return (exchange: ObservedExchange): void => {
    const { requestId, endpoint, outcome, bodyBytes, milliseconds, words, clientId } = exchange;
    const findings = exchange.description === undefined ? [] : [shortened(exchange.description)];
    if (outcome === 'ok') return;
    anonymous({
      requestId,
      interface: 'oauth',
      operation: endpoint,
      ...timing(milliseconds, clock),
      bodyBytes,
      members: [],
      outcome,
      ...(words ?? wordsOf(OAUTH_ERRORS[outcome as OAuthErrorCode], findings)),
      ...(clientId !== undefined && { clientId }),
      ids: {},
    });
  };
}
