import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { expectNothingWritten, rows } from '../../support/database.ts';
import {
  activePhone,
  type Body,
  bodyOf,
  type Phone,
  proofedPhone,
  provisionedPhone,
  registeredDevice,
  send,
} from '../../support/devices.ts';
import { changeHolder, codeFor, newHolder } from '../../support/records.ts';
import { expectRefusal, refusalOf } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
const MSOS = 'provisionMobileSecurityObjects';

describe('Rule 4, ProvisionCredential', () => {
  it('ProvisionCredential: when the credentialId already exists, the existing credential is returned and no new one is created', async () => {
    const { device, ids } = await proofedPhone(world(), { encrypt: false });
    const body = await bodyOf(device, 'provisionCredential', (copy) => copy.provision());
    const first = await send(world(), 'provisionCredential', body);
    const again = await expectNothingWritten(world(), () => send(world(), 'provisionCredential', body));
    expect(again.body).toEqual(first.body);
    const sql = 'select count(*) as n from credential where device_reference_id = ?';
    expect(rows(world(), sql, ids.deviceReferenceId)).toEqual([{ n: 1 }]);
  });

  it('ProvisionCredential: an existing credential is returned in its newest version', async () => {
    const { device, holderId } = await activePhone(world());
    await changeHolder(world(), holderId, { family_name: 'Musterfrau' });
    const credential = await device.provision();
    expect(Buffer.from(credential.namespaces[0]?.elements[0]?.value ?? '').toString()).toContain(
      'Musterfrau',
    );
  });

  it('ProvisionCredential: the proofing must be approved; otherwise an ErrorResponse for an invalid identifier is returned', async () => {
    const device = await registeredDevice(world());
    await device.proof('no such code');
    const refusal = await expectNothingWritten(world(), () =>
      refusalOf(device.provision(), 'invalidIdentifier'),
    );
    expect(refusal.status).toBe(404);
  });

  it('ProvisionCredential: deviceEncryptionKey may be absent in the sandbox environment during onboarding, and the issuer then returns plaintext data', async () => {
    const { device } = await proofedPhone(world());
    const body = await bodyOf(device, 'provisionCredential', (copy) => copy.provision());
    const answer = await send(world(), 'provisionCredential', { ...body, deviceEncryptionKey: undefined });
    expect(Object.keys(answer.body.credential)).toEqual(['unencryptedValue']);
  });

  it('ProvisionCredential: a record that was revoked after the proofing is not provisioned', async () => {
    const { device, holderId } = await proofedPhone(world());
    await world().admin('revokeHolder', { id: holderId });
    await refusalOf(device.provision(), 'invalidState');
  });
});

/** The body with new keys that the phone would send, for tests to change. */
const msoBody = ({ device }: Phone, count = 1): Promise<Body> =>
  bodyOf(device, MSOS, (copy) => copy.refresh(count));

