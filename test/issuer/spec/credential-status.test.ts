import { describe, expect, it } from 'vitest';
import type { UserActionRequired } from '../../../src/issuer/contract/index.ts';
import { expectNothingWritten } from '../../support/database.ts';
import { activePhone, type Phone, provisionedPhone } from '../../support/devices.ts';
import { changeHolder, codeFor, newHolder } from '../../support/records.ts';
import { adminRefusal, expectRefusal } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
const DAY = 86_400_000;

async function statusOf({ ids }: Pick<Phone, 'ids'>) {
  const answer = await expectNothingWritten(world(), () => world().operate('getCredentialStatus', ids));
  expect(answer.status).toBe(200);
  return answer.body.credentialStatus;
}

async function requireAction({ ids }: Phone, action: Partial<UserActionRequired> = {}) {
  const deadlineTimeMillis = String(world().now() + DAY);
  const wanted = { deadlineTimeMillis, deadlineEnforcementHint: { revocationHint: {} }, ...action };
  await world().admin('requireAction', { id: ids.credentialId, action: wanted });
  return wanted;
}

/** Sends evidence for a reverification of the credential that the phone holds. */
async function reverify({ device, holderId }: Phone, good: boolean) {
  const code = good ? await codeFor(world(), holderId) : 'no such code';
  await device.proof(code, { reverify: true });
}

describe('CredentialStatus', () => {
  it('provisionPending: the credential can be retrieved but the device has not yet provided ProofOfProvisioning', async () => {
    const phone = await provisionedPhone(world());
    expect(await statusOf(phone)).toEqual({ provisionPending: {} });
    await phone.device.provision();
    expect(await statusOf(phone)).toEqual({ provisionPending: {} });
  });

  it('active: the credential is active and usable', async () => {
    expect(await statusOf(await activePhone(world()))).toEqual({ active: {} });
  });

  it('active: MSOs can be retrieved only in this status', async () => {
    const refresh = async (phone: Phone) => {
      const { credentialVersionId } = await phone.device.status();
      const request = { ...phone.ids, credentialVersionId, authKeys: [] };
      return world().operate('provisionMobileSecurityObjects', request);
    };
    const active = await activePhone(world());
    expect((await refresh(active)).status).toBe(200);
    const revoked = await activePhone(world());
    await world().admin('revokeCredential', { id: revoked.ids.credentialId });
    const deleted = await activePhone(world());
    await world().operate('notifyCredentialDeleted', deleted.ids);
    const pending = await activePhone(world());
    await changeHolder(world(), pending.holderId, { given_name: 'Erik' });
    for (const phone of [revoked, deleted, pending, await provisionedPhone(world())]) {
      expectRefusal(await expectNothingWritten(world(), () => refresh(phone)), 'invalidState');
    }
  });

  it('revoked: the status is final and the credential is unusable', async () => {
    const phone = await activePhone(world());
    const id = phone.ids.credentialId;
    await world().admin('revokeCredential', { id });
    expect(await statusOf(phone)).toEqual({ revoked: {} });
    await world().operate('notifyCredentialDeleted', phone.ids);
    await changeHolder(world(), phone.holderId, { given_name: 'Erik' });
    expect(await statusOf(phone)).toEqual({ revoked: {} });
    await adminRefusal(world().admin('clearAction', { id }), 'FAILED_PRECONDITION', 'INVALID_STATE');
    expectRefusal(await world().operate('provisionCredential', phone.ids), 'invalidState');
  });

  it('revoked: only the issuer can set this status', async () => {
    const phone = await activePhone(world());
    await world().operate('notifyCredentialDeleted', phone.ids);
    expect(await statusOf(phone)).toEqual({ deleted: {} });
  });

  it('deleted: the credential was provisioned and has been deleted from the device; only the wallet can set this status', async () => {
    const phone = await activePhone(world());
    await world().operate('notifyCredentialDeleted', phone.ids);
    expect(await statusOf(phone)).toEqual({ deleted: {} });
    const { id, state } = await world().admin('getCredential', { id: phone.ids.credentialId });
    expect(state).toBe('deleted');
    await adminRefusal(world().admin('revokeCredential', { id }), 'FAILED_PRECONDITION', 'INVALID_STATE');
  });

  it('userActionRequired: the user must act to keep the credential from moving to a more restricted state', async () => {
    const phone = await activePhone(world());
    const action = await requireAction(phone);
    expect(await statusOf(phone)).toEqual({ active: {}, userActionRequired: action });
  });

  it('deadlineTimeMillis (string int64 epoch time): when the action expires and the issuer is expected to restrict the credential', async () => {
    const phone = await activePhone(world());
    await requireAction(phone, { deadlineTimeMillis: String(world().now() + 1000) });
    world().advance(999);
    expect(await statusOf(phone)).toHaveProperty('active');
    world().advance(1);
    expect(await statusOf(phone)).toEqual({ revoked: {} });
  });

  it('deadlineTimeMillis: the issuer restricts the credential once after the deadline, whichever request notices it first', async () => {
    const phone = await activePhone(world());
    await requireAction(phone);
    world().advance(DAY);
    expect((await world().sweep()).credentials).toBeGreaterThan(0);
    expect((await world().sweep()).credentials).toBe(0);
    expect(await statusOf(phone)).toEqual({ revoked: {} });
  });

  it.each(['0', '-5', '9'.repeat(19), 'soon'])(
    'deadlineTimeMillis: %j is refused, because it is not in the future',
    async (deadlineTimeMillis) => {
      const phone = await activePhone(world());
      await adminRefusal(requireAction(phone, { deadlineTimeMillis }), 'INVALID_ARGUMENT');
      expect(await statusOf(phone)).toEqual({ active: {} });
    },
  );

  it('deadlineEnforcementHint is an object with one member, revocationHint (empty object), meaning the credential will be revoked', async () => {
    const phone = await activePhone(world());
    await requireAction(phone, { deadlineEnforcementHint: { revocationHint: {} } });
    expect((await statusOf(phone)).userActionRequired.deadlineEnforcementHint).toEqual({
      revocationHint: {},
    });
  });
});

