/** A method of an interface of the server: its path, with members of the request in braces. */
export interface Address {
  readonly method: string;
  readonly path: string;
}

export interface CallOptions {
  /** An automatic refresh, which does not extend the session. */
  readonly background?: boolean;
  readonly ifMatch?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The browser sends the request even when the page closes. */
  readonly keepalive?: boolean;
}

export interface Violation {
  readonly field: string;
  readonly description: string;
}

/** A refusal of the server (google.rpc.Status), or status 0 if no answer arrived. */
export class ApiError extends Error {
  readonly status: number;
  /** Such as `SIGN_IN_TOO_OLD`; see docs/reference/errors.md. */
  readonly reason: string;
  readonly requestId: string | undefined;
  readonly violations: readonly Violation[];
  /** Seconds to wait, where the server says so. */
  readonly retryAfter: number | undefined;

  constructor(status: number, reason: string, message: string, more: Partial<ApiError> = {}) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.requestId = more.requestId;
    this.violations = more.violations ?? [];
    this.retryAfter = more.retryAfter;
  }
}

/** The request waits for the approval of a second person. */
export interface Waiting {
  readonly approval: { readonly id: string };
}

export const isWaiting = (answer: unknown): answer is Waiting =>
  typeof answer === 'object' && answer !== null && Object.keys(answer).join() === 'approval';

interface Detail {
  readonly reason?: string;
  readonly fieldViolations?: readonly Violation[];
  readonly requestId?: string;
}

function errorOf(response: Response, body: unknown): ApiError {
  const { error } = (body ?? {}) as {
    error?: { message?: string; status?: string; details?: readonly Detail[] };
  };
  const details = error?.details ?? [];
  const find = <Key extends keyof Detail>(key: Key) => details.find((detail) => detail[key])?.[key];
  const retry = Number(response.headers.get('retry-after'));
  return new ApiError(
    response.status,
    find('reason') ?? error?.status ?? `HTTP_${response.status}`,
    error?.message ?? `the server answered ${response.status}`,
    {
      requestId: find('requestId') ?? response.headers.get('x-request-id') ?? undefined,
      violations: find('fieldViolations') ?? [],
      retryAfter: retry > 0 ? retry : undefined,
    },
  );
}

/** Receives the end of the session, which each answer carries in `X-Diptych-Session-End` (ISO 8601). */
let noteEnd: (end: string) => void = () => {};
export const onSessionEnd = (listener: (end: string) => void): void => {
  noteEnd = listener;
};

export interface Answer<Body> {
  readonly status: number;
  readonly etag: string | undefined;
  readonly body: Body;
}

async function request(
  method: string,
  path: string,
  body?: unknown,
  { background, ifMatch, signal, keepalive }: CallOptions = {},
): Promise<Response> {
  const headers = new Headers({ 'x-diptych-console': '1' });
  if (method !== 'GET') headers.set('content-type', 'application/json');
  if (background) headers.set('x-diptych-background', '1');
  if (ifMatch !== undefined) headers.set('if-match', ifMatch);
  let response: Response;
  try {
    response = await fetch(`/console/api${path}`, {
      method,
      headers,
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
      ...(signal && { signal }),
      ...(keepalive && { keepalive }),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError(0, 'UNREACHABLE', 'the server did not answer');
  }
  const end = response.headers.get('x-diptych-session-end');
  if (end !== null) noteEnd(end);
  return response;
}

async function json(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    throw new ApiError(response.status, 'NOT_JSON', `the answer ${response.status} is not JSON`);
  }
}

/** Sends a request under `/console/api`. @throws ApiError */
export async function send<Body>(
  method: string,
  path: string,
  body?: unknown,
  options?: CallOptions,
): Promise<Answer<Body>> {
  const response = await request(method, path, body, options);
  const parsed = await json(response);
  if (!response.ok) throw errorOf(response, parsed);
  return { status: response.status, etag: response.headers.get('etag') ?? undefined, body: parsed as Body };
}

type Members = Readonly<Record<string, unknown>>;

/** Fills the path with members of the request. A member that is a resource name keeps its slashes. */
function fill(path: string, request: Members): { path: string; rest: Members } {
  const rest: Record<string, unknown> = { ...request };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  return { path: filled, rest };
}

function query(rest: Members): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) {
    if (value === undefined || value === '') continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** Calls a method of the admin interface with one object, as the registry describes it. @throws ApiError */
export function call<Body>(
  { method, path: pattern }: Address,
  request: Members,
  options?: CallOptions,
): Promise<Answer<Body>> {
  const { path, rest } = fill(pattern, request);
  if (method === 'GET') return send<Body>('GET', `${path}${query(rest)}`, undefined, options);
  return send<Body>(method, path, rest, options);
}

/** Reads an answer that is not JSON, such as an image. @throws ApiError */
export async function readBytes(
  { path: pattern }: Address,
  members: Members,
  options?: CallOptions,
): Promise<Blob> {
  const { path, rest } = fill(pattern, members);
  const response = await request('GET', `${path}${query(rest)}`, undefined, options);
  if (!response.ok) throw errorOf(response, await json(response));
  return response.blob();
}
