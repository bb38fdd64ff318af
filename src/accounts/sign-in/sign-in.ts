import { ConflictError } from '../../conventions/conflict.ts';
import type { AccountDeps } from '../deps.ts';
import { normalEmail } from '../email.ts';
import type { PasswordHasher } from '../password/hasher.ts';
import { LONGEST_PASSWORD } from '../password/rules.ts';
import type { User } from '../ports/entities.ts';
import { giveBack, takeAttempts } from './attempts.ts';
import { addressSubject, userSubject } from './subjects.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Where the attempt comes from. */
  readonly address: string;
}

export type SignInOutcome =
  | { readonly outcome: 'signedIn'; readonly user: User }
  /** No such user, a disabled one, or a wrong password: nobody is told which. */
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'limited'; readonly retryAt: number };

export type SignIn = (credentials: Credentials) => Promise<SignInOutcome>;

type Needs = Pick<AccountDeps, 'store' | 'passwords' | 'policy' | 'clock'>;

/** Every path costs one hash. */
async function verdict(passwords: PasswordHasher, user: User | undefined, password: string) {
  if (user?.state === 'active' && password.length <= LONGEST_PASSWORD) {
    return passwords.verify(password, user.passwordHash);
  }
  await passwords.verifyNothing(password.slice(0, LONGEST_PASSWORD));
  return 'wrong';
}

export function signIn({ store, passwords, policy, clock }: Needs): SignIn {
  const keepWithTodaysCost = async (user: User, password: string) => {
    const passwordHash = await passwords.hash(password);
    try {
      await store.write((writer) => writer.updateUser({ ...user, passwordHash }));
    } catch (error) {
      // Somebody changed the user meanwhile; the next sign-in does it.
      if (!(error instanceof ConflictError)) throw error;
    }
  };

  return async ({ email: typed, password, address }) => {
    const email = normalEmail(typed);
    const [ofUser, ofAddress] = [userSubject(email ?? ''), addressSubject(address)];
    const admission = await store.write((writer) =>
      takeAttempts(
        writer,
        [
          { subject: ofUser, limit: policy.attempts.user },
          { subject: ofAddress, limit: policy.attempts.address },
        ],
        clock(),
      ),
    );
    if (!admission.admitted) return { outcome: 'limited', retryAt: admission.retryAt };
    const user = email === undefined ? undefined : await store.read((reader) => reader.userByEmail(email));
    const found = await verdict(passwords, user, password).catch(async (error: unknown) => {
      // Nothing was tried: the server is busy.
      await store.write(async (writer) => {
        await giveBack(writer, ofUser);
        await giveBack(writer, ofAddress);
      });
      throw error;
    });
    if (user === undefined || found === 'wrong') return { outcome: 'refused' };
    await store.write(async (writer) => {
      await writer.forgetAttempts(ofUser);
      await giveBack(writer, ofAddress);
    });
    if (found === 'outdated') await keepWithTodaysCost(user, password);
    return { outcome: 'signedIn', user };
  };
}
