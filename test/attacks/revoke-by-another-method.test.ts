import { expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { AwaitsApproval } from '../../src/client/errors.ts';
import { activePhone } from '../support/devices.ts';
import { useGuardedWorld } from '../support/guarded-world.ts';

/** Two people revoke a credential. Eve looks for a method that does the same alone. */
const { world, operator } = useGuardedWorld(
  { 'admin.secondPerson': ['credentials'] },
  { eve: 'administrator' },
);

it('every method that can revoke a credential waits, not the one alone that is named for it', async () => {
  const { holderId, ids } = await activePhone(world());
  const { connection } = operator('eve');
  const calls = [
    callAdmin(connection, 'revokeCredential', { id: ids.credentialId }),
    callAdmin(connection, 'revokeHolder', { id: holderId }),
    callAdmin(connection, 'eraseHolder', { id: holderId }),
  ];
  const outcomes = await Promise.all(calls.map((call) => call.catch((error: unknown) => error)));
  expect(outcomes.every((one) => one instanceof AwaitsApproval)).toBe(true);
  expect((await world().admin('getCredential', { id: ids.credentialId })).state).toBe('active');
});
