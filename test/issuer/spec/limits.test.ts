import { describe, expect, it } from 'vitest';
import { expectNothingWritten } from '../../support/database.ts';
import { activePhone, bodyOf, provisionedPhone, registeredDevice, send } from '../../support/devices.ts';
import { sealForIssuer } from '../../support/foreign-envelope.ts';
import { jpeg } from '../../support/portrait.ts';
import { mdl, newHolder } from '../../support/records.ts';
import { adminRefusal, expectRefusal } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
const LIMIT = 65_536;
const TAG = 16;
const MSOS = 'provisionMobileSecurityObjects';

async function proof(preAuthorizationCode: object) {
  const { deviceReferenceId } = (await registeredDevice(world())).state;
  const request = { deviceReferenceId, proofingId: 'l', evidence: [{ preAuthorizationCode }] };
  return expectNothingWritten(world(), () => world().operate('proofUser', request));
}

describe('Limits', () => {
  it('EncryptedData.encryptedValue and every wrapped encrypted value hold at most 65536 bytes', async () => {
    const device = await registeredDevice(world());
    const parts = { info: 'PreAuthorizationCode' };
    const { deviceReferenceId } = device.state;
    for (const [size, reason, words] of [
      [LIMIT - TAG, 'invalidDecryptedRequest', 'cannot be parsed'],
      [LIMIT - TAG + 1, 'invalidFieldValue', '65536'],
    ] as const) {
      const encryptedData = await sealForIssuer(world(), device, Buffer.alloc(size, 'a'), parts);
      const request = {
        deviceReferenceId,
        proofingId: 'l',
        evidence: [{ preAuthorizationCode: { encryptedData } }],
      };
      const answer = await expectNothingWritten(world(), () => world().operate('proofUser', request));
      expect(expectRefusal(answer, reason)).toContain(words);
    }
  });

  it.each(['authKeys', 'proofOfProvisioning'] as const)(
    'the encryptedValue of %s holds at most 65536 bytes',
    async (member) => {
      const phone = member === 'authKeys' ? await activePhone(world()) : await provisionedPhone(world());
      const body = await bodyOf(phone.device, MSOS, (copy) => copy.refresh(1));
      const [value] = member === 'authKeys' ? body.authKeys : [body.proofOfProvisioning];
      value.encryptedData.encryptedValue = Buffer.alloc(LIMIT + 1).toString('base64');
      expectRefusal(
        await expectNothingWritten(world(), () => send(world(), MSOS, body)),
        'invalidFieldValue',
      );
      value.encryptedData.encryptedValue = Buffer.alloc(LIMIT).toString('base64');
      expectRefusal(
        await expectNothingWritten(world(), () => send(world(), MSOS, body)),
        'invalidPayloadEncryption',
      );
    },
  );

  it('ruling 39: an unencryptedValue holds at most 65536 decoded bytes', async () => {
    for (const [size, words] of [
      [LIMIT, 'cannot be parsed'],
      [LIMIT + 1, '65536'],
    ] as const) {
      const answer = await proof({ unencryptedValue: Buffer.alloc(size, 'a').toString('base64') });
      expect(expectRefusal(answer, 'invalidFieldValue')).toContain(words);
    }
  });

  it('the largest record that can be imported fits into an encrypted value, and so does its proof of provisioning', async () => {
    const withPortrait = (size: number) => ({ portrait: jpeg({ bytes: size }).toString('base64') });
    const fits = async (size: number) => {
      const holders = [{ id: 'probe', elements: mdl(withPortrait(size)) }];
      const work = world().admin('importHolders', { holders, validateOnly: true });
      return work.then(
        () => true,
        () => false,
      );
    };
    let [low, high] = [40_000, 60_000];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (await fits(middle)) low = middle;
      else high = middle;
    }
    const device = await registeredDevice(world());
    const holderId = await newHolder(world(), withPortrait(low));
    await device.proof((await world().admin('issueCode', { holderId })).code);
    await device.provision();
    const request = await bodyOf(device, 'provisionCredential', (copy) => copy.provision());
    const { encryptedData } = (await send(world(), 'provisionCredential', request)).body.credential;
    expect(encryptedData.encryptedValue.length).toBeLessThanOrEqual(LIMIT);
    expect(await device.provisionMsos(1)).toBe(1);
    const { message } = await adminRefusal(
      world().admin('importHolders', { holders: [{ id: 'too large', elements: mdl(withPortrait(high)) }] }),
      'INVALID_ARGUMENT',
    );
    expect(message).toContain('nothing was imported');
  });

  it('GetDeviceRegistrationNonce: the nonce has at most 32 bytes', async () => {
    const { body } = await world().operate('getDeviceRegistrationNonce', { deviceReferenceId: 'limit' });
    expect(Buffer.byteLength(body.nonce)).toBeLessThanOrEqual(32);
  });

  it('GetIdentityKey returns at least 2 keys during key rotation, and only the active one afterwards', async () => {
    const count = async () => (await world().operate('getIdentityKey')).body.issuerIdentityCertificate.length;
    expect(await count()).toBe(1);
    await world().admin('rotateKey', { role: 'identity' });
    expect(await count()).toBeGreaterThanOrEqual(2);
    await world().admin('rotateKey', { role: 'identity', finish: true });
    expect(await count()).toBe(1);
  });

  it('ruling 30: a request may hold at most 100 authKeys', async () => {
    const { device } = await activePhone(world());
    const body = await bodyOf(device, MSOS, (copy) => copy.refresh(101));
    expect(
      expectRefusal(
        await expectNothingWritten(world(), () => send(world(), MSOS, body)),
        'invalidFieldValue',
      ),
    ).toContain('100');
    expect(await device.refresh(100)).toBe(100);
  });
});

describe('Limits that the issuer configures', () => {
  const small = useWorld({ settings: { 'issuer.maxAuthKeys': 2 } });

  it('ruling 30: the largest number of authKeys is configurable', async () => {
    const { device } = await activePhone(small(), 2);
    const body = await bodyOf(device, MSOS, (copy) => copy.refresh(3));
    expectRefusal(await send(small(), MSOS, body), 'invalidFieldValue');
  });
});
