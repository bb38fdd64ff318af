import { retryOnConflict } from '../../conventions/errors.ts';
import type { AccountDeps } from '../deps.ts';
import type { Passkeys, ProofRequest } from '../passkeys/index.ts';
import { lengthProblemOf } from '../password.ts';
import type { User } from '../ports/entities.ts';
import type { Credentials, SignIn, SignInOutcome } from './sign-in.ts';

export type ChangeOutcome =
  | Exclude<SignInOutcome, { readonly outcome: 'mustChangePassword' }>
  /** The old password is right, and a passkey must be proved too; nothing was changed. */
  | { readonly outcome: 'passkeyNeeded'; readonly user: User }
  /** The new password breaks a rule; the old one was not checked. */
  | { readonly outcome: 'unfit'; readonly problem: string };

/** Users change their own password with the current one. */
export type ChangePassword = (
  credentials: Credentials,
  chosen: string,
  passkey?: Pick<ProofRequest, 'answer' | 'holder' | 'deviceOf'>,
) => Promise<ChangeOutcome>;

type Needs = Pick<AccountDeps, 'store' | 'passwords' | 'clock'> & {
  readonly signIn: SignIn;
  readonly passkeys: Pick<Passkeys, 'isRegistered' | 'prove'>;
};

function problemOf(password: string, chosen: string): string | undefined {
  const problem = lengthProblemOf(chosen);
  if (problem !== undefined) return problem;
  // Both texts are normalized as for the hash.
  return chosen.normalize('NFKC') === password.normalize('NFKC')
    ? 'The new password is the old one; choose another.'
    : undefined;
}

/**
 * The attempt counts as a sign-in. All sessions, grants and tokens of the user end with the old password, so a stolen one
 * alone must not do it to somebody who has a passkey.
 */
export function changePassword({ store, passwords, clock, signIn, passkeys }: Needs): ChangePassword {
  const keep = (proven: User, passwordHash: string, byPasskey: boolean) =>
    store.write(async (writer): Promise<ChangeOutcome> => {
      const user = await writer.user(proven.userId);
      // Since the check, the password was changed or the user was disabled.
      if (user?.state !== 'active' || user.passwordHash !== proven.passwordHash)
        return { outcome: 'refused' };
      if (!byPasskey && (await passkeys.isRegistered(writer, user)))
        return { outcome: 'passkeyNeeded', user };
      const at = clock();
      const { userId } = user;
      const changed = { ...user, passwordHash, passwordIsOwn: true, updatedAt: at };
      await writer.updateUser(changed);
      await writer.endGrants({ userId });
      const actor = { kind: 'user', callerId: userId } as const;
      await writer.record({ subject: 'user', subjectId: userId, event: 'changePassword', actor, at });
      return { outcome: 'signedIn', user: changed };
    });

  return async (credentials, chosen, passkey) => {
    const problem = problemOf(credentials.password, chosen);
    if (problem !== undefined) return { outcome: 'unfit', problem };
    const result = await signIn(credentials);
    if (result.outcome === 'refused' || result.outcome === 'limited') return result;
    const { user } = result;
    if (passkey) {
      const request = { ...passkey, purposes: ['secondFactor'], address: credentials.address } as const;
      const proven = await passkeys.prove(request);
      if (proven.outcome === 'limited') return proven;
      if (proven.outcome !== 'proven' || proven.user.userId !== user.userId) return { outcome: 'refused' };
    } else if (await store.read((reader) => passkeys.isRegistered(reader, user)))
      return { outcome: 'passkeyNeeded', user };
    const passwordHash = await passwords.hash(chosen);
    return retryOnConflict(() => keep(user, passwordHash, passkey !== undefined));
  };
}
