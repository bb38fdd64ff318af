import { describe, expect, it } from 'vitest';
import { diptych, to } from '../../support/cli.ts';
import { activePhone, registeredDevice } from '../../support/devices.ts';
import { codeFor, newHolder } from '../../support/records.ts';
import { adminRefusal } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld({ settings: { 'issuer.maxDevicesPerHolder': 1 } });
const DAY = 86_400_000;

const day = (at: number) => new Date(at).toISOString().slice(0, 10);

/** A person, and an open code that is rejected because of the person. */
const CODES = {
  async recordRevoked() {
    const holderId = await newHolder(world());
    const code = await codeFor(world(), holderId);
    await world().admin('revokeHolder', { id: holderId });
    return { holderId, code };
  },
  async recordExpired() {
    const holderId = await newHolder(world(), { expiry_date: day(world().now() + DAY) });
    const { code } = await world().admin('issueCode', { holderId, ttlSeconds: 3 * 86_400 });
    world().advance(2 * DAY + 1);
    return { holderId, code };
  },
  async devicesUsedUp() {
    const { holderId } = await activePhone(world());
    return { holderId, code: await codeFor(world(), holderId) };
  },
};

/** Causes by which nothing is said about the person of a code. */
const UNUSABLE = {
  codeExpired: async () => world().advance(600_000),
  codeRevoked: (id: string) => world().admin('revokeCode', { id }),
};

const proofingsOf = async (holderId: string) =>
  (await world().admin('listProofings', { holderId })).proofings.map(({ id }) => id).toSorted();

describe('A proofing that is rejected when it is sent, because of the person', () => {
  it.each(Object.entries(CODES))(
    '%s: is shown with the person; another try with the used code is not',
    async (rejectionCause, prepare) => {
      const { holderId, code } = await prepare();
      const before = await proofingsOf(holderId);
      const device = await registeredDevice(world());
      const id = await device.proof(code);
      expect(await proofingsOf(holderId)).toEqual([...before, id].toSorted());
      const { events } = await world().admin('listEvents', { holderId, event: 'reject' });
      expect(events).toMatchObject([
        { event: 'create', to: 'rejected', subjectId: id, holderId, reason: rejectionCause },
      ]);
      const review = await world().admin('getProofingReview', { id });
      expect(review).toMatchObject({
        holder: { id: holderId },
        proofing: { holderId, rejectionCause },
        evidence: { code: { state: 'used', proofingId: id } },
      });
      await device.proof(code);
      expect(await proofingsOf(holderId)).toEqual([...before, id].toSorted());
    },
  );

  it('commands show it with the name of the person', async () => {
    const { holderId, code } = await CODES.recordRevoked();
    const id = await (await registeredDevice(world())).proof(code);
    const shown = await diptych('proofings', 'show', id, ...to(world()));
    expect(shown.out).toMatch(/^person +Erika Mustermann$/m);
    const listed = await diptych('proofings', 'list', '--holder-id', holderId, ...to(world()));
    expect(listed.out).toContain('rejected: The record');
    const told = await diptych('events', 'list', '--holder', holderId, ...to(world()));
    expect(told.out).toMatch(/Erika Mustermann’s proofing.*rejected/);
  });

  it.each(Object.entries(UNUSABLE))('%s: is shown with no person', async (rejectionCause, spoil) => {
    const { code, id, holderId } = await world().admin('issueCode', { holderId: await newHolder(world()) });
    await spoil(id);
    const proofing = await (await registeredDevice(world())).proof(code);
    const view = await world().admin('getProofing', { id: proofing });
    expect(view).toMatchObject({ rejectionCause });
    expect(view).not.toHaveProperty('holderId');
    expect(await proofingsOf(holderId)).toEqual([]);
  });

  it('a reverification is shown with the person whose credential it is, and with no person if the code is of another one', async () => {
    const { device } = await activePhone(world());
    const other = await CODES.recordRevoked();
    const theirs = await device.proof(other.code, { reverify: true });
    const view = await world().admin('getProofing', { id: theirs });
    expect(view).toMatchObject({ rejectionCause: 'recordRevoked' });
    expect(view).not.toHaveProperty('holderId');
    expect(await proofingsOf(other.holderId)).toEqual([]);

    const lapsing = await newHolder(world(), { expiry_date: day(world().now() + DAY) });
    const issue = () => world().admin('issueCode', { holderId: lapsing, ttlSeconds: 3 * 86_400 });
    const phone = await registeredDevice(world());
    await phone.proof((await issue()).code);
    await phone.provision();
    const { code } = await issue();
    world().advance(2 * DAY + 1);
    const own = await phone.proof(code, { reverify: true });
    expect(await world().admin('getProofing', { id: own })).toMatchObject({
      rejectionCause: 'recordExpired',
      holderId: lapsing,
    });
  });

  it('the device that sent it is not shown as the device of the person', async () => {
    const { holderId, code } = await CODES.recordRevoked();
    const device = await registeredDevice(world());
    await device.proof(code);
    const { deviceReferenceId: id } = device.state;
    expect(await world().admin('getDevice', { id })).not.toHaveProperty('holderId');
    const { events } = await world().admin('listEvents', { holderId });
    expect(events.map(({ subjectId }) => subjectId)).not.toContain(id);
  });

  it('it cannot be accepted, because it is rejected, whatever the record says', async () => {
    const { code } = await CODES.recordRevoked();
    const id = await (await registeredDevice(world())).proof(code);
    await adminRefusal(world().admin('acceptProofing', { id }), 'FAILED_PRECONDITION', 'INVALID_STATE');
  });
});
