import { ApiError, AwaitsApproval, ownError } from './errors.ts';
import { type PageAt, pages } from './pages.ts';
import { attempt, ONCE, type Patience } from './retries.ts';
import type { Answer, OutgoingRequest, Send } from './send.ts';

/** A method as a client knows it: a row of a contract, without its shapes. */
export interface Method {
  readonly http: readonly [method: 'GET' | 'POST' | 'PATCH', path: string];
  /** What may be repeated after a passing failure; without it, GET. */
  readonly kind?: 'read' | 'write';
}

/** What a call has besides the members of its request. */
export interface CallOptions extends Pick<OutgoingRequest, 'signal' | 'keepalive' | 'onSent'> {
  /** ETag for If-Match. */
  readonly ifMatch?: string | undefined;
  readonly headers?: OutgoingRequest['headers'];
}

/** A call with its path filled. */
export interface Request extends CallOptions {
  readonly method: string;
  readonly path: string;
  readonly query?: object | undefined;
  readonly body?: unknown;
  /** Whether it may be repeated; by default GET only. */
  readonly isRead?: boolean;
}

/** The request and the answer of each method of a contract. */
type Contract<Name extends string> = Readonly<
  Record<Name, { readonly request: object; readonly answer: unknown }>
>;

export interface Result<Body> {
  readonly status: number;
  readonly etag: string | undefined;
  readonly body: Body;
}

/** The items of a list in an answer. */
type ItemOf<Page, Member extends keyof Page> =
  NonNullable<Page[Member]> extends readonly (infer Item)[] ? Item : never;

/** Each method @throws ApiError, AwaitsApproval, and Unreachable by `send` */
export interface Client<Name extends string, C extends Contract<Name>> {
  call<N extends Name>(name: N, request: C[N]['request'], options?: CallOptions): Promise<C[N]['answer']>;
  /** The same, with its status and ETag. */
  result<N extends Name>(
    name: N,
    request: C[N]['request'],
    options?: CallOptions,
  ): Promise<Result<C[N]['answer']>>;
  /** An answer that is no JSON, such as an image. */
  media(name: Name, request: object, options?: CallOptions): Promise<Answer>;
  pages<N extends Name>(
    name: N,
    request: C[N]['request'],
    options?: CallOptions,
  ): AsyncGenerator<C[N]['answer'] & object>;
  /** The items of all pages. */
  items<N extends Name, Member extends keyof C[N]['answer'] & string>(
    name: N,
    member: Member,
    request: C[N]['request'],
    options?: CallOptions,
  ): AsyncGenerator<ItemOf<C[N]['answer'], Member>>;
  /** Sends what no contract describes, with the same retries and errors. */
  request<Body>(request: Request): Promise<Result<Body>>;
}

export interface Sending {
  readonly send: Send;
  /** How often a request is sent; once if absent. */
  readonly patience?: Patience | undefined;
  /** Says of an error what the user of this client can do. */
  readonly explain?: ((error: unknown) => unknown) | undefined;
}

/** Lists are repeated parameters; what is undefined is left out. */
function queryText(query: object = {}): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined)
      .map((one): [string, string] => [name, String(one)]),
  );
  return parameters.length > 0 ? `?${new URLSearchParams(parameters)}` : '';
}

function parsed(answer: Answer): unknown {
  const text = answer.text();
  try {
    const body: unknown = text === '' ? {} : JSON.parse(text);
    if (typeof body === 'object' && body !== null) return body;
  } catch {
    // Something else than the server answered.
  }
  const type = answer.headers.get('content-type') ?? 'something';
  throw ownError(
    answer.status,
    'NOT_JSON',
    `the server answers ${answer.status} with ${type}, not with JSON`,
  );
}

/** The status of an answer to a request that waits for a second person. */
const ACCEPTED = 202;

/** Sends requests, also those that no contract describes. */
export function requester({ send, patience = ONCE, explain = (error) => error }: Sending) {
  const answer = async (request: Request): Promise<Answer> => {
    const { method, path, query, body, ifMatch, headers, isRead = method === 'GET', ...sending } = request;
    const outgoing: OutgoingRequest = {
      ...sending,
      method,
      path: `${path}${queryText(query)}`,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    const received = await attempt(() => send(outgoing), { isRead, patience });
    if (received.ok) return received;
    throw new ApiError(received.status, parsed(received), received.headers);
  };

  const resultOf = async <Body>(request: Request): Promise<Result<Body>> => {
    const received = await answer(request);
    const body = parsed(received);
    const { status, headers } = received;
    if (status === ACCEPTED) throw new AwaitsApproval((body as Pick<AwaitsApproval, 'approval'>).approval);
    return { status, etag: headers.get('etag') ?? undefined, body: body as Body };
  };

  const explained = (error: unknown): never => {
    throw explain(error);
  };
  return {
    request: <Body>(request: Request) => resultOf<Body>(request).catch(explained),
    media: (request: Request) => answer(request).catch(explained),
  };
}

interface ClientOptions<Name extends string> extends Sending {
  readonly methods: Readonly<Record<Name, Method>>;
  /** Puts the members of a request into path, query and body. */
  readonly place: (method: Method, request: object, page: PageAt) => Request;
}

/** One way to call an interface: its methods as data, and a way to send. */
export function client<Name extends string, C extends Contract<Name>>({
  methods,
  place,
  ...sending
}: ClientOptions<Name>): Client<Name, C> {
  const { request: sendRequest, media } = requester(sending);
  const requestOf = (name: Name, members: object, options?: CallOptions, page: PageAt = {}): Request => ({
    ...place(methods[name], members, page),
    ...options,
  });

  const own: Client<Name, C> = {
    call: async (...given) => (await own.result(...given)).body,
    result: (...given) => sendRequest(requestOf(...given)),
    media: (...given) => media(requestOf(...given)),
    pages: (...given) =>
      pages(async (page) => {
        const [name, request, options] = given;
        return (await sendRequest<object>(requestOf(name, request, options, page))).body;
      }),
    async *items(name, member, ...given) {
      for await (const page of own.pages(name, ...given)) yield* (page[member] ?? []) as never[];
    },
    request: sendRequest,
  };
  return own;
}
