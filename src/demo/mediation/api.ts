import type { Connection } from '../../cli/admin/connection.ts';
import { MEDIATION_METHODS } from '../../cli/methods/mediation.ts';
import { ApiError } from '../../client/errors.ts';
import { type MediationMethods, mediationClient } from '../../client/mediation.ts';
import type {
  AdUnit,
  AdUnitMapping,
  MediationGroup,
  MethodName,
  ResponseOf,
} from '../../mediation/contract/index.ts';
import type { Send } from '../http.ts';
import { type Narrator, StoryError } from '../narrator.ts';

/** A client of the mediation interface; methods have their names in the contract. */
interface MediationApi {
  /** Methods answered so far. */
  readonly called: ReadonlySet<MethodName>;
  /** @throws StoryError if the request is refused */
  call<Name extends MethodName>(
    method: Name,
    request: MediationMethods[Name]['request'],
  ): Promise<ResponseOf<Name>>;
  /** Calls a method and expects a refusal. */
  refusal(method: MethodName, request: object): Promise<ApiError>;
  /** Uses another access token from now on. */
  useToken(accessToken: string): void;
}

export function mediationApi(send: Send, url: string, accessToken: string): MediationApi {
  const called = new Set<MethodName>();
  let token = accessToken;
  const api = mediationClient(MEDIATION_METHODS, ({ path, headers, ...request }) =>
    send({ ...request, path: `${url}${path}`, headers: { authorization: `Bearer ${token}`, ...headers } }),
  );
  return {
    called,
    async call(method, request) {
      const answer = await api.call(method, request).catch((cause: Error) => {
        throw new StoryError(`${method} was refused: ${cause.message}`, { cause });
      });
      called.add(method);
      return answer;
    },
    async refusal(method, request) {
      const outcome: unknown = await api.call(method, request).catch((error: unknown) => error);
      if (outcome instanceof ApiError) return outcome;
      throw new StoryError(`${method} should have been refused`);
    },
    useToken(another) {
      token = another;
    },
  };
}

/** The tools of the ad-ops engineer. */
export interface DemoSession {
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
