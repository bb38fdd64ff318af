import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { expectNothingWritten, rows } from '../../support/database.ts';
import {
  activePhone,
  bodyOf,
  newDevice,
  proofedPhone,
  provisionedPhone,
  registeredDevice,
  send,
} from '../../support/devices.ts';
import { codeFor } from '../../support/records.ts';
import { expectRefusal, refusalOf } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
const HOUR = 3_600_000;
const certificateOf = (text: string) => new X509Certificate(Buffer.from(text, 'base64'));

async function nonceOf(deviceReferenceId: string): Promise<string> {
  const { status, body } = await world().operate('getDeviceRegistrationNonce', { deviceReferenceId });
  expect(status).toBe(200);
  return body.nonce;
}

describe('Rule 6, GetDeviceRegistrationNonce', () => {
  it('GetDeviceRegistrationNonce: the nonce has at most 32 bytes, as text and decoded from base64', async () => {
    const nonce = await nonceOf('size');
    expect(Buffer.from(nonce, 'utf8')).toHaveLength(32);
    expect(nonce).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(Buffer.from(nonce, 'base64')).toHaveLength(24);
  });

  it('GetDeviceRegistrationNonce: each nonce is different', async () => {
    const nonces = await Promise.all(Array.from({ length: 50 }, () => nonceOf('many')));
    expect(new Set(nonces).size).toBe(50);
  });

  it('GetDeviceRegistrationNonce: the newest nonce replaces older ones', async () => {
    const device = newDevice(world());
    const first = await device.requestNonce();
    await device.requestNonce();
    const late = device.hostile({ nonce: () => first });
    await expectNothingWritten(world(), () => refusalOf(late.register(), 'forbidden'));
  });

  it('GetDeviceRegistrationNonce: a registered device may request a nonce again and stays registered', async () => {
    const { device } = await proofedPhone(world());
    await device.requestNonce();
    expect(await device.proofingStatus()).toEqual({ accepted: {} });
  });
});

describe('Rule 7, RegisterDevice', () => {
  it('RegisterDevice: the chain holds the device identity key, a device attestation and the signed nonce', async () => {
    const device = newDevice(world());
    await device.register();
    const [row] = rows(
      world(),
      'select * from device where device_reference_id = ?',
      device.state.deviceReferenceId,
    );
    expect(Buffer.from(device.state.identity!.key.point).equals(row?.credential_key as Buffer)).toBe(true);
    expect(row).toMatchObject({
      nonce: null,
      security_level: 'trustedEnvironment',
      identity_credential_key: 1,
    });
  });

  it.each(['hardware', 'keystore'] as const)(
    'RegisterDevice accepts both kinds of devices: %s',
    async (profile) => {
      await registeredDevice(world(), { profile });
    },
  );

  it('RegisterDevice: the chain is unique for a device and credential, and another device cannot use it', async () => {
    const device = await registeredDevice(world());
    const chain = device.state.identity!.chain.map((der) => Buffer.from(der).toString('base64'));
    await nonceOf('thief');
    const request = { deviceReferenceId: 'thief', deviceIdentityCertificateChain: chain };
    expectRefusal(
      await expectNothingWritten(world(), () => world().operate('registerDevice', request)),
      'forbidden',
    );
  });

  it('RegisterDevice: deviceIdentityCertificateChain is preferred over the deprecated deviceIdentityCertificate', async () => {
    const device = newDevice(world());
    const body = await bodyOf(device, 'registerDevice', (copy) => copy.register());
    const both = { ...body, deviceIdentityCertificate: 'AAAA' };
    expect((await send(world(), 'registerDevice', both)).status).toBe(200);
  });

  it.each(['DER', 'PEM'])(
    'RegisterDevice: the deprecated deviceIdentityCertificate alone may hold the whole chain, in %s',
    async (form) => {
      const { deviceIdentityCertificateChain: chain, ...body } = await bodyOf(
        newDevice(world()),
        'registerDevice',
        (copy) => copy.register(),
      );
      const der = chain.map((text: string) => Buffer.from(text, 'base64'));
      const pem = der.map((bytes: Buffer) => new X509Certificate(bytes).toString()).join('');
      const blob = form === 'DER' ? Buffer.concat(der) : Buffer.from(pem);
      const answer = await send(world(), 'registerDevice', {
        ...body,
        deviceIdentityCertificate: blob.toString('base64'),
      });
      expect(answer.status, answer.body.errorDescription).toBe(200);
    },
  );

  it('RegisterDevice: without a chain and without a certificate a required field is missing', async () => {
    await nonceOf('no chain');
    for (const members of [{}, { deviceIdentityCertificateChain: [] }, { deviceIdentityCertificate: '' }]) {
      const request = { deviceReferenceId: 'no chain', ...members };
      const answer = await expectNothingWritten(world(), () => world().operate('registerDevice', request));
      expect(expectRefusal(answer, 'missingRequiredField')).toBe('unset: deviceIdentityCertificateChain');
    }
  });

  it.each([
    [{ deviceIdentityCertificateChain: ['****'] }],
    [{ deviceIdentityCertificateChain: Array(3).fill('AAAA') }],
    [{ deviceIdentityCertificateChain: ['', '', ''] }],
    [{ deviceIdentityCertificateChain: 'AAAA' }],
    [{ deviceIdentityCertificateChain: [5] }],
    [{ deviceIdentityCertificateChain: Array(17).fill('AAAA') }],
    [{ deviceIdentityCertificateChain: ['A'.repeat(24_000)] }],
    [{ deviceIdentityCertificate: 'MAMCAQUwAwIBBTAD' }],
    [{ deviceIdentityCertificate: Buffer.from('-----BEGIN CERTIFICATE-----\nAAAA').toString('base64') }],
  ])(
    'RegisterDevice: a value that is no chain of certificates is an invalid field value (%#)',
    async (members) => {
      await nonceOf('bad chain');
      const request = { deviceReferenceId: 'bad chain', ...members };
      const answer = await expectNothingWritten(world(), () => world().operate('registerDevice', request));
      expectRefusal(answer, 'invalidFieldValue');
    },
  );

  it('RegisterDevice: a chain of fewer than three certificates is forbidden, because it cannot end at a root', async () => {
    await nonceOf('short chain');
    const request = { deviceReferenceId: 'short chain', deviceIdentityCertificateChain: ['AAAA'] };
    expectRefusal(
      await expectNothingWritten(world(), () => world().operate('registerDevice', request)),
      'forbidden',
    );
  });

  it('RegisterDevice: the same certificate again is a retry, also after its nonce was used', async () => {
    const device = newDevice(world());
    const body = await bodyOf(device, 'registerDevice', (copy) => copy.register());
    expect((await send(world(), 'registerDevice', body)).status).toBe(200);
    const again = await expectNothingWritten(world(), () => send(world(), 'registerDevice', body));
    expect(again.status).toBe(200);
  });

  it('RegisterDevice: a nonce can be used for one registration only', async () => {
    const device = await registeredDevice(world());
    const { nonce } = device.state;
    const again = device.hostile({ nonce: () => nonce as string });
    await expectNothingWritten(world(), () => refusalOf(again.register(), 'invalidState'));
  });

  it('RegisterDevice: a nonce is valid for an hour', async () => {
    const [intime, late] = [newDevice(world()), newDevice(world())];
    const nonces = [await intime.requestNonce(), await late.requestNonce()];
    world().advance(HOUR - 1);
    await intime.hostile({ nonce: () => nonces[0]! }).register();
    world().advance(1);
    await refusalOf(late.hostile({ nonce: () => nonces[1]! }).register(), 'invalidState');
  });

  it('RegisterDevice: a device without a live credential may register another key', async () => {
    const { device, holderId } = await proofedPhone(world());
    const before = device.state.identity?.key.point;
    await device.register();
    expect(device.state.identity?.key.point).not.toEqual(before);
    await device.proof(await codeFor(world(), holderId));
    await device.provision();
  });

  it('RegisterDevice: a device with a live credential cannot register another key', async () => {
    for (const phone of [await provisionedPhone(world()), await activePhone(world())]) {
      await phone.device.requestNonce();
      const { nonce } = phone.device.state;
      const again = phone.device.hostile({ nonce: () => nonce as string });
      await expectNothingWritten(world(), () => refusalOf(again.register(), 'invalidState'));
    }
  });
});

