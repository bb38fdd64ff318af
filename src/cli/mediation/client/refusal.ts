import type { FieldViolation } from '../../../conventions/status.ts';

interface Detail {
  readonly reason?: string;
  readonly fieldViolations?: readonly Partial<FieldViolation>[];
  readonly violations?: readonly { readonly description?: string }[];
  readonly retryDelay?: string;
}

interface ErrorBody {
  readonly code?: number;
  readonly status?: string;
  readonly message?: string;
  readonly details?: readonly Detail[];
}

/** The server refused the request (google.rpc.Status). */
export class MediationRefusal extends Error {
  override readonly name = 'MediationRefusal';
  readonly httpStatus: number;
  /** The google.rpc.Code, such as INVALID_ARGUMENT; empty if the answer has none. */
  readonly code: string;
  /** ErrorInfo.reason; empty if the answer has none. */
  readonly reason: string;
  readonly violations: readonly FieldViolation[];
  /** The body as received. */
  readonly body: unknown;

  constructor(httpStatus: number, body: unknown, signIn = 'diptych mediation login') {
    const { status = '', message, details = [] } = errorIn(body) ?? {};
    const violations = details.flatMap(({ fieldViolations = [] }) =>
      fieldViolations.map(({ field = '', description = '' }) => ({ field, description })),
    );
    const reason = details.find((detail) => detail.reason !== undefined)?.reason ?? '';
    const preconditions = details.flatMap(({ violations: list = [] }) => list.map((one) => one.description));
    super(textOf({ httpStatus, status, message, violations, preconditions, reason, signIn }));
    this.httpStatus = httpStatus;
    this.code = status;
    this.reason = reason;
    this.violations = violations;
    this.body = body;
  }
}

/** Proxies and some clients' servers wrap the error into an array. */
function errorIn(body: unknown): ErrorBody | undefined {
  const [first] = Array.isArray(body) ? body : [body];
  const { error } = (first ?? {}) as { readonly error?: unknown };
  return typeof error === 'object' && error !== null ? (error as ErrorBody) : undefined;
}

const REMEDIES: Readonly<Record<string, string>> = {
  UNAUTHENTICATED: 'the token is missing, unknown or expired; run SIGN_IN, or pass another one',
  PERMISSION_DENIED: 'the token does not allow this; sign in as a user who may, or ask for a wider scope',
  RESOURCE_EXHAUSTED: 'too many requests; try again in a minute',
};

interface Parts {
  readonly httpStatus: number;
  readonly status: string;
  readonly message: string | undefined;
  readonly violations: readonly FieldViolation[];
  readonly preconditions: readonly (string | undefined)[];
  readonly reason: string;
  /** The command that signs in. */
  readonly signIn: string;
}

/** The message, and one line for each part that the message does not already contain. */
function textOf({ httpStatus, status, message, violations, preconditions, reason, signIn }: Parts): string {
  if (reason === 'ROUTE_NOT_FOUND')
    return 'the server does not have this method: it is an older or restricted one, or --base-url is wrong';
  const first = message ?? `the server answered with status ${httpStatus}`;
  const told = violations
    .filter(({ description }) => !first.includes(description))
    .map(({ field, description }) =>
      field === '' || description.includes(field) ? description : `${field}: ${description}`,
    );
  const others = preconditions.filter((text) => text !== undefined && !first.includes(text));
  const remedy = REMEDIES[status]?.replace('SIGN_IN', signIn);
  return [first, ...told, ...others, ...(remedy ? [remedy] : [])].join('\n  ');
}
