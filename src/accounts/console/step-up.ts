import { StatusError } from '../../conventions/status.ts';
import type { AccountDeps } from '../deps.ts';
import type { AccountWriter } from '../ports/store.ts';
import type { Begun } from './begin.ts';
import { takeCode } from './codes.ts';
import { actorOf } from './person.ts';
import { STEP_UP_FOR } from './policy.ts';
import { hashOf, newSecret } from './secrets.ts';
import { limited, type Password } from './sign-in.ts';
import type { LiveSession } from './use.ts';

type Needs = Pick<AccountDeps, 'store' | 'clock' | 'random'> & { readonly password: Password };

/** Network address, device and id of the request. */
export interface Asked {
  readonly address: string;
  readonly device?: string | undefined;
  readonly requestId: string;
}

export type StepUpSecret = { readonly password: string } | { readonly code: string };

const ended = () => new StatusError('SESSION_ENDED', 'The session has ended; sign in again.');
const wrong = () => new StatusError('PASSWORD_WRONG', 'The password is wrong.');

/** @throws StatusError PASSWORD_WRONG, SIGN_INS_LIMITED */
async function provePassword(
  deps: Needs,
  { person, session }: LiveSession,
  password: string,
  { address, device }: Asked,
): Promise<void> {
  if (person.kind !== 'user') throw wrong();
  const { email } = person.user;
  const proven = await deps.password.signIn({ email, password, address, device });
  if (proven.outcome === 'limited') throw limited(deps, proven.retryAt);
  if (proven.outcome !== 'signedIn' || proven.user.userId !== session.userId) throw wrong();
}

/**
 * The person proves the password again: the cookie changes, and final actions are allowed for five minutes.
 * @throws StatusError
 */
export const stepUp =
  (deps: Needs) =>
  async (live: LiveSession, secret: StepUpSecret, asked: Asked): Promise<Begun> => {
    if ('password' in secret) await provePassword(deps, live, secret.password, asked);
    const { session } = live;
    const [at, token] = [deps.clock(), newSecret(deps.random)];
    const change = { tokenHash: hashOf(token), authenticatedAt: at, lastUsedAt: at };
    const renew = async (writer: AccountWriter) => {
      if ('code' in secret) {
        const { userId } = await takeCode(writer, secret.code, { ...session, ...asked, now: at });
        if (userId !== session.userId) throw wrong();
      }
      if (!(await writer.renewConsoleSession(session, change))) throw ended();
      await writer.record({
        subject: 'consoleSession',
        subjectId: session.sessionId,
        event: 'stepUp',
        actor: actorOf(session.userId, asked.requestId),
        reason: 'code' in secret ? 'code' : 'password',
        at,
      });
    };
    await deps.store.write(renew);
    return { session: { ...session, ...change }, token };
  };

/** @throws StatusError STEP_UP_REQUIRED if the last proof of the password is too old for a final action */
export function requireStepUp({ session }: LiveSession, now: number): void {
  if (now < session.authenticatedAt + STEP_UP_FOR) return;
  throw new StatusError('STEP_UP_REQUIRED', 'This action is final; prove your password again.');
}
