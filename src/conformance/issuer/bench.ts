import type { OperationName } from '../../issuer/contract/index.ts';
import type { RandomFill } from '../../wallet/effects.ts';
import { type IssuerClient, issuerClient } from '../../wallet/index.ts';
import { NotRun } from '../deviation.ts';
import type { Hooks } from '../hooks/client.ts';
import type { HookAction, HookRequest, HookResponse, IssuedCode } from '../hooks/contract.ts';
import type { Pace } from '../run/pace.ts';
import type { Recorder } from '../run/recorder.ts';
import { idsFrom } from '../run/seed.ts';
import { type Devices, devicesOf } from './devices.ts';
import { madeCredentials } from './made-credentials.ts';
import { connectionTo, plausibleRequest, type Raw, type RawOptions, type Target } from './target.ts';

/** What a case of the issuer interface works with. */
export interface IssuerBench extends Devices {
  /** Sends what a wallet platform sends. */
  readonly issuer: IssuerClient;
  readonly issuerId: string;
  /** The time of the issuer. */
  now(): number;
  newId(): string;
  /** A request with the required members; `change` changes its body. */
  send(
    operation: OperationName,
    change?: (body: Record<string, unknown>) => unknown,
    options?: RawOptions,
  ): Promise<Raw>;
  /** Sends an unchanged text. */
  sendText(path: string, text: string, options?: RawOptions): Promise<Raw>;
  newCode(): Promise<Partial<IssuedCode> & { readonly code: string }>;
  hook<A extends HookAction>(action: A, request: HookRequest<A>): Promise<HookResponse<A>>;
  /** Starts everything at the same moment; `requests` is how many of them are sent at most. */
  together<T>(requests: number, acts: readonly (() => Promise<T>)[]): Promise<readonly T[]>;
  /** Tells of a difference from what is only advised. */
  note(text: string): void;
}

interface Parts {
  readonly target: Target;
  readonly pace: Pace;
  readonly recorder: Recorder;
  readonly hooks: Hooks | undefined;
  /** Codes that the operator gave; each is used once. */
  readonly codes: readonly string[];
  readonly random: RandomFill;
}

interface IssuerBenches {
  /** The bench of the next case. */
  readonly of: (note: (text: string) => void) => IssuerBench;
  /** Deletes what the run made. Resolves to what could not be deleted. */
  cleanUp(): Promise<readonly string[]>;
}

/** Prepares the work on an issuer. */
export async function issuerBenches(parts: Parts): Promise<IssuerBenches> {
  const { target, pace, recorder, hooks, random } = parts;
  const newId = idsFrom(random);
  const made = madeCredentials();
  const { transport, raw } = connectionTo(target, pace, recorder, made.see);
  const codes = [...parts.codes];
  let ahead = 0;
  const now = () => Date.now() + ahead;

  const hook: IssuerBench['hook'] = async (action, request) => {
    if (!hooks) throw new NotRun(`needs hook ${action}`);
    const answer = await hooks.call(action, request);
    if ('nowMillis' in answer) ahead = answer.nowMillis - Date.now();
    return answer;
  };
  const newCode: IssuerBench['newCode'] = async () => {
    const code = codes.shift();
    if (code !== undefined) return { code };
    if (hooks) return hook('issueCode', {});
    throw new NotRun('needs more codes');
  };
  // The clocks of a test issuer and of this machine can differ.
  await hook('advanceClock', { seconds: 0 }).catch(() => undefined);

  const client = { baseUrl: target.baseUrl, issuerId: target.issuerId, transport, newRequestId: newId };
  const { hpkeContext, attestationRoot } = target;
  const devices = devicesOf({
    options: () => ({
      issuer: client,
      clock: now,
      random,
      hpkeContext,
      ...(attestationRoot && { attestationRoot }),
    }),
    newCode,
  });
  const common = {
    ...devices,
    issuer: issuerClient(client),
    issuerId: target.issuerId,
    now,
    newId,
    send: (operation, change = (body) => body, options = {}) => {
      const { requestId, body } = plausibleRequest(operation, target, newId);
      return raw(operation, JSON.stringify(change(body)), requestId, options);
    },
    sendText: (path, text, options = {}) => raw(path, text, '', options),
    newCode,
    hook,
    async together(requests, acts) {
      await pace.reserve(requests);
      return Promise.all(acts.map((act) => act()));
    },
  } satisfies Omit<IssuerBench, 'note'>;

  return {
    of: (note) => ({ ...common, note }),
    async cleanUp() {
      let failed = 0;
      for (const credential of made.live()) {
        await common.issuer.notifyCredentialDeleted(credential).catch(() => {
          failed += 1;
        });
      }
      const left = failed > 0 ? [`${failed} credentials could not be deleted`] : [];
      if (!hooks) return left;
      return hooks.call('reset', {}).then(
        () => left,
        () => [...left, 'the test holders were not removed, because the hook reset failed'],
      );
    },
  };
}
