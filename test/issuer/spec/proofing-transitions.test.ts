import { describe, expect, it } from 'vitest';
import { expectNothingWritten, rows } from '../../support/database.ts';
import { activePhone, type Phone, proofedPhone, registeredDevice } from '../../support/devices.ts';
import { changeHolder, codeFor, newHolder } from '../../support/records.ts';
import { adminRefusal, expectRefusal } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const DEADLINE = 3600;
/** Longer than DEADLINE, so that accepted proofings stay valid while others expire. */
const ACCEPTED = 100 * 86_400;
const world = useWorld({
  settings: {
    'issuer.decisions': 'manual',
    'issuer.pendingTtlSeconds': DEADLINE,
    'issuer.challengedTtlSeconds': DEADLINE,
    'issuer.acceptedTtlSeconds': ACCEPTED,
  },
});

type State = 'Pending' | 'Accepted' | 'Rejected' | 'Challenged' | 'Cancelled' | 'Revoked' | 'Expired';
const MEMBER: Record<State, string> = {
  Pending: 'pending',
  Accepted: 'accepted',
  Rejected: 'rejected',
  Challenged: 'challenged',
  Cancelled: 'canceled',
  Revoked: 'revoked',
  Expired: 'expired',
};

/** Brings a pending proofing to each state. */
const REACH: Record<State, (phone: Phone) => Promise<unknown>> = {
  Pending: async () => {},
  Accepted: ({ ids }) => world().admin('acceptProofing', { id: ids.proofingId }),
  Rejected: ({ ids }) => world().admin('rejectProofing', { id: ids.proofingId }),
  Challenged: ({ ids }) => world().admin('challengeProofing', { id: ids.proofingId }),
  Cancelled: ({ device }) => device.cancel(),
  async Revoked(phone) {
    await REACH.Accepted(phone);
    await world().admin('revokeProofing', { id: phone.ids.proofingId });
  },
  Expired: async () => world().advance(DEADLINE * 1000),
};
const STATES = Object.keys(REACH) as State[];

async function phoneIn(state: State): Promise<Phone> {
  const phone = await proofedPhone(world());
  await REACH[state](phone);
  return phone;
}

async function expectState({ ids }: Phone, state: State) {
  const { body } = await world().operate('getProofingStatus', ids);
  expect(Object.keys(body.proofingStatus)).toEqual([MEMBER[state]]);
}

describe('Proofing: States and transitions', () => {
  it.each(['Pending', 'Challenged', 'Cancelled'] as const)(
    'CancelProofing of a proofing that is Pending, Challenged or Cancelled returns a CancelProofingResponse (%s)',
    async (state) => {
      const phone = await phoneIn(state);
      const { status, body } = await world().operate('cancelProofing', phone.ids);
      expect({ status, members: Object.keys(body) }).toEqual({ status: 200, members: ['responseMetadata'] });
      await expectState(phone, 'Cancelled');
    },
  );

  it('CancelProofing of a Cancelled proofing changes nothing', async () => {
    const phone = await phoneIn('Cancelled');
    await expectNothingWritten(world(), () => world().operate('cancelProofing', phone.ids));
  });

  it.each(['Accepted', 'Rejected', 'Revoked', 'Expired'] as const)(
    'CancelProofing in any other state returns an ErrorResponse with invalidState and changes nothing (%s)',
    async (state) => {
      const phone = await phoneIn(state);
      const answer = await expectNothingWritten(world(), () => world().operate('cancelProofing', phone.ids));
      expectRefusal(answer, 'invalidState');
      await expectState(phone, state);
    },
  );

  it.each(STATES.filter((state) => state !== 'Accepted'))(
    'ProvisionCredential with a proofing that is not Accepted returns an ErrorResponse for an invalid identifier (%s)',
    async (state) => {
      const phone = await phoneIn(state);
      const request = { ...phone.ids, credentialId: 'new' };
      const answer = await expectNothingWritten(world(), () =>
        world().operate('provisionCredential', request),
      );
      expectRefusal(answer, 'invalidIdentifier');
    },
  );

  it('ProofUser starts a proofing for a registered device; other devices are in an invalid state', async () => {
    const deviceReferenceId = 'has a nonce only';
    await world().operate('getDeviceRegistrationNonce', { deviceReferenceId });
    const answer = await world().operate('proofUser', { deviceReferenceId, proofingId: 'p', evidence: [] });
    expectRefusal(answer, 'invalidState');
  });

  it('the user retries with a new proofingId, and finished proofings stay as they are', async () => {
    for (const state of ['Rejected', 'Cancelled', 'Revoked', 'Expired'] as const) {
      const { device, ids } = await phoneIn(state);
      const evidence = [{ preAuthorizationCode: { unencryptedValue: 'bmV3' } }];
      expectRefusal(await world().operate('proofUser', { ...ids, evidence }), 'invalidState');
      await device.proof('new');
      expect(await device.proofingStatus()).toHaveProperty('rejected');
    }
  });
});

/** For each decision of an operator, the states that allow it and the next state. */
const DECISIONS: Record<string, Partial<Record<State, State>>> = {
  acceptProofing: { Pending: 'Accepted', Challenged: 'Accepted' },
  rejectProofing: { Pending: 'Rejected', Challenged: 'Rejected' },
  challengeProofing: { Pending: 'Challenged', Challenged: 'Challenged' },
  resumeProofing: { Challenged: 'Pending' },
  revokeProofing: { Accepted: 'Revoked' },
};

