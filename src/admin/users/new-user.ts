import type { AccountDeps } from '../../accounts/deps.ts';
import { newUserId, normalEmail } from '../../accounts/ids.ts';
import type { User } from '../../accounts/ports/entities.ts';
import type { AccountWriter } from '../../accounts/ports/store.ts';
import type { Actor } from '../../audit/entry.ts';
import { ConflictError } from '../../conventions/errors.ts';
import { StatusError } from '../../conventions/status.ts';
import { invalid, knownPublishers } from '../clients/publishers-and-scopes.ts';
import type { AdminRequest } from '../contract/index.ts';
import { heldBy } from './user.ts';

type Asked = AdminRequest<'inviteUser'> & { readonly passwordHash: () => Promise<string> };

/** Stores a new user whose password is not their own, and what `also` does in the same transaction. @throws StatusError */
export async function createdUser<Also>(
  deps: AccountDeps,
  { email: given, publishers: ids, role, passwordHash }: Asked,
  actor: Actor,
  also: (writer: AccountWriter, user: User) => Promise<Also>,
): Promise<{ readonly user: User; readonly also: Also }> {
  const { store, clock, random } = deps;
  const email = normalEmail(given);
  if (email === undefined) throw invalid('email', 'must be an email address');
  const publishers = await knownPublishers(deps, 'publishers', ids);
  const hash = await passwordHash();
  const at = clock();
  const user: User = {
    userId: newUserId(random),
    revision: 0,
    email,
    passwordHash: hash,
    passwordIsOwn: false,
    state: 'active',
    ...(role && { role }),
    publishers,
    createdAt: at,
    updatedAt: at,
  };
  try {
    return await store.write(async (writer) => {
      await writer.insertUser(user);
      await writer.record({
        subject: 'user',
        subjectId: user.userId,
        event: 'create',
        to: user.state,
        actor,
        details: { after: heldBy(user) },
        at,
      });
      return { user, also: await also(writer, user) };
    });
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    throw new StatusError('USER_EXISTS', 'a user with this email exists already');
  }
}
