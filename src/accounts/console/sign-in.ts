import { StatusError } from '../../conventions/status.ts';
import type { AccountDeps } from '../deps.ts';
import type { User } from '../ports/entities.ts';
import type { ChangePassword } from '../sign-in/change-password.ts';
import type { Credentials, SignIn, SignInOutcome } from '../sign-in/sign-in.ts';
import { type Begun, beginSession, type Visitor } from './begin.ts';

export type Proof = Pick<Credentials, 'email' | 'password' | 'device'>;

export interface Password {
  readonly signIn: SignIn;
  readonly changePassword: ChangePassword;
}

type Needs = Pick<AccountDeps, 'store' | 'clock' | 'random'> & { readonly password: Password };

const refused = () => new StatusError('SIGN_IN_REFUSED', 'The email or the password is wrong.');

/** @throws StatusError SIGN_INS_LIMITED with the time until the next attempt */
export function limited({ clock }: Pick<AccountDeps, 'clock'>, retryAt: number): StatusError {
  const retryDelay = Math.max(1000, retryAt - clock());
  return new StatusError('SIGN_INS_LIMITED', 'Too many attempts; try again later.', [], { retryDelay });
}

function provenBy(deps: Pick<AccountDeps, 'clock'>, outcome: SignInOutcome): User {
  if (outcome.outcome === 'refused') throw refused();
  if (outcome.outcome === 'limited') throw limited(deps, outcome.retryAt);
  if (outcome.outcome === 'signedIn') return outcome.user;
  const text = 'An administrator set this password; choose a new one.';
  throw new StatusError('PASSWORD_CHANGE_REQUIRED', text);
}

function checkRole({ role }: User, { console }: Visitor): void {
  if (console !== 'operators' || role !== undefined) return;
  throw new StatusError('ROLE_MISSING', 'This user has no role, which an administrator gives.');
}

async function begin({ store, ...deps }: Needs, user: User, visitor: Visitor): Promise<Begun> {
  checkRole(user, visitor);
  return store.write(async (writer) => {
    // The user may have been changed since the password was checked.
    const current = await writer.user(user.userId);
    if (current?.state !== 'active' || current.passwordHash !== user.passwordHash) throw refused();
    return beginSession(writer, deps, user.userId, visitor, 'password');
  });
}

/** Starts a session by email and password. @throws StatusError */
export const signInByPassword = (deps: Needs) => async (proof: Proof, visitor: Visitor) => {
  const { address } = visitor;
  const user = provenBy(deps, await deps.password.signIn({ ...proof, address }));
  return { ...(await begin(deps, user, visitor)), user };
};

/**
 * Starts a session by email and a new password, and ends all other sessions of the user. @throws StatusError
 */
export const signInWithNewPassword =
  (deps: Needs) => async (proof: Proof, chosen: string, visitor: Visitor) => {
    const { address } = visitor;
    const changed = await deps.password.changePassword({ ...proof, address }, chosen);
    if (changed.outcome === 'unfit')
      throw new StatusError('PASSWORD_UNFIT', changed.problem, [
        { field: 'newPassword', description: changed.problem },
      ]);
    const user = provenBy(deps, changed);
    return { ...(await begin(deps, user, visitor)), user };
  };
