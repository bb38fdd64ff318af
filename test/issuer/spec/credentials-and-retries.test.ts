import { describe, expect, it } from 'vitest';
import { encode } from '../../../src/formats/cbor/index.ts';
import { decodeCoseSign1, sigStructure } from '../../../src/formats/cose/index.ts';
import type { AuthKey } from '../../../src/wallet/index.ts';
import { expectNothingWritten } from '../../support/database.ts';
import { activePhone, bodyOf, provisionedPhone, registeredDevice, send } from '../../support/devices.ts';
import { changeHolder, codeFor, newHolder } from '../../support/records.ts';
import { adminRefusal, expectRefusal, refusalOf, rejectedAutomatically } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
const DAY = 86_400_000;
const MSOS = 'provisionMobileSecurityObjects';

describe('Ruling 30: retries of provisionMobileSecurityObjects', () => {
  it('the same set of keys in any order is an exact replay', async () => {
    const phone = await activePhone(world(), 1, { encrypt: false });
    const body = await bodyOf(phone.device, MSOS, (copy) => copy.refresh(3));
    const { mobileSecurityObjects: first } = (await send(world(), MSOS, body)).body;
    const authKeys = body.authKeys.toReversed();
    const { mobileSecurityObjects: again } = (await send(world(), MSOS, { ...body, authKeys })).body;
    expect(again).toEqual(first.toReversed());
  });

  it('a request that mixes known and new keys is refused with invalidFieldValue', async () => {
    const { device } = await activePhone(world(), 2);
    const [known] = device.state.authKeys;
    const mixed = device.hostile({ authKeys: (made) => [...made, known as AuthKey] });
    await expectNothingWritten(world(), () => refusalOf(mixed.refresh(1), 'invalidFieldValue'));
  });
});

describe('Ruling 31: several credentials and proofings of one device', () => {
  it('ProvisionCredential for a revoked or deleted credential is refused with invalidState', async () => {
    const revoked = await activePhone(world());
    await world().admin('revokeCredential', { id: revoked.ids.credentialId });
    const deleted = await activePhone(world());
    await world().operate('notifyCredentialDeleted', deleted.ids);
    for (const { ids } of [revoked, deleted]) {
      const answer = await expectNothingWritten(world(), () => world().operate('provisionCredential', ids));
      expectRefusal(answer, 'invalidState');
    }
  });

  it('an existing credential may be fetched with any accepted proofing of the same device', async () => {
    const { device, holderId, ids } = await activePhone(world());
    await device.proof(await codeFor(world(), holderId), { reverify: true });
    await device.provision();
    expect(device.state.credentialId).toBe(ids.credentialId);
  });

  it('ProvisionCredential with a revoked proofing is refused with invalidIdentifier', async () => {
    const { ids } = await activePhone(world());
    await world().admin('revokeProofing', { id: ids.proofingId });
    expectRefusal(await world().operate('provisionCredential', ids), 'invalidIdentifier');
  });

  it('a deviceReferenceId has one live credential; a second one is refused with invalidState', async () => {
    const { ids } = await activePhone(world());
    const second = { ...ids, credentialId: 'second' };
    expectRefusal(
      await expectNothingWritten(world(), () => world().operate('provisionCredential', second)),
      'invalidState',
    );
  });

  it('a revocation is final: the proofing of a revoked credential gives no other credential', async () => {
    const { ids } = await activePhone(world());
    await world().admin('revokeCredential', { id: ids.credentialId });
    const another = { ...ids, credentialId: 'another after the revocation' };
    const answer = await expectNothingWritten(world(), () => world().operate('provisionCredential', another));
    expectRefusal(answer, 'invalidState');
  });

  it('a reverification proves again who has a credential, and creates no new one', async () => {
    const { device, holderId, ids } = await activePhone(world());
    await device.proof(await codeFor(world(), holderId), { reverify: true });
    const proofingId = device.state.proofing?.proofingId;
    await device.notifyDeleted();
    const request = { ...ids, proofingId, credentialId: 'by reverification' };
    const answer = await expectNothingWritten(world(), () => world().operate('provisionCredential', request));
    expectRefusal(answer, 'invalidState');
  });

  it('a device that deleted its credential may get another one', async () => {
    const { device, ids } = await activePhone(world());
    await device.notifyDeleted();
    await device.provision();
    expect(device.state.credentialId).not.toBe(ids.credentialId);
    expect(await device.provisionMsos(1)).toBe(1);
  });
});

describe('Ruling 32: old credential versions', () => {
  it("a credential version is outdated as soon as the holder's data changed", async () => {
    const { device, holderId } = await activePhone(world());
    const body = await bodyOf(device, MSOS, (copy) => copy.refresh(1));
    await changeHolder(world(), holderId, { family_name: 'Neumann' });
    expectRefusal(await expectNothingWritten(world(), () => send(world(), MSOS, body)), 'invalidState');
  });
});