describe.each(Object.entries(DECISIONS))("The issuer's decision: %s", (method, moves) => {
  const decide = ({ ids }: Phone) => world().admin(method as 'acceptProofing', { id: ids.proofingId });

  it.each(STATES.filter((state) => moves[state]))(
    "the issuer's decision is executed for a proofing that is %s",
    async (state) => {
      const phone = await phoneIn(state);
      const view = await decide(phone);
      expect(view.state).toBe(MEMBER[moves[state] as State]);
      await expectState(phone, moves[state] as State);
    },
  );

  it.each(STATES.filter((state) => !moves[state]))(
    "the issuer's decision for a proofing that is %s is refused and changes nothing",
    async (state) => {
      const phone = await phoneIn(state);
      await expectNothingWritten(world(), () =>
        adminRefusal(decide(phone), 'FAILED_PRECONDITION', 'INVALID_STATE'),
      );
      await expectState(phone, state);
    },
  );
});

describe('A proofing whose record was revoked meanwhile', () => {
  it('a proofing whose record was revoked meanwhile can only be rejected', async () => {
    const { ids, holderId, device } = await proofedPhone(world());
    const id = ids.proofingId;
    await world().admin('revokeHolder', { id: holderId });
    await expectNothingWritten(world(), () =>
      adminRefusal(world().admin('acceptProofing', { id }), 'FAILED_PRECONDITION', 'RECORD_INVALID'),
    );
    await world().admin('rejectProofing', { id });
    expect(await device.proofingStatus()).toHaveProperty('rejected');
  });
});

describe('The audit log of proofings', () => {
  it('the audit log records each change of a proofing with its cause', async () => {
    const phone = await phoneIn('Challenged');
    world().advance(DEADLINE * 1000);
    await world().sweep();
    const sql =
      'select event, from_state, to_state, actor from state_change where subject_id = ? order by change_id';
    expect(rows(world(), sql, phone.ids.proofingId).map((row) => Object.values(row))).toEqual([
      ['create', null, 'pending', 'wallet'],
      ['challenge', 'pending', 'challenged', 'operator'],
      ['expire', 'challenged', 'expired', 'deadline'],
    ]);
  });

  it('a device without proofings has no entries about proofings in the audit log', async () => {
    const { deviceReferenceId } = (await registeredDevice(world())).state;
    const sql = `select count(*) as n from state_change where subject = 'proofing' and subject_id = ?`;
    expect(rows(world(), sql, deviceReferenceId)).toEqual([{ n: 0 }]);
  });
});

describe('An accepted proofing and its deadline', () => {
  const DAYS = 5 * 86_400_000;
  const short = useWorld({
    settings: { 'issuer.acceptedTtlSeconds': DAYS / 1000, 'issuer.maxDevicesPerHolder': 1 },
  });
  const stateOf = async ({ ids }: Phone) =>
    Object.keys((await short().operate('getProofingStatus', ids)).body.proofingStatus).join();

  it('an accepted proofing that nobody provisions expires at its deadline, and another device can take its place', async () => {
    const holderId = await newHolder(short());
    const device = await registeredDevice(short());
    await device.proof(await codeFor(short(), holderId));
    const ids = {
      deviceReferenceId: device.state.deviceReferenceId,
      proofingId: device.state.proofing?.proofingId,
    };
    short().advance(DAYS - 1);
    expect(await device.proofingStatus()).toEqual({ accepted: {} });
    short().advance(1);
    expect(await device.proofingStatus()).toEqual({ expired: {} });
    const request = { ...ids, credentialId: 'late' };
    const answer = await expectNothingWritten(short(), () => short().operate('provisionCredential', request));
    expectRefusal(answer, 'invalidIdentifier');
    const next = await registeredDevice(short());
    await next.proof(await codeFor(short(), holderId));
    expect(await next.proofingStatus()).toEqual({ accepted: {} });
    await short().sweep();
    const sql =
      'select event, from_state, to_state from state_change where subject_id = ? order by change_id';
    expect(rows(short(), sql, ids.proofingId).map((row) => Object.values(row))).toEqual([
      ['create', null, 'accepted'],
      ['expire', 'accepted', 'expired'],
    ]);
  });

  it('a provisioned proofing does not expire: the device fetches the next version with it', async () => {
    const phone = await activePhone(short());
    short().advance(2 * DAYS);
    await short().sweep();
    expect(await stateOf(phone)).toBe('accepted');
    await changeHolder(short(), phone.holderId, { weight: 91 });
    expect(await phone.device.update(1)).toBe(true);
  });

  it('a proofing that was accepted for an existing credential does not expire either', async () => {
    const phone = await activePhone(short());
    await phone.device.proof(await codeFor(short(), phone.holderId));
    await phone.device.provision();
    short().advance(2 * DAYS);
    expect(await stateOf(phone)).toBe('accepted');
  });

  it('an accepted reverification has no deadline, because it gives no credential', async () => {
    const phone = await activePhone(short());
    const reverificationContext = { credentialId: phone.ids.credentialId };
    const code = Buffer.from(await codeFor(short(), phone.holderId)).toString('base64');
    const evidence = [{ preAuthorizationCode: { unencryptedValue: code } }];
    const ids = { ...phone.ids, proofingId: 'again' };
    await short().operate('proofUser', { ...ids, evidence, reverificationContext });
    short().advance(2 * DAYS);
    expect(await stateOf({ ...phone, ids })).toBe('accepted');
  });

  it('the deadline of a proofing that an operator accepts starts with the decision', async () => {
    const phone = await phoneIn('Pending');
    const view = await world().admin('acceptProofing', { id: phone.ids.proofingId });
    expect(Date.parse(view.deadlineTime ?? '') - world().now()).toBe(ACCEPTED * 1000);
    expect(view.decideTime).toBe(new Date(world().now()).toISOString());
  });
});
