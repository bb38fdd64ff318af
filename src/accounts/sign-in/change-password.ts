import { retryOnConflict } from '../../conventions/errors.ts';
import type { AccountDeps } from '../deps.ts';
import { lengthProblemOf } from '../password.ts';
import type { User } from '../ports/entities.ts';
import type { Credentials, SignIn, SignInOutcome } from './sign-in.ts';

export type ChangeOutcome =
  | Exclude<SignInOutcome, { readonly outcome: 'mustChangePassword' }>
  /** The new password breaks a rule; the old one was not checked. */
  | { readonly outcome: 'unfit'; readonly problem: string };

/** Users change their own password with the current one. */
export type ChangePassword = (credentials: Credentials, chosen: string) => Promise<ChangeOutcome>;

type Needs = Pick<AccountDeps, 'store' | 'passwords' | 'clock'> & { readonly signIn: SignIn };

function problemOf(password: string, chosen: string): string | undefined {
  const problem = lengthProblemOf(chosen);
  if (problem !== undefined) return problem;
  // Both texts are normalized as for the hash.
  return chosen.normalize('NFKC') === password.normalize('NFKC')
    ? 'The new password is the old one; choose another.'
    : undefined;
}

/** The attempt counts as a sign-in. All sessions, grants and tokens of the user end with the old password. */
export function changePassword({ store, passwords, clock, signIn }: Needs): ChangePassword {
  const keep = (proven: User, passwordHash: string) =>
    store.write(async (writer): Promise<ChangeOutcome> => {
      const user = await writer.user(proven.userId);
      // Since the check, the password was changed or the user was disabled.
      if (user?.state !== 'active' || user.passwordHash !== proven.passwordHash)
        return { outcome: 'refused' };
      const at = clock();
      const { userId } = user;
      const changed = { ...user, passwordHash, passwordIsOwn: true, updatedAt: at };
      await writer.updateUser(changed);
      await writer.endGrants({ userId });
      const actor = { kind: 'user', callerId: userId } as const;
      await writer.record({ subject: 'user', subjectId: userId, event: 'changePassword', actor, at });
      return { outcome: 'signedIn', user: changed };
    });

  return async (credentials, chosen) => {
    const problem = problemOf(credentials.password, chosen);
    if (problem !== undefined) return { outcome: 'unfit', problem };
    const found = await signIn(credentials);
    if (found.outcome === 'refused' || found.outcome === 'limited') return found;
    const passwordHash = await passwords.hash(chosen);
    return retryOnConflict(() => keep(found.user, passwordHash));
  };
}
