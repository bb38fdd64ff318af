import { StatusError } from '../../conventions/status.ts';
import type { AccountDeps } from '../deps.ts';
import type { AssertionJson, Passkeys, RequestOptions } from '../passkeys/index.ts';
import type { AccountWriter } from '../ports/store.ts';
import { requireRecentProof } from '../recent-proof.ts';
import type { NewSession } from './begin-session.ts';
import { actorOf } from './session-person.ts';
import { hashOf, newSecret } from './session-secrets.ts';
import { limited, type Password, provenByPasskey } from './sign-in.ts';
import { takeCode } from './sign-in-codes.ts';
import type { LiveSession } from './use-session.ts';

type Needs = Pick<AccountDeps, 'store' | 'policy' | 'clock' | 'random'> & {
  readonly password: Password;
  readonly passkeys: Passkeys;
};

/** Network address, device of an email, and id of the request. */
interface StepUpCall {
  readonly address: string;
  readonly deviceOf: (email: string) => string | undefined;
  readonly requestId: string;
}

type StepUpSecret =
  | { readonly password: string }
  | { readonly code: string }
  | { readonly passkey: AssertionJson };

function kindOf(secret: StepUpSecret): 'passkey' | 'code' | 'password' {
  if ('passkey' in secret) return 'passkey';
  return 'code' in secret ? 'code' : 'password';
}

const ended = () => new StatusError('SESSION_ENDED', 'The session has ended; sign in again.');
const wrong = () => new StatusError('PASSWORD_WRONG', 'The password is wrong.');

/** What the browser needs to prove a passkey; undefined if the person proves the password. */
export const stepUpOptions =
  ({ passkeys }: Pick<Needs, 'passkeys'>) =>
  async ({ person, session }: LiveSession): Promise<RequestOptions | undefined> =>
    person.kind === 'user' ? passkeys.beginProof(person.user, () => session.sessionId, 'stepUp') : undefined;

/** @throws StatusError PASSKEY_REFUSED, SIGN_INS_LIMITED */
async function provePasskey(
  deps: Needs,
  { session }: LiveSession,
  answer: AssertionJson,
  { address, deviceOf }: StepUpCall,
): Promise<void> {
  const request = { answer, holder: session.sessionId, purposes: ['stepUp'], address, deviceOf } as const;
  provenByPasskey(deps, await deps.passkeys.prove(request));
}

/** @throws StatusError PASSKEY_NEEDED, PASSWORD_WRONG, SIGN_INS_LIMITED */
async function provePassword(
  deps: Needs,
  live: LiveSession,
  password: string,
  { address, deviceOf }: StepUpCall,
): Promise<void> {
  const { person, session } = live;
  if (person.kind !== 'user') throw wrong();
  if (await stepUpOptions(deps)(live))
    throw new StatusError('PASSKEY_NEEDED', 'You have a passkey, so the password alone is not enough.');
  const { email } = person.user;
  const device = deviceOf(email);
  const proven = await deps.password.signIn({ email, password, address, device });
  if (proven.outcome === 'limited') throw limited(deps, proven.retryAt);
  if (proven.outcome !== 'signedIn' || proven.user.userId !== session.userId) throw wrong();
}

/**
 * The person proves the password again: the cookie changes, and final actions are allowed again.
 * @throws StatusError
 */
export const stepUp =
  (deps: Needs) =>
  async (live: LiveSession, secret: StepUpSecret, asked: StepUpCall): Promise<NewSession> => {
    if ('password' in secret) await provePassword(deps, live, secret.password, asked);
    if ('passkey' in secret) await provePasskey(deps, live, secret.passkey, asked);
    const { session } = live;
    const [at, token] = [deps.clock(), newSecret(deps.random)];
    const change = { tokenHash: hashOf(token), authenticatedAt: at, lastUsedAt: at };
    const renew = async (writer: AccountWriter) => {
      if ('code' in secret) {
        const { userId } = await takeCode(writer, deps.policy, secret.code, {
          ...session,
          ...asked,
          now: at,
        });
        if (userId !== session.userId) throw wrong();
      }
      if (!(await writer.renewConsoleSession(session, change))) throw ended();
      await writer.record({
        subject: 'consoleSession',
        subjectId: session.sessionId,
        event: 'stepUp',
        actor: actorOf(session.userId, asked.requestId),
        reason: kindOf(secret),
        at,
      });
    };
    await deps.store.write(renew);
    return { session: { ...session, ...change }, token };
  };

/** @throws StatusError SIGN_IN_TOO_OLD if a final action needs a newer proof of who the person is */
export const requireStepUp = ({ proof }: LiveSession, now: number): void => requireRecentProof(proof, now);
