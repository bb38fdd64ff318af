import { retryOnConflict } from '../../conventions/errors.ts';
import { StatusError } from '../../conventions/status.ts';
import type { AccountDeps } from '../deps.ts';
import type { Passkeys } from '../passkeys/index.ts';
import { lengthProblemOf } from '../password.ts';
import type { User } from '../ports/entities.ts';
import type { AccountReader, AccountWriter } from '../ports/store.ts';
import { userSubject } from '../sign-in/attempt-limits.ts';
import { beginSession, type NewSession, type Visitor } from './begin-session.ts';
import { INVITED_FOR } from './session-limits.ts';
import { hashOf, newCodeId, newSecret } from './session-secrets.ts';

export interface Invitation {
  readonly code: string;
  readonly expiresAt: number;
}

/** The hash of a password that nobody knows, until the person chooses one. */
export const unknownPassword = ({
  passwords,
  random,
}: Pick<AccountDeps, 'passwords' | 'random'>): Promise<string> => passwords.hash(newSecret(random));

/** Makes an invitation, in the transaction that invites. Earlier ones of the user end. */
export async function issueInvitation(
  writer: AccountWriter,
  { clock, random }: Pick<AccountDeps, 'clock' | 'random'>,
  { userId, role }: User,
): Promise<Invitation> {
  const [code, codeId, expiresAt] = [newSecret(random), newCodeId(random), clock() + INVITED_FOR];
  await writer.deleteConsoleCodesOf(userId);
  await writer.insertConsoleCode({
    codeId,
    codeHash: hashOf(code),
    // Where the person probably works. The invitation can be accepted in either console.
    console: role === undefined ? 'mediation' : 'operators',
    userId,
    expiresAt,
    purpose: 'invitation',
  });
  return { code, expiresAt };
}

const invalid = () =>
  new StatusError(
    'CODE_INVALID',
    'This invitation was used or is too old. Ask an administrator for another one.',
  );

/** The user whom a code invites. @throws StatusError CODE_INVALID */
async function invited(reader: AccountReader, code: string, now: number): Promise<User> {
  const stored = await reader.consoleCode(hashOf(code));
  const isInvitation = stored?.purpose === 'invitation' && stored.expiresAt > now;
  const user = isInvitation ? await reader.user(stored.userId) : undefined;
  if (user?.state !== 'active' || user.passwordIsOwn) throw invalid();
  return user;
}

type Needs = Pick<AccountDeps, 'store' | 'passwords' | 'clock' | 'random'> & {
  readonly passkeys: Pick<Passkeys, 'isRegistered'>;
};

/** Who is invited, for the page that asks for the password. @throws StatusError CODE_INVALID */
export const readInvitation =
  ({ store, clock, publishers }: Needs & Pick<AccountDeps, 'publishers'>) =>
  async (code: string): Promise<{ readonly user: User; readonly publisherNames: readonly string[] }> => {
    const user = await store.read((reader) => invited(reader, code, clock()));
    const names = await publishers.displayNames([...user.publishers]);
    return { user, publisherNames: [...names.values()] };
  };

/**
 * The invited person chooses a password and is signed in. With a passkey from before, the person signs in with both.
 * @throws StatusError CODE_INVALID, PASSWORD_UNFIT
 */
export const acceptInvitation =
  ({ store, passwords, clock, random, passkeys }: Needs) =>
  async (code: string, password: string, visitor: Visitor): Promise<NewSession | undefined> => {
    const problem = lengthProblemOf(password);
    if (problem !== undefined)
      throw new StatusError('PASSWORD_UNFIT', problem, [{ field: 'password', description: problem }]);
    await store.read((reader) => invited(reader, code, clock()));
    const passwordHash = await passwords.hash(password);
    return retryOnConflict(() =>
      store.write(async (writer) => {
        const at = clock();
        const user = await invited(writer, code, at);
        const { userId } = user;
        await writer.updateUser({ ...user, passwordHash, passwordIsOwn: true, updatedAt: at });
        await writer.deleteConsoleCodesOf(userId);
        await writer.forgetAllAttempts(userSubject(user.email));
        const actor = { kind: 'user', callerId: userId } as const;
        await writer.record({ subject: 'user', subjectId: userId, event: 'acceptInvitation', actor, at });
        if (await passkeys.isRegistered(writer, user)) return undefined;
        return beginSession(writer, { clock, random }, userId, visitor, 'password');
      }),
    );
  };