describe('Rule 8, GetIdentityKey', () => {
  it('GetIdentityKey: each entry is a base64 DER X.509 certificate holding an identity key', async () => {
    const { body } = await world().operate('getIdentityKey');
    expect(body.issuerIdentityCertificate).toHaveLength(1);
    const certificate = certificateOf(body.issuerIdentityCertificate[0]);
    expect(certificate.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
    expect(certificate.ca).toBe(false);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
  });

  it('GetIdentityKey: at least 2 keys are returned during key rotation; after rotation only the active key is returned', async () => {
    const before = (await world().operate('getIdentityKey')).body.issuerIdentityCertificate;
    await world().admin('rotateKey', { role: 'identity' });
    const during = (await world().operate('getIdentityKey')).body.issuerIdentityCertificate;
    expect(during).toHaveLength(2);
    expect(during).toContain(before[0]);
    await world().admin('rotateKey', { role: 'identity', finish: true });
    const after = (await world().operate('getIdentityKey')).body.issuerIdentityCertificate;
    expect(after).toEqual(during.filter((text: string) => text !== before[0]));
  });
});

describe('Rule 9, GetHybridEncryptionKey', () => {
  it('GetHybridEncryptionKey: the value is a base64 DER X.509 certificate holding the active encryption key', async () => {
    const { body } = await world().operate('getHybridEncryptionKey');
    const certificate = certificateOf(body.issuerEncryptionCertificate);
    expect(certificate.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
    expect(certificate.serialNumber).toMatch(/^[1-7][0-9A-F]{31}$/);
  });

  it('GetHybridEncryptionKey: only the active key is returned, also during a rotation', async () => {
    const before = (await world().operate('getHybridEncryptionKey')).body;
    await world().admin('rotateKey', { role: 'encryption' });
    const after = (await world().operate('getHybridEncryptionKey')).body;
    expect(Object.keys(after)).toEqual(['issuerEncryptionCertificate']);
    expect(after).not.toEqual(before);
    await world().admin('rotateKey', { role: 'encryption', finish: true });
  });
});