describe('The required action submitProofing', () => {
  const limited = (remainingAttempts: number) => ({
    limitedAttempts: {
      remainingAttempts,
      maxAttempts: 3,
      maxAttemptsEnforcementHint: { revocationHint: {} },
    },
  });

  it('limitedAttempts has remainingAttempts (int32), maxAttempts (int32) and maxAttemptsEnforcementHint', async () => {
    const phone = await activePhone(world());
    await requireAction(phone, { submitProofing: limited(3) });
    expect((await statusOf(phone)).userActionRequired.submitProofing).toEqual(limited(3));
  });

  it.each([
    [{ limitedAttempts: { remainingAttempts: 3, maxAttempts: 2 } }],
    [{ limitedAttempts: { remainingAttempts: 0, maxAttempts: 2 } }],
    [{ limitedAttempts: {} }],
    [{ limitedAttempts: { remainingAttempts: 1, maxAttempts: 1 }, unlimitedAttempts: {} }],
  ])(
    'submitProofing has exactly one of its members, with counts that are possible; %j is refused',
    async (submitProofing) => {
      const phone = await activePhone(world());
      await adminRefusal(requireAction(phone, { submitProofing }), 'INVALID_ARGUMENT');
      expect(await statusOf(phone)).toEqual({ active: {} });
    },
  );

  it('remainingAttempts: a rejected reverification uses up one attempt', async () => {
    const phone = await activePhone(world());
    await requireAction(phone, { submitProofing: limited(2) });
    await reverify(phone, false);
    expect((await statusOf(phone)).userActionRequired.submitProofing).toEqual(limited(1));
  });

  it('maxAttemptsEnforcementHint: after the last attempt the credential is revoked', async () => {
    const phone = await activePhone(world());
    await requireAction(phone, { submitProofing: limited(1) });
    await reverify(phone, false);
    expect(await statusOf(phone)).toEqual({ revoked: {} });
  });

  it('without maxAttemptsEnforcementHint the last attempt changes the count only', async () => {
    const phone = await activePhone(world());
    await requireAction(phone, {
      submitProofing: { limitedAttempts: { remainingAttempts: 1, maxAttempts: 1 } },
    });
    await reverify(phone, false);
    await reverify(phone, false);
    const { submitProofing } = (await statusOf(phone)).userActionRequired;
    expect(submitProofing.limitedAttempts.remainingAttempts).toBe(0);
  });

  it('unlimitedAttempts is an empty object, and no attempt is counted', async () => {
    const phone = await activePhone(world());
    await requireAction(phone, { submitProofing: { unlimitedAttempts: {} } });
    await reverify(phone, false);
    expect((await statusOf(phone)).userActionRequired.submitProofing).toEqual({ unlimitedAttempts: {} });
  });

  it('an accepted reverification completes the required action', async () => {
    const phone = await activePhone(world());
    await requireAction(phone, { submitProofing: limited(1) });
    await reverify(phone, true);
    expect(await statusOf(phone)).toEqual({ active: {} });
    world().advance(2 * DAY);
    expect(await statusOf(phone)).toEqual({ active: {} });
  });

  it('a valid code of another holder rejects the reverification', async () => {
    const phone = await activePhone(world());
    await requireAction(phone, { submitProofing: limited(2) });
    await phone.device.proof(await codeFor(world(), await newHolder(world())), { reverify: true });
    expect(await phone.device.proofingStatus()).toHaveProperty('rejected');
    expect((await statusOf(phone)).userActionRequired.submitProofing).toEqual(limited(1));
  });

  it('one proofing counts as one attempt, however often it is sent', async () => {
    const phone = await activePhone(world());
    await requireAction(phone, { submitProofing: limited(3) });
    const { credentialId, deviceReferenceId } = phone.ids;
    const evidence = [{ preAuthorizationCode: { unencryptedValue: 'bm9uZQ==' } }];
    const request = {
      deviceReferenceId,
      proofingId: 'attempt',
      evidence,
      reverificationContext: { credentialId },
    };
    for (let sent = 0; sent < 3; sent += 1)
      expect((await world().operate('proofUser', request)).status).toBe(200);
    expect((await statusOf(phone)).userActionRequired.submitProofing).toEqual(limited(2));
  });

  it('an operator can complete the required action by hand', async () => {
    const phone = await activePhone(world());
    await requireAction(phone);
    await world().admin('clearAction', { id: phone.ids.credentialId });
    expect(await statusOf(phone)).toEqual({ active: {} });
  });
});
