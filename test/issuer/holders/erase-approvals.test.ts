import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { AwaitsApproval } from '../../../src/client/errors.ts';
import { dump } from '../../support/database.ts';
import { activePhone } from '../../support/devices.ts';
import { useGuardedWorld } from '../../support/guarded-world.ts';
import { signedInAgain, type TestOperator } from '../../support/operator.ts';
import { mdl, newHolder } from '../../support/records.ts';
import { adminRefusal } from '../../support/refusal.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { startWorld, type World } from '../../support/world.ts';

const { world, operator } = useGuardedWorld(
  {
    'admin.secondPerson': ['importHolders', 'issueCode', 'revokeHolder', 'credentials'],
    'admin.approvalHours': 1,
  },
  { ada: 'administrator', bob: 'administrator' },
);
let ada: TestOperator;
let bob: TestOperator;
/** A server on the same database without approvals, with which the tests prepare their data. */
let open: World;
beforeAll(async () => {
  [ada, bob] = ['ada', 'bob'].map(operator) as [TestOperator, TestOperator];
  open = await startWorld({ folder: world().folder });
}, HOOK_TIMEOUT);
afterAll(() => open.close());

type Name = Parameters<typeof callAdmin>[1];

/** Calls a method that needs approval, and returns the id of the pending approval. */
async function asked<N extends Name>(name: N, request: Parameters<typeof callAdmin<N>>[2]): Promise<string> {
  const error = await callAdmin(ada.connection, name, request).catch((thrown: unknown) => thrown);
  if (error instanceof AwaitsApproval) return error.approval.id;
  throw new Error(`${name} does not wait`);
}

const get = (id: string) => world().admin('getApproval', { id });
/** At the server without approvals, where an erasure does not wait for a second person. */
const erase = (id: string) => open.admin('eraseHolder', { id });
const imported = (...ids: readonly string[]) => ({ holders: ids.map((id) => ({ id, elements: mdl() })) });

describe('Requests for approval about a holder who is erased', () => {
  it('requests for approval that name the holder or a credential of the holder end, and their members are erased', async () => {
    const { holderId, ids } = await activePhone(open);
    const note = 'Vergissmeinnicht said so';
    const allowed = await asked('issueCode', { holderId });
    await callAdmin(bob.connection, 'approveApproval', { id: allowed });
    const waiting = [
      allowed,
      await asked('revokeHolder', { id: holderId, note }),
      await asked('revokeCredential', { id: ids.credentialId, note }),
      await asked('importHolders', imported(holderId, 'somebody-new')),
    ];
    await erase(holderId);
    for (const id of waiting) {
      const approval = await get(id);
      expect(approval).toMatchObject({ state: 'refused', failure: 'HOLDER_ERASED', decidedBy: 'operator' });
      expect(approval.arguments).toBeUndefined();
      const late = callAdmin(bob.connection, 'approveApproval', { id });
      await adminRefusal(late, 'FAILED_PRECONDITION', 'APPROVAL_NOT_AWAITED');
    }
    const stored = dump(world()).join('\n');
    for (const text of [holderId, 'Vergissmeinnicht']) expect(stored).not.toContain(text);
  });

  it('requests for approval that concern another holder stay open', async () => {
    const [one, other] = [await newHolder(open), await newHolder(open)];
    const waiting = [
      await asked('revokeHolder', { id: other, note: one }),
      await asked('importHolders', imported(other, `${one}-2`)),
    ];
    await erase(one);
    for (const id of waiting) expect((await get(id)).state).toBe('awaited');
  });

  it('expired requests for approval are erased even if no sweep has recorded the expiry', async () => {
    const id = await newHolder(open);
    const approval = await asked('revokeHolder', { id });
    for (const each of [world(), open]) each.advance(3_600_000);
    ada = await signedInAgain(world(), ada);
    bob = await signedInAgain(world(), bob);
    await erase(id);
    expect((await get(approval)).state).toBe('expired');
    expect(dump(world()).join('\n')).not.toContain(id);
  });
});
