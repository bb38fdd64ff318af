import type { BodyOf, MethodName, QueryOf, ResponseOf } from '../../../mediation/contract/index.ts';
import { VERSION } from '../../../server/version.ts';
import { MEDIATION_METHODS } from '../../methods/mediation.ts';
import { reach } from '../../reach.ts';
import { attempt, PATIENCE, type Patience, type Received } from './attempts.ts';
import { MediationRefusal } from './refusal.ts';
import { hideToken } from './secrets.ts';

/** What happens to a request on its way. */
export interface Sending {
  /** Ends the request when nobody needs its answer any more. */
  readonly signal?: AbortSignal;
  /** Called when the request is on its way. */
  readonly onSent?: () => void;
}

export interface Call<Query = object, Body = unknown> extends Sending {
  /** Resource name for the path: the resource itself, or its parent. */
  readonly on?: string;
  readonly query?: Query & { readonly fields?: string };
  readonly body?: Body;
  /** ETag for If-Match. */
  readonly ifMatch?: string | undefined;
}

/** A request that the contract does not describe. `path` is relative to the base URL. */
interface Request extends Omit<Call, 'on' | 'query'> {
  readonly query?: object;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Whether it may be repeated; by default GET only. */
  readonly isRead?: boolean;
}

type Lists<Name extends MethodName> = {
  [Member in keyof ResponseOf<Name>]-?: NonNullable<ResponseOf<Name>[Member]> extends readonly (infer Item)[]
    ? Item
    : never;
};

/** Client of the mediation interface of any server that has it. */
export interface MediationApi {
  readonly baseUrl: string;
  /** Calls a method by its name in the contract. @throws MediationRefusal, Unreachable */
  call<Name extends MethodName>(
    method: Name,
    call?: Call<QueryOf<Name>, BodyOf<Name>>,
  ): Promise<ResponseOf<Name>>;
  /** The items of all pages; reads the next page only when it is needed. */
  items<Name extends MethodName, Member extends keyof ResponseOf<Name> & string>(
    method: Name,
    member: Member,
    call?: Call<QueryOf<Name>>,
  ): AsyncGenerator<Lists<Name>[Member]>;
  /** Sends a request to a path, with the same retries and errors. */
  send<Answer = unknown>(request: Request): Promise<Answer>;
}

export interface ClientOptions {
  /** Without a slash at the end; it may have a path. */
  readonly baseUrl: string;
  /** Asked before every request, so that an expired token can be refreshed. */
  readonly token: () => string | Promise<string>;
  readonly patience?: Patience;
  /** The command that signs in at this server. */
  readonly signIn?: string;
}

function addressOf(baseUrl: string, path: string, query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const parameters = given.flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
  );
  const search = parameters.length > 0 ? `?${new URLSearchParams(parameters)}` : '';
  return `${baseUrl}/${path.replace(/^\//, '')}${search}`;
}

/** The public service compresses answers only for user agents that name gzip; reach asks for it and unpacks. */
const USER_AGENT = `diptych/${VERSION} (gzip)`;

/** @throws MediationRefusal */
function contentOf({ ok, status, headers, text }: Received, baseUrl: string, signIn?: string): unknown {
  let content: unknown;
  try {
    content = text === '' ? {} : JSON.parse(text);
  } catch {
    const type = headers.get('content-type') ?? 'something';
    const message = `${baseUrl} answers ${status} with ${type}, not with JSON; correct --base-url`;
    throw new MediationRefusal(status, { error: { message } });
  }
  if (!ok) throw new MediationRefusal(status, content, signIn);
  return content;
}

export function mediationClient({
  baseUrl,
  token,
  patience = PATIENCE,
  signIn,
}: ClientOptions): MediationApi {
  const send = async <Answer>(request: Request): Promise<Answer> => {
    const { method, path, query, body, ifMatch, isRead = method === 'GET', onSent } = request;
    const address = addressOf(baseUrl, path, query);
    const bearer = await token();
    const headers = {
      authorization: `Bearer ${bearer}`,
      accept: 'application/json',
      'user-agent': USER_AGENT,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    };
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const once = async (): Promise<Received> => {
      const late = AbortSignal.timeout(patience.timeout);
      const signal = request.signal ? AbortSignal.any([request.signal, late]) : late;
      const answer = await reach(address, { method, headers, ...content, signal, onSent });
      return { ok: answer.ok, status: answer.status, headers: answer.headers, text: await answer.text() };
    };
    try {
      return contentOf(await attempt(once, { isRead, patience }), baseUrl, signIn) as Answer;
    } catch (error) {
      throw hideToken(error, bearer);
    }
  };

  const call: MediationApi['call'] = (name, { on = '', ...rest } = {}) => {
    const { http, kind } = MEDIATION_METHODS[name];
    const [method, template] = http;
    const path = template.replace(/\{\+\w+\}/, on);
    const request: Call = rest;
    return send({ ...request, method, path, isRead: kind === 'read' });
  };

  return {
    baseUrl,
    call,
    send,
    async *items(name, member, given = {}) {
      let pageToken: string | undefined;
      do {
        const query = { ...given.query, ...(pageToken !== undefined && { pageToken }) };
        const page = await call(name, { ...given, query } as never);
        yield* (page[member] ?? []) as Lists<typeof name>[typeof member][];
        const { nextPageToken: next } = page as { readonly nextPageToken?: string };
        if (next !== undefined && next === pageToken)
          throw new MediationRefusal(200, {
            error: { message: 'the server names the same next page for ever' },
          });
        pageToken = next || undefined;
      } while (pageToken !== undefined);
    },
  };
}

/** All items as an array. */
export async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
