import { StatusError } from '../../conventions/status.ts';
import type { AccountDeps } from '../deps.ts';
import type { Passkeys, ProofOutcome, ProofRequest, RequestOptions } from '../passkeys/index.ts';
import type { User } from '../ports/entities.ts';
import type { ChangePassword } from '../sign-in/change-password.ts';
import type { Credentials, SignIn, SignInOutcome } from '../sign-in/sign-in.ts';
import { beginSession, type NewSession, type Visitor } from './begin-session.ts';

type Proof = Pick<Credentials, 'email' | 'password' | 'device'>;

export interface Password {
  readonly signIn: SignIn;
  readonly changePassword: ChangePassword;
}

type Needs = Pick<AccountDeps, 'store' | 'clock' | 'random'> & {
  readonly password: Password;
  readonly passkeys: Passkeys;
};

/** A session, or what the browser needs for the passkey that must follow the password. */
export type SignedIn = (NewSession & { readonly user: User }) | { readonly publicKey: RequestOptions };

/** The secret of the browser that is signing in; called only if it is needed. */
type BrowserOf = () => string;

const refused = () => new StatusError('SIGN_IN_REFUSED', 'The email or the password is wrong.');

/** @throws StatusError SIGN_INS_LIMITED with the time until the next attempt */
export function limited({ clock }: Pick<AccountDeps, 'clock'>, retryAt: number): StatusError {
  const retryDelay = Math.max(1000, retryAt - clock());
  return new StatusError('SIGN_INS_LIMITED', 'Too many attempts; try again later.', [], { retryDelay });
}

function requireOwnPassword({ passwordIsOwn }: User): void {
  if (passwordIsOwn) return;
  const text = 'An administrator set your password; sign in with it and choose a new one.';
  throw new StatusError('PASSWORD_CHANGE_REQUIRED', text);
}

function provenBy(deps: Pick<AccountDeps, 'clock'>, outcome: SignInOutcome): User {
  if (outcome.outcome === 'refused') throw refused();
  if (outcome.outcome === 'limited') throw limited(deps, outcome.retryAt);
  requireOwnPassword(outcome.user);
  return outcome.user;
}

/** The user who proved a passkey. @throws StatusError PASSKEY_REFUSED, SIGN_INS_LIMITED */
export function provenByPasskey(deps: Pick<AccountDeps, 'clock'>, outcome: ProofOutcome) {
  if (outcome.outcome === 'proven') return outcome;
  if (outcome.outcome === 'limited') throw limited(deps, outcome.retryAt);
  throw new StatusError('PASSKEY_REFUSED', 'The passkey was not accepted. Try again, or use another one.');
}

function checkRole({ role }: User, { console }: Visitor): void {
  if (console !== 'operators' || role !== undefined) return;
  throw new StatusError('ROLE_MISSING', 'This user has no role, which an administrator gives.');
}

async function begin(
  { store, passkeys, ...deps }: Needs,
  user: User,
  visitor: Visitor,
  by: 'password' | 'passwordAndPasskey' | 'passkey',
): Promise<NewSession> {
  checkRole(user, visitor);
  return store.write(async (writer) => {
    // The user may have been changed since the password was checked.
    const current = await writer.user(user.userId);
    if (current?.state !== 'active' || current.passwordHash !== user.passwordHash) throw refused();
    // The first passkey ended all sessions of the password. It may have been registered since then, too.
    if (by === 'password' && (await passkeys.isRegistered(writer, user)))
      throw new StatusError('PASSKEY_NEEDED', 'You have registered a passkey meanwhile. Sign in with it.');
    return beginSession(writer, deps, user.userId, visitor, by);
  });
}

/** The session, unless a passkey must follow the password. */
async function afterPassword(
  deps: Needs,
  user: User,
  visitor: Visitor,
  browserOf: BrowserOf,
): Promise<SignedIn> {
  checkRole(user, visitor);
  const publicKey = await deps.passkeys.beginProof(user, browserOf, 'secondFactor');
  if (publicKey) return { publicKey };
  return { ...(await begin(deps, user, visitor, 'password')), user };
}

/** Starts a session by email and password. @throws StatusError */
export const signInByPassword =
  (deps: Needs) =>
  async (proof: Proof, visitor: Visitor, browserOf: BrowserOf): Promise<SignedIn> => {
    const { address } = visitor;
    const user = provenBy(deps, await deps.password.signIn({ ...proof, address }));
    return afterPassword(deps, user, visitor, browserOf);
  };

/** Starts a session by a passkey, alone or after the password. @throws StatusError */
export const signInByPasskey =
  (deps: Needs) =>
  async (
    proof: Pick<ProofRequest, 'answer' | 'holder' | 'deviceOf'>,
    visitor: Visitor,
  ): Promise<NewSession & { readonly user: User }> => {
    const { address } = visitor;
    const purposes = ['signIn', 'secondFactor'] as const;
    const proven = provenByPasskey(deps, await deps.passkeys.prove({ ...proof, purposes, address }));
    const { user, purpose } = proven;
    requireOwnPassword(user);
    const by = purpose === 'secondFactor' ? 'passwordAndPasskey' : 'passkey';
    return { ...(await begin(deps, user, visitor, by)), user };
  };

interface NewPassword {
  readonly chosen: string;
  /** Of a user who has one: the first answer says what the browser needs for it. */
  readonly passkey: Parameters<ChangePassword>[2];
}

/**
 * Starts a session by email and a new password, and ends all other sessions of the user. @throws StatusError
 */
export const signInWithNewPassword =
  (deps: Needs) =>
  async (
    proof: Proof,
    { chosen, passkey }: NewPassword,
    visitor: Visitor,
    browserOf: BrowserOf,
  ): Promise<SignedIn> => {
    const { address } = visitor;
    const changed = await deps.password.changePassword({ ...proof, address }, chosen, passkey);
    if (changed.outcome === 'passkeyNeeded') {
      const publicKey = await deps.passkeys.beginProof(changed.user, browserOf, 'secondFactor');
      if (publicKey === undefined) throw refused();
      return { publicKey };
    }
    if (changed.outcome === 'unfit')
      throw new StatusError('PASSWORD_UNFIT', changed.problem, [
        { field: 'newPassword', description: changed.problem },
      ]);
    const user = provenBy(deps, changed);
    if (passkey) return { ...(await begin(deps, user, visitor, 'passwordAndPasskey')), user };
    return afterPassword(deps, user, visitor, browserOf);
  };
