import type { BodyOf, MethodName, QueryOf, ResponseOf } from '../mediation/contract/index.ts';
import { type CallOptions, type Client, client, type Method, type Request, type Sending } from './client.ts';
import type { PageAt } from './pages.ts';
import type { Send } from './send.ts';

interface Call<Query = object, Body = unknown> extends CallOptions {
  /** Resource name for the path: the resource itself, or its parent. */
  readonly on?: string;
  readonly query?: Query & { readonly fields?: string };
  readonly body?: Body;
  readonly validateOnly?: boolean | undefined;
}

export type MediationMethods = {
  readonly [Name in MethodName]: {
    readonly request: Call<QueryOf<Name>, BodyOf<Name>>;
    readonly answer: ResponseOf<Name>;
  };
};

export type MediationClient = Client<MethodName, MediationMethods>;

function place({ http: [method, path], kind }: Method, request: Call, page: PageAt): Request {
  const { on = '', query, validateOnly, ...call } = request;
  const resource = on.split('/').map(encodeURIComponent).join('/');
  return {
    ...call,
    method,
    path: `/${path.replace(/\{\+\w+\}/, resource)}`,
    query: { ...query, ...(validateOnly && { validateOnly }), ...page },
    isRead: kind === 'read',
  };
}

/** Client of the mediation interface of any server that has it. */
export const mediationClient = (
  methods: Readonly<Record<MethodName, Method>>,
  send: Send,
  options: Omit<Sending, 'send'> = {},
): MediationClient => client({ methods, send, place, ...options });
