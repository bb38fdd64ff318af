import { describe, expect, it } from 'vitest';
import { ConflictError } from '../../../src/conventions/errors.ts';
import { changeCredential } from '../../../src/issuer/credential/change-credential.ts';
import type { IssuerWriter } from '../../../src/issuer/ports/store.ts';
import { rows } from '../../support/database.ts';
import { activePhone, type Phone, proofedPhone, provisionedPhone } from '../../support/devices.ts';
import { changeHolder, codeFor } from '../../support/records.ts';
import { useWorld } from '../../support/use-world.ts';
import type { World } from '../../support/world.ts';
import { useToldWorld } from './support.ts';

const DAY = 86_400_000;
const automatic = useToldWorld();
const manual = useToldWorld({ 'issuer.decisions': 'manual' });

const proofing = ({ ids }: Phone) => `notifyProofingStatusUpdateAvailable ${ids.proofingId}`;
const credential = ({ ids }: Phone) => `notifyCredentialStatusUpdateAvailable ${ids.credentialId}`;

const entries = (world: World) => rows(world, 'select * from outbox_entry order by entry_id');

describe('The wallet platform is notified about a proofing', () => {
  const { world, deliver, told } = manual;

  /** A pending proofing without a notification. */
  async function pending(): Promise<Phone> {
    const phone = await proofedPhone(world());
    await deliver();
    expect(told()).toEqual([]);
    return phone;
  }

  it('the platform is notified when the request that started a proofing decided it, because the answer lacks the decision', async () => {
    const phone = await proofedPhone(automatic.world());
    await automatic.deliver();
    expect(automatic.told()).toEqual([proofing(phone)]);
  });

  it.each(['acceptProofing', 'rejectProofing', 'challengeProofing'] as const)(
    'the platform is notified when a proofing takes %s',
    async (method) => {
      const phone = await pending();
      await world().admin(method, { id: phone.ids.proofingId });
      await deliver();
      expect(told()).toEqual([proofing(phone)]);
    },
  );

  it('the platform is notified when a challenge is completed and when the proofing is revoked', async () => {
    const phone = await pending();
    for (const method of [
      'challengeProofing',
      'resumeProofing',
      'acceptProofing',
      'revokeProofing',
    ] as const) {
      await world().admin(method, { id: phone.ids.proofingId });
      await deliver();
      expect(told()).toEqual([proofing(phone)]);
    }
  });

  it('the platform is notified when a proofing expires', async () => {
    const phone = await pending();
    world().advance(31 * DAY);
    await world().sweep();
    await deliver();
    expect(told()).toContain(proofing(phone));
  });

  it('the platform is notified when another key ended a proofing, because the answer to the device does not say so', async () => {
    const phone = await pending();
    await phone.device.register();
    await deliver();
    expect(told()).toEqual([proofing(phone)]);
  });

  it('the platform is not notified about a cancellation that it requested itself', async () => {
    const phone = await pending();
    await phone.device.cancel();
    await deliver();
    expect(told()).toEqual([]);
  });
});

