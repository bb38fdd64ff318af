import { describe, expect, it } from 'vitest';
import { expectNothingWritten, rows } from '../../support/database.ts';
import {
  activePhone,
  bodyOf,
  type Phone,
  proofedPhone,
  provisionedPhone,
  send,
} from '../../support/devices.ts';
import { changeHolder } from '../../support/records.ts';
import { adminRefusal, expectRefusal } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
const DAY = 86_400_000;
const MSOS = 'provisionMobileSecurityObjects';

type State = 'provisionPending' | 'active' | 'revoked' | 'deleted';
const REACH: Record<State, () => Promise<Phone>> = {
  provisionPending: () => provisionedPhone(world()),
  active: () => activePhone(world()),
  async revoked() {
    const phone = await activePhone(world());
    await world().admin('revokeCredential', { id: phone.ids.credentialId });
    return phone;
  },
  async deleted() {
    const phone = await activePhone(world());
    await world().operate('notifyCredentialDeleted', phone.ids);
    return phone;
  },
};
const STATES = Object.keys(REACH) as State[];

async function expectState({ ids }: Phone, state: State) {
  const { body } = await world().operate('getCredentialStatus', ids);
  expect(body.credentialStatus).toEqual({ [state]: {} });
}

describe('Credential: States and transitions', () => {
  it('from no state: a created credential is provisionPending', async () => {
    const { device, ids } = await proofedPhone(world());
    await device.provision();
    await expectState(
      { device, ids: { ...ids, credentialId: device.state.credentialId ?? '' }, holderId: '' },
      'provisionPending',
    );
  });

  it.each(['provisionPending', 'active'] as const)(
    'from any state: a new version of the credential makes it provisionPending; the wallet must re-provision and provide ProofOfProvisioning (%s)',
    async (state) => {
      const phone = await REACH[state]();
      await changeHolder(world(), phone.holderId, { resident_city: 'New Town' });
      await expectState(phone, 'provisionPending');
      const old = phone.device.state.credential?.versionId;
      const answer = await world().operate(MSOS, { ...phone.ids, credentialVersionId: old, authKeys: [] });
      expectRefusal(answer, 'invalidState');
      expect(await phone.device.update(1)).toBe(true);
      expect(phone.device.state.credential?.versionId).not.toBe(old);
      await expectState(phone, 'active');
    },
  );

  it.each(['revoked', 'deleted'] as const)(
    'a new version does not bring back a credential that is %s',
    async (state) => {
      const phone = await REACH[state]();
      await changeHolder(world(), phone.holderId, { resident_city: 'New Town' });
      await expectState(phone, state);
    },
  );

  it('provisionPending: ProvisionMobileSecurityObjects with an updated proofOfProvisioning makes the credential active', async () => {
    const phone = await provisionedPhone(world());
    expect(await phone.device.provisionMsos(2)).toBe(2);
    await expectState(phone, 'active');
  });

  it('provisionPending: ProvisionMobileSecurityObjects without an updated proofOfProvisioning fails, and the credential stays provisionPending', async () => {
    const phone = await provisionedPhone(world());
    const body = await bodyOf(phone.device, MSOS, (copy) => copy.provisionMsos(1));
    for (const proofOfProvisioning of [undefined, null]) {
      const answer = await expectNothingWritten(world(), () =>
        send(world(), MSOS, { ...body, proofOfProvisioning }),
      );
      expectRefusal(answer, 'invalidState');
    }
    await expectState(phone, 'provisionPending');
  });

  it('provisionPending: the proof of the previous version is not an updated one, and the call fails', async () => {
    const phone = await activePhone(world(), 1, { encrypt: false });
    const old = await provisionedPhone(world(), { encrypt: false });
    const proof = await bodyOf(old.device, MSOS, (copy) => copy.provisionMsos(1));
    await old.device.provisionMsos(1);
    await changeHolder(world(), old.holderId, { resident_city: 'New Town' });
    const { credentialVersionId } = await old.device.status();
    const answer = await expectNothingWritten(world(), () =>
      send(world(), MSOS, { ...proof, credentialVersionId }),
    );
    expectRefusal(answer, 'invalidFieldValue');
    await expectState(old, 'provisionPending');
    await expectState(phone, 'active');
  });

  it.each(['active', 'provisionPending'] as const)(
    'active: an issuer action makes the credential revoked, which is final (%s)',
    async (state) => {
      const phone = await REACH[state]();
      await world().admin('revokeCredential', { id: phone.ids.credentialId });
      await expectState(phone, 'revoked');
    },
  );

  it.each(['revoked', 'deleted'] as const)(
    'an issuer action on a credential that is %s is refused and changes nothing',
    async (state) => {
      const phone = await REACH[state]();
      const id = phone.ids.credentialId;
      const action = { deadlineTimeMillis: String(world().now() + DAY) };
      await expectNothingWritten(world(), async () => {
        await adminRefusal(world().admin('revokeCredential', { id }), 'FAILED_PRECONDITION', 'INVALID_STATE');
        await adminRefusal(
          world().admin('requireAction', { id, action }),
          'FAILED_PRECONDITION',
          'INVALID_STATE',
        );
        await adminRefusal(world().admin('clearAction', { id }), 'FAILED_PRECONDITION', 'INVALID_STATE');
      });
      await expectState(phone, state);
    },
  );

  it.each(['active', 'provisionPending'] as const)(
    'a provisioned credential that the wallet deletes (NotifyCredentialDeleted informs the issuer) is deleted (%s)',
    async (state) => {
      const phone = await REACH[state]();
      expect((await world().operate('notifyCredentialDeleted', phone.ids)).status).toBe(200);
      await expectState(phone, 'deleted');
    },
  );

  it('reporting a deletion again changes nothing', async () => {
    for (const state of ['revoked', 'deleted'] as const) {
      const phone = await REACH[state]();
      await world().operate('notifyCredentialDeleted', phone.ids);
      await expectNothingWritten(world(), () => world().operate('notifyCredentialDeleted', phone.ids));
      await expectState(phone, state);
    }
  });

  it.each(['active', 'provisionPending'] as const)(
    'userActionRequired: when the deadline passes and the action is not done, the issuer restricts the credential (for example revoked); meanwhile %s',
    async (meanwhile) => {
      const phone = await activePhone(world());
      const action = { deadlineTimeMillis: String(world().now() + DAY) };
      await world().admin('requireAction', { id: phone.ids.credentialId, action });
      if (meanwhile === 'provisionPending')
        await changeHolder(world(), phone.holderId, { resident_city: 'New Town' });
      world().advance(DAY);
      await expectState(phone, 'revoked');
      const body = { ...phone.ids, credentialVersionId: (await phone.device.status()).credentialVersionId };
      expectRefusal(await world().operate(MSOS, body), 'invalidState');
    },
  );

  it.each(STATES)('an action can be required of an active credential only (%s)', async (state) => {
    const { ids } = await REACH[state]();
    const action = { deadlineTimeMillis: String(world().now() + DAY) };
    const work = world().admin('requireAction', { id: ids.credentialId, action });
    if (state === 'active') expect((await work).state).toBe('active');
    else await adminRefusal(work, 'FAILED_PRECONDITION', 'INVALID_STATE');
  });

  it('the MSOs of a superseded, revoked or deleted credential are deleted', async () => {
    const superseded = await activePhone(world(), 3);
    await changeHolder(world(), superseded.holderId, { resident_city: 'New Town' });
    for (const { ids } of [superseded, await REACH.revoked(), await REACH.deleted()]) {
      const sql =
        'select count(*) as n, count(static_auth_data) as kept from issued_mso where credential_id = ?';
      const [counted] = rows(world(), sql, ids.credentialId);
      expect(counted).toMatchObject({ kept: 0 });
      expect(counted?.n).toBeGreaterThan(0);
    }
  });

  it('the audit log records each change of a credential with its cause', async () => {
    const { ids, device, holderId } = await activePhone(world());
    await changeHolder(world(), holderId, { resident_city: 'New Town' });
    await device.update(1);
    await device.refresh(1);
    await world().admin('revokeCredential', { id: ids.credentialId });
    await world().operate('notifyCredentialDeleted', ids);
    const sql = 'select event, to_state, actor from state_change where subject_id = ? order by change_id';
    expect(rows(world(), sql, ids.credentialId).map((row) => Object.values(row))).toEqual([
      ['create', 'provisionPending', 'wallet'],
      ['prove', 'active', 'wallet'],
      ['supersede', 'provisionPending', 'operator'],
      ['prove', 'active', 'wallet'],
      ['refresh', 'active', 'wallet'],
      ['revoke', 'revoked', 'operator'],
      ['delete', 'revoked', 'wallet'],
    ]);
  });
});
