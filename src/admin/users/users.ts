import type { AccountDeps } from '../../accounts/deps.ts';
import { newUserId, normalEmail } from '../../accounts/ids.ts';
import type { User } from '../../accounts/ports/entities.ts';
import type { AccountWriter } from '../../accounts/ports/store.ts';
import { isAtLeast } from '../../accounts/roles.ts';
import { userSubject } from '../../accounts/sign-in/attempts.ts';
import { ConflictError, retryOnConflict } from '../../conventions/conflict.ts';
import { StatusError } from '../../conventions/status.ts';
import type { AccountOperation, UserView } from '../account-contract.ts';
import { invalid, knownPublishers, userNamed } from '../account-refusals.ts';
import { userView } from '../account-views.ts';
import { listPage } from '../list-page.ts';

type Needs = Pick<AccountDeps, 'store' | 'passwords' | 'publishers' | 'policy' | 'clock' | 'random'>;

/** What would hold a password for a second person to see is done without a role instead. */
function refuseWithRole({ policy }: Needs, role: User['role'], remedy: string): void {
  if (!policy.rolesNeedSecondPerson || role === undefined) return;
  const text = `a role needs a second person: ${remedy}`;
  throw new StatusError('FAILED_PRECONDITION', 'ROLE_NEEDS_SECOND_PERSON', text);
}

export function createUser(deps: Needs): AccountOperation<'createUser'> {
  const { store, passwords, clock, random } = deps;
  return async ({ email: given, password, publishers: ids, role }) => {
    refuseWithRole(deps, role, 'create the user without one, then give it with diptych users role');
    const email = normalEmail(given);
    if (email === undefined) throw invalid('email', 'must be an email address');
    const publishers = await knownPublishers(deps, 'publishers', ids);
    const passwordHash = await passwords.hash(password);
    const at = clock();
    const user: User = {
      userId: newUserId(random),
      revision: 0,
      email,
      passwordHash,
      passwordIsOwn: false,
      state: 'active',
      ...(role && { role }),
      publishers,
      createdAt: at,
      updatedAt: at,
    };
    try {
      await store.write((writer) => writer.insertUser(user));
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      throw new StatusError('ALREADY_EXISTS', 'USER_EXISTS', 'there is a user with this email already');
    }
    return userView(user);
  };
}

export function listUsers({ store }: Needs): AccountOperation<'listUsers'> {
  return async (request) => {
    const read = (page: Parameters<AccountWriter['listUsers']>[0]) => store.read((r) => r.listUsers(page));
    const { rows, next } = await listPage(request, { list: 'users' }, read, (user) => user.userId);
    return { users: rows.map(userView), ...next };
  };
}

export function getUser({ store }: Needs): AccountOperation<'getUser'> {
  return async ({ user }) => userView(await store.read((reader) => userNamed(reader, user)));
}

interface Change {
  readonly set?: (user: User) => User;
  /** Sessions and grants of the user end with it. */
  readonly endsGrants?: boolean;
  /** Refused attempts are forgotten. */
  readonly readmits?: boolean;
}

function change(
  { store, clock }: Needs,
  name: string,
  { set, endsGrants, readmits }: Change,
): Promise<UserView> {
  return retryOnConflict(() =>
    store.write(async (writer) => {
      const user = await userNamed(writer, name);
      const changed = set ? { ...set(user), updatedAt: clock() } : user;
      if (set) await writer.updateUser(changed);
      if (endsGrants) await writer.endGrants({ userId: user.userId });
      if (readmits) await writer.forgetAllAttempts(userSubject(user.email));
      return userView(changed);
    }),
  );
}

export function changeUserPublishers(deps: Needs): AccountOperation<'changeUserPublishers'> {
  return async ({ user, add = [], remove = [] }) => {
    const added = await knownPublishers(deps, 'add', add);
    const set = (before: User) => ({
      ...before,
      publishers: [...new Set([...before.publishers, ...added])].filter((id) => !remove.includes(id)),
    });
    return change(deps, user, { set });
  };
}

/**
 * Where roles take two people, nobody gets more with a password that one of them set: whoever set it could sign in first.
 * @throws StatusError
 */
export function requireOwnPassword(
  { policy }: Pick<AccountDeps, 'policy'>,
  { passwordIsOwn, role: held }: User,
  role: User['role'],
): void {
  if (!policy.rolesNeedSecondPerson || passwordIsOwn || role === undefined) return;
  if (held !== undefined && isAtLeast(held, role)) return;
  const text =
    'the user has not chosen a password yet, and somebody else knows this one; let them sign in first';
  throw new StatusError('FAILED_PRECONDITION', 'PASSWORD_NOT_OWN', text);
}

/** Nobody signs out: the role is looked up with every request. */
export function setUserRole(deps: Needs): AccountOperation<'setUserRole'> {
  return ({ user, role }) => {
    const set = (before: User) => {
      requireOwnPassword(deps, before, role);
      const { role: _, ...rest } = before;
      return { ...rest, ...(role && { role }) };
    };
    return change(deps, user, { set });
  };
}

export function setUserPassword(deps: Needs): AccountOperation<'setUserPassword'> {
  return async ({ user, password }) => {
    const { role } = await deps.store.read((reader) => userNamed(reader, user));
    refuseWithRole(deps, role, 'take it away with diptych users role, set the password, and give it again');
    const passwordHash = await deps.passwords.hash(password);
    return change(deps, user, {
      set: (before) => ({ ...before, passwordHash, passwordIsOwn: false }),
      endsGrants: true,
      readmits: true,
    });
  };
}

export function disableUser(deps: Needs): AccountOperation<'disableUser'> {
  return ({ user }) =>
    change(deps, user, { set: (before) => ({ ...before, state: 'disabled' }), endsGrants: true });
}

export function enableUser(deps: Needs): AccountOperation<'enableUser'> {
  return ({ user }) =>
    change(deps, user, { set: (before) => ({ ...before, state: 'active' }), readmits: true });
}

export function signOutUser(deps: Needs): AccountOperation<'signOutUser'> {
  return ({ user }) => change(deps, user, { endsGrants: true });
}

export function deleteUser({ store }: Needs): AccountOperation<'deleteUser'> {
  return ({ user: name }) =>
    store.write(async (writer) => {
      const user = await userNamed(writer, name);
      await writer.endGrants({ userId: user.userId });
      await writer.forgetAllAttempts(userSubject(user.email));
      await writer.deleteUser(user.userId);
      return userView(user);
    });
}