describe('The wallet platform is notified about a credential', () => {
  const { world, deliver, told } = automatic;

  /** An active credential without a notification, except about its proofing. */
  async function active(): Promise<Phone> {
    const phone = await activePhone(world());
    await deliver();
    expect(told()).toEqual([proofing(phone)]);
    return phone;
  }

  it('the platform is notified once of a new version, however many changes follow, until the wallet acts', async () => {
    const phone = await active();
    for (const family_name of ['Second', 'Third', 'Fourth'])
      await changeHolder(world(), phone.holderId, { family_name });
    expect(entries(world())).toMatchObject([{ subject_id: phone.ids.credentialId, revision: 3 }]);
    await deliver();
    expect(told()).toEqual([credential(phone)]);
    await phone.device.provision();
    await deliver();
    expect(told()).toEqual([]);
  });

  it('the platform is notified when a credential requires an action of the user, when it no longer does, and when it is revoked', async () => {
    const phone = await active();
    const id = phone.ids.credentialId;
    await world().admin('requireAction', { id, action: { deadlineTimeMillis: String(world().now() + DAY) } });
    await deliver();
    expect(told()).toEqual([credential(phone)]);
    await world().admin('clearAction', { id });
    await deliver();
    expect(told()).toEqual([credential(phone)]);
    await world().admin('revokeCredential', { id });
    await deliver();
    expect(told()).toEqual([credential(phone)]);
  });

  it('the platform is notified when a missed deadline of the user revokes a credential', async () => {
    const phone = await active();
    const action = { deadlineTimeMillis: String(world().now() + DAY) };
    await world().admin('requireAction', { id: phone.ids.credentialId, action });
    await deliver();
    world().advance(DAY);
    await world().sweep();
    await deliver();
    expect(told()).toEqual([credential(phone), credential(phone)]);
  });

  it('the platform is notified of a reverification that was decided at once', async () => {
    const phone = await active();
    const { credentialId } = phone.ids;
    const action = {
      deadlineTimeMillis: String(world().now() + DAY),
      submitProofing: { unlimitedAttempts: {} },
    };
    await world().admin('requireAction', { id: credentialId, action });
    await deliver();
    told();
    await phone.device.proof(await codeFor(world(), phone.holderId), { reverify: true });
    await deliver();
    expect([...told()].toSorted()).toEqual([credential(phone), proofing(phone)].toSorted());
  });

  it('the platform is notified of the lost attempt if a reverification is rejected at once', async () => {
    const phone = await active();
    const limitedAttempts = { remainingAttempts: 3, maxAttempts: 3 };
    const deadlineTimeMillis = String(world().now() + DAY);
    const action = { deadlineTimeMillis, submitProofing: { limitedAttempts } };
    await world().admin('requireAction', { id: phone.ids.credentialId, action });
    await deliver();
    told();
    await phone.device.proof('a wrong code', { reverify: true });
    await deliver();
    expect(told()).toContain(credential(phone));
  });

  it('the platform is not notified about its own requests: provisioning, proof, refresh, deletion', async () => {
    const phone = await provisionedPhone(world());
    await deliver();
    expect(told()).toEqual([proofing(phone)]);
    await phone.device.provisionMsos(1);
    await phone.device.refresh(1);
    await phone.device.notifyDeleted();
    await deliver();
    expect(told()).toEqual([]);
  });
});

describe('Changes that queue no notification', () => {
  it('a change that was rolled back queues no notification', async () => {
    const { world } = automatic;
    const { ids } = await activePhone(world());
    await automatic.deliver();
    automatic.told();
    const { store } = world().server.context;
    const revokedInVain = (end: (writer: IssuerWriter) => Promise<void>) =>
      store.write(async (writer) => {
        const found = await writer.credential(ids.credentialId);
        if (!found) throw new Error('there is no such credential');
        const change = { event: 'revoke', actor: { kind: 'deadline' }, at: world().now() } as const;
        await changeCredential(writer, found, change);
        await end(writer);
      });
    const fails = async () => {
      throw new ConflictError('on purpose');
    };
    await expect(revokedInVain(fails)).rejects.toThrow('on purpose');
    expect(entries(world())).toEqual([]);
    await revokedInVain(async () => {});
    expect(entries(world())).toMatchObject([{ subject: 'credential', subject_id: ids.credentialId }]);
    await automatic.deliver();
  });

  describe('An issuer without a configured platform', () => {
    const silent = useWorld();

    it('without a configured platform no change queues a notification', async () => {
      const { ids, holderId } = await activePhone(silent());
      await changeHolder(silent(), holderId, { family_name: 'Second' });
      await silent().admin('revokeCredential', { id: ids.credentialId });
      expect(entries(silent())).toEqual([]);
    });
  });
});
