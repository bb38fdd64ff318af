import {
  type AdUnit,
  type AdUnitMapping,
  type BodyOf,
  METHODS,
  type MediationGroup,
  type MethodName,
  type QueryOf,
  type ResponseOf,
} from '../../../mediation/contract/index.ts';
import type { Connection } from '../../admin/connection.ts';
import type { Received, Send } from '../http.ts';
import { type Narrator, StoryError } from '../stage.ts';

export interface Call<Query, Body> {
  /** Resource name for the path: the resource itself, or its parent. */
  readonly on?: string;
  readonly query?: Query & { readonly fields?: string };
  readonly body?: Body;
  /** The ETag for If-Match. */
  readonly ifMatch?: string;
}

/** The parts of google.rpc.Status that the demo prints. */
export interface Refusal {
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly violations: readonly { readonly field: string; readonly description: string }[];
}

/** A client of the mediation interface; methods have their names in the contract. */
interface MediationApi {
  /** Methods answered so far. */
  readonly called: ReadonlySet<MethodName>;
  /** @throws StoryError if the request is refused */
  call<Name extends MethodName>(
    method: Name,
    call?: Call<QueryOf<Name>, BodyOf<Name>>,
  ): Promise<ResponseOf<Name>>;
  /** Calls a method and expects a refusal. */
  refusal(method: MethodName, call?: Call<Readonly<Record<string, unknown>>, object>): Promise<Refusal>;
  /** Uses another access token from now on. */
  useToken(accessToken: string): void;
}

interface ErrorBody {
  readonly error: {
    readonly status: string;
    readonly message: string;
    readonly details: readonly {
      readonly reason?: string;
      readonly fieldViolations?: Refusal['violations'];
    }[];
  };
}

function refusalIn(text: string): Refusal {
  const { status, message, details } = (JSON.parse(text) as ErrorBody).error;
  return {
    status,
    reason: details.find(({ reason }) => reason !== undefined)?.reason ?? '',
    message,
    violations: details.flatMap(({ fieldViolations = [] }) => fieldViolations),
  };
}

export function mediationApi(send: Send, url: string, accessToken: string): MediationApi {
  const called = new Set<MethodName>();
  let token = accessToken;

  const ask = (method: MethodName, call: Call<object, unknown>): Promise<Received> => {
    const { httpMethod, path } = METHODS[method].address;
    const { on = '', query = {}, body, ifMatch } = call;
    const parameters = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const search = parameters.size > 0 ? `?${parameters}` : '';
    return send({
      method: httpMethod,
      url: `${url}/${path.replace(/\{\+\w+\}/, on)}${search}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  };

  return {
    called,
    async call(method, call = {}) {
      const { ok, text } = await ask(method, call);
      if (!ok) throw new StoryError(`${method} was refused: ${text}`);
      called.add(method);
      return JSON.parse(text);
    },
    async refusal(method, call = {}) {
      const { ok, text } = await ask(method, call);
      if (ok) throw new StoryError(`${method} was done, and should have been refused`);
      return refusalIn(text);
    },
    useToken(another) {
      token = another;
    },
  };
}

/** The tools of the ad-ops engineer. */
export interface Desk {
  readonly tell: Narrator;
  readonly api: MediationApi;
  /** Resource name of the account: accounts/pub-… */
  readonly account: string;
  /** The operator; only operators can read the audit log. */
  readonly operator: Connection;
}

/** In the contract every member of a message is optional. The server always sets these. */
type Kept<Message, Names extends keyof Message> = Message & {
  readonly [Name in Names]-?: NonNullable<Message[Name]>;
};

export type KeptAdUnit = Kept<AdUnit, 'name' | 'adUnitId'>;
export type KeptMapping = Kept<AdUnitMapping, 'name'>;
export type KeptGroup = Kept<MediationGroup, 'name' | 'etag' | 'mediationGroupLines'>;