describe('Rule 5, ProvisionMobileSecurityObjects', () => {
  it('authKeys are certificates to be certified as MSOs, and each gets one MSO', async () => {
    const { device } = await activePhone(world());
    expect(await device.refresh(7)).toBe(7);
  });

  it('authKeys are signed by the device credential key; another signer is an invalid signature', async () => {
    const phone = await activePhone(world());
    const hostile = phone.device.hostile({ authKey: (spec, { newKey }) => ({ ...spec, signer: newKey() }) });
    await expectNothingWritten(world(), () => refusalOf(hostile.refresh(1), 'invalidPayloadSignature'));
  });

  it('proofOfProvisioning is supplied only on the first MSO provisioning after the credential was provisioned; it is absent on MSO refreshes', async () => {
    const phone = await provisionedPhone(world());
    expect(await bodyOf(phone.device, MSOS, (copy) => copy.provisionMsos(1))).toHaveProperty(
      'proofOfProvisioning',
    );
    await phone.device.provisionMsos(1);
    expect(await msoBody(phone)).not.toHaveProperty('proofOfProvisioning');
    expect(await phone.device.refresh(1)).toBe(1);
  });

  it('ProvisionMobileSecurityObjects: deviceEncryptionKey follows the same sandbox and production rule as in ProvisionCredential', async () => {
    const body = await msoBody(await activePhone(world()));
    const answer = await send(world(), MSOS, { ...body, deviceEncryptionKey: undefined });
    expect(Object.keys(answer.body.mobileSecurityObjects[0]).toSorted()).toEqual([
      'expirationTimeMillis',
      'unencryptedValue',
    ]);
  });

  it("credentialVersionId: when it differs from the issuer's newest provisioned version, an ErrorResponse with invalidState is returned", async () => {
    const phone = await activePhone(world());
    const body = await msoBody(phone);
    for (const credentialVersionId of [
      'another',
      `${body.credentialVersionId} `,
      body.credentialVersionId.toUpperCase(),
    ]) {
      const answer = await expectNothingWritten(world(), () =>
        send(world(), MSOS, { ...body, credentialVersionId }),
      );
      expectRefusal(answer, 'invalidState');
    }
  });

  it('credentialVersionId: MSOs are not provisioned for old versions', async () => {
    const phone = await activePhone(world());
    const body = await msoBody(phone);
    await changeHolder(world(), phone.holderId, { resident_city: 'New Town' });
    expectRefusal(await expectNothingWritten(world(), () => send(world(), MSOS, body)), 'invalidState');
  });

  it('MSOs can be retrieved only for a credential in the active status', async () => {
    const phone = await activePhone(world());
    const body = await msoBody(phone);
    await world().admin('revokeCredential', { id: phone.ids.credentialId });
    expectRefusal(await expectNothingWritten(world(), () => send(world(), MSOS, body)), 'invalidState');
  });

  it('the list of MSOs is empty when the request has no keys', async () => {
    const phone = await provisionedPhone(world());
    const body = await bodyOf(phone.device, MSOS, (copy) => copy.provisionMsos(0));
    for (const authKeys of [[], undefined]) {
      const answer = await send(world(), MSOS, { ...body, authKeys });
      expect(answer.body.mobileSecurityObjects).toEqual([]);
    }
    expect((await phone.device.status()).credentialStatus).toEqual({ active: {} });
  });

  it('MSOs are returned in the order of the authKeys', async () => {
    const phone = await activePhone(world(), 1, { encrypt: false });
    const body = await msoBody(phone, 5);
    const { mobileSecurityObjects } = (await send(world(), MSOS, body)).body;
    const points = body.authKeys.map(({ unencryptedValue }: { unencryptedValue: string }) => {
      const certificate = Buffer.from(unencryptedValue, 'base64');
      const at = certificate.indexOf(Buffer.from('03420004', 'hex'));
      return certificate.subarray(at + 4, at + 36).toString('hex');
    });
    for (const [index, { unencryptedValue }] of mobileSecurityObjects.entries()) {
      expect(Buffer.from(unencryptedValue, 'base64').toString('hex')).toContain(points[index]);
    }
  });

  it('after a lost answer a request with the same keys returns the same MSOs', async () => {
    const phone = await activePhone(world(), 1, { encrypt: false });
    const body = await msoBody(phone, 3);
    const first = await send(world(), MSOS, body);
    const again = await expectNothingWritten(world(), () => send(world(), MSOS, body));
    expect(again.body).toEqual(first.body);
  });

  it('a key is certified once: a request that mixes known and new keys, repeats a key, or has only some of a batch is refused', async () => {
    const phone = await activePhone(world(), 1, { encrypt: false });
    const body = await msoBody(phone, 3);
    await send(world(), MSOS, body);
    const fresh = await msoBody(phone, 1);
    const [one, two, three] = body.authKeys;
    for (const authKeys of [
      [one, two, three, ...fresh.authKeys],
      [one, two],
      [one, two, ...fresh.authKeys],
      [one, one],
      [fresh.authKeys[0], fresh.authKeys[0]],
    ]) {
      const answer = await expectNothingWritten(world(), () => send(world(), MSOS, { ...body, authKeys }));
      expectRefusal(answer, 'invalidFieldValue');
    }
  });

  it('a key of another credential is not certified again', async () => {
    const one = await activePhone(world(), 1, { encrypt: false });
    const used = one.device.state.authKeys[0]!.key;
    const other = await activePhone(world(), 1, { encrypt: false });
    const hostile = other.device.hostile({ authKey: (spec) => ({ ...spec, point: used.point }) });
    await expectNothingWritten(world(), () => refusalOf(hostile.refresh(1), 'invalidFieldValue'));
  });

  it('an authKey that is no certificate is refused', async () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
    const phone = await activePhone(world(), 1, { encrypt: false });
    const body = await msoBody(phone);
    const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    const answer = await expectNothingWritten(world(), () =>
      send(world(), MSOS, { ...body, authKeys: [{ unencryptedValue: spki }] }),
    );
    expectRefusal(answer, 'invalidFieldValue');
  });

  it('expired MSOs are deleted, so a retry gets none, and their keys stay used', async () => {
    const phone = await activePhone(world(), 1, { encrypt: false });
    const body = await msoBody(phone, 2);
    await send(world(), MSOS, body);
    world().advance(31 * 86_400_000);
    expect((await world().sweep()).msos).toBeGreaterThan(0);
    expectRefusal(await expectNothingWritten(world(), () => send(world(), MSOS, body)), 'invalidFieldValue');
    expect(await phone.device.refresh(1)).toBe(1);
  });
});

describe('A device with documents of two types', () => {
  it('a code is for one holder: a second device of the same holder needs another code', async () => {
    const holderId = await newHolder(world());
    const [first, second] = [await registeredDevice(world()), await registeredDevice(world())];
    await first.proof(await codeFor(world(), holderId));
    await second.proof(await codeFor(world(), holderId));
    await first.provision();
    await second.provision();
    expect(await first.provisionMsos(1)).toBe(1);
    expect(await second.provisionMsos(1)).toBe(1);
  });
});