describe('Ruling 35: rounding of times', () => {
  it('notBefore of the document signer and the IACA is the start of the day before they were made', async () => {
    const { keys } = await world().admin('listKeys', {});
    const startOfDay = Math.floor(world().now() / DAY) * DAY;
    for (const role of ['iaca', 'documentSigner']) {
      const key = keys.find((candidate) => candidate.role === role);
      expect(Date.parse(key?.notBeforeTime ?? '')).toBe(startOfDay - DAY);
    }
  });

  it('validUntil is rounded down to whole days, whether the key, the document or the document signer limits it', async () => {
    const expiring = new Date(world().now() + 10 * DAY).toISOString().slice(0, 10);
    const holderId = await newHolder(world(), { expiry_date: expiring });
    const device = await registeredDevice(world());
    await device.proof(await codeFor(world(), holderId));
    await device.provision();
    await device.provisionMsos(1);
    const [capped] = device.state.authKeys;
    expect(new Date(capped?.certified?.expiresAt ?? 0).toISOString()).toBe(`${expiring}T00:00:00.000Z`);
    const short = device.hostile({ authKey: (spec) => ({ ...spec, notAfter: spec.notBefore + 3.5 * DAY }) });
    await short.refresh(1);
    const [, byKey] = short.state.authKeys;
    expect((byKey?.certified?.expiresAt ?? 0) % DAY).toBe(0);
    expect(byKey?.certified?.expiresAt).toBeLessThanOrEqual(world().now() + 3.5 * DAY);
  });

  it('a request that would leave an MSO no validity is an invalid state', async () => {
    const tomorrow = new Date(world().now() + DAY).toISOString().slice(0, 10);
    const holderId = await newHolder(world(), { expiry_date: tomorrow });
    const device = await registeredDevice(world());
    await device.proof(await codeFor(world(), holderId));
    await device.provision();
    world().advance(DAY);
    await expectNothingWritten(world(), () => refusalOf(device.provisionMsos(1), 'invalidState'));
  });
});

describe('Ruling 37: revoking a credential and revoking a holder', () => {
  it('revoking a credential affects one device', async () => {
    const holderId = await newHolder(world());
    const devices = [await registeredDevice(world()), await registeredDevice(world())];
    for (const device of devices) {
      await device.proof(await codeFor(world(), holderId));
      await device.provision();
    }
    await world().admin('revokeCredential', { id: devices[0]?.state.credentialId ?? '' });
    const states = await Promise.all(devices.map(async (device) => (await device.status()).credentialStatus));
    expect(states).toEqual([{ revoked: {} }, { provisionPending: {} }]);
  });

  it('revoking a holder revokes all credentials of the holder, and later proofings are rejected with recordInvalid', async () => {
    const one = await activePhone(world());
    const other = await registeredDevice(world());
    await other.proof(await codeFor(world(), one.holderId));
    await other.provision();
    const late = await codeFor(world(), one.holderId);
    const { revokedCredentials } = await world().admin('revokeHolder', { id: one.holderId });
    expect(revokedCredentials).toBe(2);
    for (const device of [one.device, other])
      expect((await device.status()).credentialStatus).toEqual({ revoked: {} });
    const third = await registeredDevice(world());
    await third.proof(late);
    expect(await third.proofingStatus()).toEqual(
      rejectedAutomatically({ recordInvalid: { invalidityReason: 'revoked' } }),
    );
    await adminRefusal(codeFor(world(), one.holderId), 'FAILED_PRECONDITION', 'HOLDER_REVOKED');
    expect((await world().admin('revokeHolder', { id: one.holderId })).revokedCredentials).toBe(0);
  });
});

describe('Ruling 38: proof of provisioning for an active credential', () => {
  it('a proof that equals the current one is a retry', async () => {
    const { device } = await provisionedPhone(world(), { encrypt: false });
    const body = await bodyOf(device, MSOS, (copy) => copy.provisionMsos(2));
    const first = await send(world(), MSOS, body);
    const again = await expectNothingWritten(world(), () => send(world(), MSOS, body));
    expect(again.body).toEqual(first.body);
  });

  it('a proof that differs from the current one is refused with invalidState', async () => {
    const { device } = await provisionedPhone(world());
    const body = await bodyOf(device, MSOS, (copy) => copy.provisionMsos(1));
    const different = await bodyOf(device, MSOS, (copy) => copy.provisionMsos(1), {
      proofOfProvisioning: (spec) => ({ ...spec, dialect: 'keystore' }),
    });
    expect((await send(world(), MSOS, body)).status).toBe(200);
    expectRefusal(await expectNothingWritten(world(), () => send(world(), MSOS, different)), 'invalidState');
  });
});

describe('Ruling 46: a ProofOfProvisioning with another algorithm in its protected header', () => {
  it.each([
    ['ES384', -35],
    ['EdDSA', -8],
    ['HS256', 5],
    ['none at all', undefined],
  ])(
    'a proof with another algorithm is an invalidPayloadSignature, even if the signature is right: %s',
    async (_, algorithm) => {
      for (const encrypt of [true, false]) {
        const { device } = await provisionedPhone(world(), { encrypt });
        const protectedBytes =
          algorithm === undefined ? new Uint8Array(0) : encode(new Map([[1, algorithm]]));
        const hostile = device.hostile({
          async plaintext(plaintext, { state }, kind) {
            if (kind !== 'proofOfProvisioning') return plaintext;
            const payload = decodeCoseSign1(plaintext).payload!;
            const signature = await state.identity!.key.sign(sigStructure(protectedBytes, payload));
            return encode([protectedBytes, new Map(), payload, signature]);
          },
        });
        await expectNothingWritten(world(), () =>
          refusalOf(hostile.provisionMsos(1), 'invalidPayloadSignature'),
        );
        await device.provisionMsos(1);
      }
    },
  );
});
