import { describe, expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { AwaitsApproval } from '../../src/client/errors.ts';
import { useGuardedWorld } from '../support/guarded-world.ts';
import { newOperator, newUser } from '../support/operator.ts';
import { adminRefusal } from '../support/refusal.ts';
import { useWorld } from '../support/use-world.ts';

const { world, operator } = useGuardedWorld(
  { 'admin.secondPerson': ['codes'] },
  { ada: 'administrator', bob: 'administrator' },
);
const alone = useWorld();

describe('One administrator does not remove the others', () => {
  it.each(['disableUser', 'deleteUser', 'setUserRole', 'resetUserPasskeys'] as const)(
    '%s waits for a second person',
    async (method) => {
      const { connection } = operator('ada');
      const user = operator('bob').id;
      await expect(callAdmin(connection, method, { user })).rejects.toBeInstanceOf(AwaitsApproval);
      await adminRefusal(world().admin(method, { user }), 'PERMISSION_DENIED', 'SIGN_IN_NEEDED');
      expect(await world().admin('getUser', { user })).toMatchObject({
        state: 'active',
        role: 'administrator',
      });
    },
  );
});

describe('The last administrator', () => {
  it('a person does not take it away; the holder of the admin token can', async () => {
    const ada = await newOperator(alone(), 'administrator', 'ada');
    const bob = await newUser(alone(), 'bob@example.com', 'administrator');
    await callAdmin(ada.connection, 'disableUser', { user: bob });
    for (const method of ['disableUser', 'deleteUser', 'setUserRole'] as const)
      await adminRefusal(
        callAdmin(ada.connection, method, { user: ada.id }),
        'FAILED_PRECONDITION',
        'LAST_ADMINISTRATOR',
      );
    expect(await alone().admin('disableUser', { user: ada.id })).toMatchObject({ state: 'disabled' });
  });
});
