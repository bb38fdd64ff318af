import { beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import type { Connection } from '../../src/cli/admin/connection.ts';
import { AwaitsApproval } from '../../src/client/errors.ts';
import { useGuardedWorld } from '../support/guarded-world.ts';
import { newUser, type TestOperator } from '../support/operator.ts';
import { GIVEN_PASSWORD } from '../support/own-password.ts';
import { adminRefusal } from '../support/refusal.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { WITH_CONSOLES } from '../support/world.ts';

/**
 * Ada is an administrator, can read admin.token, and tries to do alone what needs two people. The setting
 * names only holders.
 */
const { world, operator } = useGuardedWorld(
  { ...WITH_CONSOLES, 'admin.secondPerson': ['holders'] },
  { ada: 'administrator', bob: 'administrator', idle: 'approver' },
);
let ada: TestOperator;
let bob: TestOperator;

beforeAll(async () => {
  [ada, bob] = [operator('ada'), operator('bob')];
  await newUser(world(), 'carl@example.com');
  await approve(
    bob.connection,
    await awaited(callAdmin(ada.connection, 'disableUser', { user: 'idle@example.com' })),
  );
}, HOOK_TIMEOUT);

async function awaited(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => new Error('it was done at once'),
    (reason: unknown) => reason,
  );
  if (error instanceof AwaitsApproval) return error.approval.id;
  throw error;
}

const approve = (by: Connection, id: string) => callAdmin(by, 'approveApproval', { id });
const roleOf = async (user: string) => (await world().admin('getUser', { user })).role;

describe('One administrator cannot make a second one', () => {
  it('one administrator cannot create a user with a role', async () => {
    const user = {
      email: 'eve@example.com',
      password: GIVEN_PASSWORD,
      publishers: [],
      role: 'approver' as const,
    };
    await adminRefusal(
      callAdmin(ada.connection, 'createUser', user),
      'FAILED_PRECONDITION',
      'ROLE_NEEDS_SECOND_PERSON',
    );
  });

  it('a role that one administrator grants waits for another person', async () => {
    const request = { user: 'carl@example.com', role: 'approver' } as const;
    const id = await awaited(callAdmin(ada.connection, 'setUserRole', request));
    await adminRefusal(approve(ada.connection, id), 'PERMISSION_DENIED', 'SECOND_PERSON_NEEDED');
    expect(await roleOf('carl@example.com')).toBeUndefined();
    await approve(bob.connection, id);
    expect(await roleOf('carl@example.com')).toBe('approver');
  });

  it('a role for a user whose password the administrator set is refused', async () => {
    const email = 'mallory@example.com';
    await callAdmin(ada.connection, 'createUser', { email, password: GIVEN_PASSWORD, publishers: [] });
    const give = callAdmin(ada.connection, 'setUserRole', { user: email, role: 'approver' });
    await adminRefusal(give, 'FAILED_PRECONDITION', 'PASSWORD_NOT_OWN');
  });

  it('a role is not granted if the administrator sets the password between request and approval', async () => {
    const user = await newUser(world(), 'dora@example.com');
    const id = await awaited(callAdmin(ada.connection, 'setUserRole', { user, role: 'approver' }));
    await callAdmin(ada.connection, 'setUserPassword', { user, password: GIVEN_PASSWORD });
    await adminRefusal(approve(bob.connection, id), 'FAILED_PRECONDITION', 'PASSWORD_NOT_OWN');
    expect(await roleOf(user)).toBeUndefined();
  });

  it("one administrator cannot set another one's password", async () => {
    const set = callAdmin(ada.connection, 'setUserPassword', { user: bob.id, password: GIVEN_PASSWORD });
    await adminRefusal(set, 'FAILED_PRECONDITION', 'ROLE_NEEDS_SECOND_PERSON');
  });

  it.each(['setUserPassword', 'inviteUserAgain'] as const)(
    'a role that is granted while the administrator calls %s keeps its person',
    async (method) => {
      const user = await newUser(world(), `${method.toLowerCase()}@example.com`);
      const id = await awaited(callAdmin(ada.connection, 'setUserRole', { user, role: 'approver' }));
      const { passwords } = world().server.context.accounts.deps;
      const { hash } = passwords;
      const overtaken: typeof hash = async (password) => {
        await approve(bob.connection, id);
        return hash(password);
      };
      Object.assign(passwords, { hash: overtaken });
      const call =
        method === 'setUserPassword'
          ? callAdmin(ada.connection, method, { user, password: GIVEN_PASSWORD })
          : callAdmin(ada.connection, method, { user });
      await adminRefusal(call, 'FAILED_PRECONDITION', 'ROLE_NEEDS_SECOND_PERSON').finally(() =>
        Object.assign(passwords, { hash }),
      );
      const { role, mustChangePassword } = await world().admin('getUser', { user });
      expect([role, mustChangePassword]).toEqual(['approver', false]);
    },
  );

  it('one administrator cannot enable a disabled user with a role', async () => {
    await awaited(callAdmin(ada.connection, 'enableUser', { user: 'idle@example.com' }));
    expect((await world().admin('getUser', { user: 'idle@example.com' })).state).toBe('disabled');
  });

  it('the admin token can neither request nor approve a role', async () => {
    const request = { user: 'idle@example.com', role: 'viewer' } as const;
    await adminRefusal(world().admin('setUserRole', request), 'PERMISSION_DENIED', 'SIGN_IN_NEEDED');
    const id = await awaited(callAdmin(ada.connection, 'setUserRole', request));
    await adminRefusal(approve(world().connection, id), 'PERMISSION_DENIED', 'SIGN_IN_NEEDED');
    expect(await roleOf('idle@example.com')).toBe('approver');
  });
});
