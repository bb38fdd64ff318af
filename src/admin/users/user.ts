import type { AccountDeps } from '../../accounts/deps.ts';
import { normalEmail } from '../../accounts/ids.ts';
import type { User } from '../../accounts/ports/entities.ts';
import type { AccountReader, AccountWriter } from '../../accounts/ports/store.ts';
import { userSubject } from '../../accounts/sign-in/attempt-limits.ts';
import type { Actor, AuditEntry, EventOf } from '../../audit/entry.ts';
import { retryOnConflict } from '../../conventions/errors.ts';
import { sameJson } from '../../conventions/json.ts';
import { isoTime } from '../../conventions/json-schema.ts';
import { StatusError } from '../../conventions/status.ts';
import { requireAdministratorLeft } from '../access/last-administrator.ts';
import type { UserView } from '../contract/users/methods.ts';
import { etagged } from '../operation/etagged.ts';

/** The permissions of a user. The audit log stores nothing else about a user, except the id and the state. */
export const heldBy = ({ role, publishers }: User) => ({ ...(role && { role }), publishers });

/** States and permissions before and after, each only if it changed. */
function difference(before: User, after: User): Pick<AuditEntry, 'from' | 'to' | 'details'> {
  const [was, is] = [heldBy(before), heldBy(after)];
  return {
    ...(before.state !== after.state && { from: before.state, to: after.state }),
    ...(!sameJson(was, is) && { details: { before: was, after: is } }),
  };
}

/** @throws StatusError USER_OF_ORGANISATION */
export function requireOwnAccount({ organisation }: User): void {
  if (organisation === undefined) return;
  const text =
    'this user signs in by an organisation, whose groups give the role; there is nothing to set here';
  throw new StatusError('USER_OF_ORGANISATION', text);
}

/** @throws StatusError USER_NOT_FOUND */
export function refuseDeleted({ state }: User): void {
  if (state !== 'deleted') return;
  throw new StatusError('USER_NOT_FOUND', 'the user was deleted; diptych users enable admits the user again');
}

interface Change {
  readonly event: EventOf<'user'>;
  readonly set?: (user: User) => User;
  /** Ends the sessions and grants of the user. */
  readonly endsGrants?: boolean;
  /** Deletes the passkeys of the user. */
  readonly resetsPasskeys?: boolean;
  /** Deletes the number of failed sign-ins, so that the user can sign in again. */
  readonly readmits?: boolean;
  /** What else is stored in the same transaction. */
  readonly also?: (writer: AccountWriter, user: User) => Promise<void>;
}

export function changeUser(
  { store, clock, policy }: Pick<AccountDeps, 'store' | 'clock' | 'policy'>,
  name: string,
  actor: Actor,
  { event, set, endsGrants, resetsPasskeys, readmits, also }: Change,
): Promise<UserView> {
  return retryOnConflict(() =>
    store.write(async (writer) => {
      const user = await userNamed(writer, name);
      if (event !== 'enable') refuseDeleted(user);
      const at = clock();
      const changed = set ? { ...set(user), updatedAt: at } : user;
      if (set) await writer.updateUser(changed);
      await requireAdministratorLeft(writer, policy, user, actor);
      if (endsGrants) await writer.endGrants({ userId: user.userId });
      if (resetsPasskeys) await writer.deletePasskeysOf(user.userId);
      if (readmits) await writer.forgetAllAttempts(userSubject(user.email));
      await also?.(writer, changed);
      const line = { subject: 'user', subjectId: user.userId, event } as const;
      await writer.record({ ...line, ...difference(user, changed), actor, at });
      return userView(changed);
    }),
  );
}

export function userView(user: User): UserView {
  const { userId, email, organisation, state, role, passwordIsOwn, publishers, createdAt, updatedAt } = user;
  return etagged({
    id: userId,
    email,
    ...(organisation && { organisation }),
    state,
    ...(role && { role }),
    mustChangePassword: !passwordIsOwn,
    publishers: [...publishers],
    createTime: isoTime(createdAt),
    updateTime: isoTime(updatedAt),
  });
}

/** The user with this id or email. */
export async function userNamed(reader: AccountReader, name: string): Promise<User> {
  const email = normalEmail(name);
  const user = (await reader.user(name)) ?? (email && (await reader.userByEmail(email)));
  if (user) return user;
  throw new StatusError('USER_NOT_FOUND', 'there is no user with this id or email');
}

/** A waiting request stores the user's id, because the email may later belong to another user. */
export async function withUserId<Request extends { readonly user: string }>(
  { store }: Pick<AccountDeps, 'store'>,
  request: Request,
): Promise<Request> {
  const { userId } = await store.read((reader) => userNamed(reader, request.user));
  return { ...request, user: userId };
}
