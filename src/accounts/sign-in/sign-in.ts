import { ConflictError } from '../../conventions/errors.ts';
import type { AccountDeps } from '../deps.ts';
import { normalEmail } from '../ids.ts';
import { LONGEST_PASSWORD, type PasswordHasher } from '../password.ts';
import type { User } from '../ports/entities.ts';
import { attemptedBy, giveBack, takeAttempts } from './attempt-limits.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** The network address of the caller. */
  readonly address: string;
  /** Id of a browser in which this user signed in before, if the browser proved it. */
  readonly device?: string | undefined;
}

export type SignInOutcome =
  | { readonly outcome: 'signedIn'; readonly user: User }
  /** The right password, but another person set it: the user must choose a new one. */
  | { readonly outcome: 'mustChangePassword'; readonly user: User }
  /** Unknown user, disabled user or wrong password: the caller does not learn which. */
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'limited'; readonly retryAt: number };

export type SignIn = (credentials: Credentials) => Promise<SignInOutcome>;

type Needs = Pick<AccountDeps, 'store' | 'passwords' | 'policy' | 'clock'>;

/** Every path computes one hash, so that the time reveals nothing. */
async function verdict(passwords: PasswordHasher, user: User | undefined, password: string) {
  if (user?.state === 'active' && password.length <= LONGEST_PASSWORD) {
    return passwords.verify(password, user.passwordHash);
  }
  await passwords.verifyNothing(password.slice(0, LONGEST_PASSWORD));
  return 'wrong';
}

export function signIn({ store, passwords, policy, clock }: Needs): SignIn {
  const keepWithTodaysCost = async (user: User, password: string): Promise<User> => {
    const passwordHash = await passwords.hash(password);
    try {
      const { userId } = user;
      await store.write(async (writer) => {
        await writer.updateUser({ ...user, passwordHash });
        const actor = { kind: 'user', callerId: userId } as const;
        await writer.record({
          subject: 'user',
          subjectId: userId,
          event: 'rehashPassword',
          actor,
          at: clock(),
        });
      });
      return { ...user, passwordHash, revision: user.revision + 1 };
    } catch (error) {
      // Another change of the user came in between; the next sign-in tries again.
      if (!(error instanceof ConflictError)) throw error;
      return user;
    }
  };

  return async ({ email: typed, password, address, device }) => {
    const email = normalEmail(typed);
    const [own, ...shared] = attemptedBy(policy.attempts, email ?? '', { address, device });
    const admission = await store.write((writer) => takeAttempts(writer, [own, ...shared], clock()));
    if (!admission.admitted) return { outcome: 'limited', retryAt: admission.retryAt };
    const user = email === undefined ? undefined : await store.read((reader) => reader.userByEmail(email));
    const result = await verdict(passwords, user, password).catch(async (error: unknown) => {
      // The server is busy and tried no password, so the attempt does not count.
      await store.write(async (writer) => {
        for (const { subject } of [own, ...shared]) await giveBack(writer, subject);
      });
      throw error;
    });
    if (user === undefined || result === 'wrong') return { outcome: 'refused' };
    await store.write(async (writer) => {
      await writer.forgetAttempts(own.subject);
      for (const { subject } of shared) await giveBack(writer, subject);
    });
    if (!user.passwordIsOwn) return { outcome: 'mustChangePassword', user };
    const current = result === 'outdated' ? await keepWithTodaysCost(user, password) : user;
    return { outcome: 'signedIn', user: current };
  };
}
