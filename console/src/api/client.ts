import { type CallOptions as Options, type Result, requester } from '../../../src/client/client.ts';
import { ownError, Unreachable } from '../../../src/client/errors.ts';
import type { Send } from '../../../src/client/send.ts';
import { fetchFrom } from '../../../src/client/transport/fetch.ts';

import { typedJson } from '../kit/as-typed.ts';

export { ApiError, type Violation } from '../../../src/client/errors.ts';

export interface CallOptions extends Pick<Options, 'ifMatch' | 'signal' | 'keepalive'> {
  /** An automatic refresh, which does not extend the session. */
  readonly background?: boolean;
}

/** The options of the client; a refresh tells the server what it is. */
export const optionsOf = ({ background, ...options }: CallOptions = {}): Options => ({
  ...options,
  ...(background && { headers: { 'x-diptych-background': '1' } }),
});

/** Without fields that a person left empty. */
export const withoutBlanks = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], ''>;
  };

/** The request waits for the approval of a second person. */
export interface Waiting {
  readonly approval: { readonly id: string };
}

export const isWaiting = (answer: unknown): answer is Waiting =>
  typeof answer === 'object' && answer !== null && Object.keys(answer).join() === 'approval';

/** Receives the end of the session, which each answer carries in `X-Diptych-Session-End` (ISO 8601). */
let noteEnd: (end: string) => void = () => {};
export const onSessionEnd = (listener: (end: string) => void): void => {
  noteEnd = listener;
};

const HEADERS = { 'x-diptych-console': '1' };
const fetching = fetchFrom({
  url: '/console/api',
  init: { headers: HEADERS, credentials: 'same-origin', cache: 'no-store', redirect: 'error' },
});

/** Answers beside errors in which the server says what to type. */
const HAS_REMEDIES: ReadonlySet<string> = new Set(['/admin/v1/findings']);

/** Sends a request under `/console/api`. */
export const sendToConsole: Send = async (request) => {
  const { method, headers, body = '{}' } = request;
  const json = { headers: { ...headers, 'content-type': 'application/json' }, body };
  const answer = await fetching({ ...request, ...(method !== 'GET' && json) }).catch((error: unknown) => {
    throw error instanceof Unreachable ? ownError(0, 'UNREACHABLE', error.message) : error;
  });
  const end = answer.headers.get('x-diptych-session-end');
  if (end !== null) noteEnd(end);
  return answer.ok && !HAS_REMEDIES.has(request.path)
    ? answer
    : { ...answer, text: () => typedJson(answer.text()) };
};

const own = requester({ send: sendToConsole });

/** Calls what belongs to the console alone. @throws ApiError */
export const send = <Body>(
  method: string,
  path: string,
  body?: object,
  options?: CallOptions,
): Promise<Result<Body>> => own.request<Body>({ method, path, ...(body && { body }), ...optionsOf(options) });
