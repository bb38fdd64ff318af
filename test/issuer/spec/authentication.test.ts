import { describe, expect, it } from 'vitest';
import { loadSettings, SettingsError } from '../../../src/server/config/load-settings.ts';
import { refuseDangers } from '../../../src/server/config/unsafe-settings.ts';
import { expectNothingWritten } from '../../support/database.ts';
import { activePhone, bodyOf, proofedPhone, registeredDevice, send } from '../../support/devices.ts';
import { offerKey, sealForIssuer } from '../../support/foreign-envelope.ts';
import { codeFor, newHolder } from '../../support/records.ts';
import { expectRefusal, refusalOf } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();

describe('Authentication', () => {
  it('a signature by an unknown key is refused with invalidPayloadSignature', async () => {
    const device = await registeredDevice(world());
    const hostile = device.hostile({ ownership: (spec, { newKey }) => ({ ...spec, signer: newKey() }) });
    await expectNothingWritten(world(), () => refusalOf(hostile.proof('code'), 'invalidPayloadSignature'));
  });

  it('a signature by the key that a device had before its last registration is refused with invalidPayloadSignature', async () => {
    const device = await registeredDevice(world());
    const before = device.state.identity!.key;
    await device.register();
    const late = device.hostile({ ownership: (spec) => ({ ...spec, signer: before }) });
    await expectNothingWritten(world(), () => refusalOf(late.proof('code'), 'invalidPayloadSignature'));
  });

  it('a value that is encrypted to an unknown key is refused with invalidPayloadEncryption', async () => {
    const device = await registeredDevice(world());
    const hostile = device.hostile({
      seal: (spec, { newKey }) => ({ ...spec, recipient: { ...spec.recipient, point: newKey().point } }),
    });
    await expectNothingWritten(world(), () => refusalOf(hostile.proof('code'), 'invalidPayloadEncryption'));
  });

  it('during a rotation the old encryption key still decrypts; a retired one is refused with invalidPayloadEncryption', async () => {
    const device = await registeredDevice(world());
    const seal = async (code: string) => {
      const encryptedData = await sealForIssuer(world(), device, Buffer.from(code), {
        info: 'PreAuthorizationCode',
      });
      return [{ preAuthorizationCode: { encryptedData } }];
    };
    const { deviceReferenceId } = device.state;
    const [one, other] = [
      await codeFor(world(), await newHolder(world())),
      await codeFor(world(), await newHolder(world())),
    ];
    const [early, late] = [await seal(one), await seal(other)];
    await world().admin('rotateKey', { role: 'encryption' });
    const during = await world().operate('proofUser', {
      deviceReferenceId,
      proofingId: 'during',
      evidence: early,
    });
    expect(during.status).toBe(200);
    await world().admin('rotateKey', { role: 'encryption', finish: true });
    const request = { deviceReferenceId, proofingId: 'after', evidence: late };
    const after = await expectNothingWritten(world(), () => world().operate('proofUser', request));
    expectRefusal(after, 'invalidPayloadEncryption');
    const again = { deviceReferenceId, proofingId: 'again', evidence: await seal(other) };
    expect((await world().operate('proofUser', again)).status).toBe(200);
  });

  it('the certificates of GetIdentityKey and GetHybridEncryptionKey are all that another library needs to verify and encrypt', async () => {
    const { device } = await proofedPhone(world());
    const offer = await offerKey(world(), device, 'k');
    const body = await bodyOf(device, 'provisionCredential', (copy) => copy.provision());
    const answer = await send(world(), 'provisionCredential', {
      ...body,
      deviceEncryptionKey: offer.deviceEncryptionKey,
    });
    await offer.open(answer.body.credential.encryptedData, 'Credential');
  });

  it('a device that knows both identity keys keeps working through a rotation', async () => {
    const { device } = await activePhone(world());
    await world().admin('rotateKey', { role: 'identity' });
    expect(await device.refresh(1)).toBe(1);
    await world().admin('rotateKey', { role: 'identity', finish: true });
    expect(await device.refresh(1)).toBe(1);
  });
});

describe('Permission credentials of callers', () => {
  it.each(['0.0.0.0', '192.0.2.1', '::'])(
    'a sandbox that checks no permission credentials refuses to listen on %s',
    (host) => {
      const settings = loadSettings({ environment: {}, options: { host } });
      expect(() => refuseDangers(settings)).toThrow(SettingsError);
    },
  );

  it('a production server refuses to start without permission credentials', () => {
    const settings = loadSettings({ environment: {}, options: { profile: 'production' } });
    expect(() => refuseDangers(settings)).toThrow(/callers must show credentials/);
  });
});
