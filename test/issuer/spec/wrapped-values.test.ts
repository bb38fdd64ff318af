import { X509Certificate } from 'node:crypto';
import * as cborg from 'cborg';
import { describe, expect, it } from 'vitest';
import { expectNothingWritten } from '../../support/database.ts';
import {
  activePhone,
  bodyOf,
  proofedPhone,
  provisionedPhone,
  registeredDevice,
  send,
} from '../../support/devices.ts';
import { offerKey } from '../../support/foreign-envelope.ts';
import { expectRefusal } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
const decoded = (text: string) =>
  cborg.decode(Buffer.from(text, 'base64'), { useMaps: true, tags: cborg.Tagged.preserve(0, 18, 24, 1004) });

describe('Credential', () => {
  it('unencryptedValue holds the base64 mdoc credential if the request has no deviceEncryptionKey', async () => {
    const { device } = await proofedPhone(world(), { encrypt: false });
    const body = await bodyOf(device, 'provisionCredential', (copy) => copy.provision());
    expect(body).not.toHaveProperty('deviceEncryptionKey');
    const { credential } = (await send(world(), 'provisionCredential', body)).body;
    expect(Object.keys(credential)).toEqual(['unencryptedValue']);
    const content = decoded(credential.unencryptedValue);
    expect([...content.keys()]).toEqual(['provisionedData', 'accessControlProfiles']);
    const [first] = content.get('provisionedData').get('org.iso.18013.5.1');
    expect(Object.fromEntries(first)).toEqual({
      name: 'family_name',
      value: 'Mustermann',
      accessControlProfiles: [1],
    });
    expect(
      content
        .get('accessControlProfiles')
        .map((profile: Map<string, unknown>) => Object.fromEntries(profile)),
    ).toEqual([{ id: 1, userAuthenticationRequired: true, timeoutMillis: 0 }]);
  });

  it('encryptedData holds the same credential if the request has a deviceEncryptionKey', async () => {
    const { device } = await proofedPhone(world());
    const body = await bodyOf(device, 'provisionCredential', (copy) => copy.provision());
    const offer = await offerKey(world(), device, 'k');
    const encrypted = { ...body, deviceEncryptionKey: offer.deviceEncryptionKey };
    const { credential } = (await send(world(), 'provisionCredential', encrypted)).body;
    expect(Object.keys(credential)).toEqual(['encryptedData']);
    const bytes = await offer.open(credential.encryptedData, 'Credential');
    const plain = await send(world(), 'provisionCredential', { ...body, deviceEncryptionKey: undefined });
    expect(Buffer.from(bytes).toString('base64')).toBe(plain.body.credential.unencryptedValue);
  });
});

describe('AuthKey', () => {
  it('an AuthKey is an X.509 certificate signed by the device credential key, to be certified by the issuer', async () => {
    const { device } = await provisionedPhone(world(), { encrypt: false });
    const body = await bodyOf(device, 'provisionMobileSecurityObjects', (copy) => copy.provisionMsos(1));
    const sent = new X509Certificate(Buffer.from(body.authKeys[0].unencryptedValue, 'base64'));
    const answer = await send(world(), 'provisionMobileSecurityObjects', body);
    const staticAuthData = decoded(answer.body.mobileSecurityObjects[0].unencryptedValue);
    const mso = cborg.decode(
      (cborg.decode(staticAuthData.get('issuerAuth')[2], { tags: cborg.Tagged.preserve(24) }) as cborg.Tagged)
        .value as Uint8Array,
      { useMaps: true, tags: cborg.Tagged.preserve(0) },
    );
    const deviceKey = mso.get('deviceKeyInfo').get('deviceKey');
    const spki = sent.publicKey.export({ type: 'spki', format: 'der' });
    expect(Buffer.concat([deviceKey.get(-2), deviceKey.get(-3)])).toEqual(spki.subarray(-64));
  });

  it.each([true, false])('AuthKeys are certified whether or not they are encrypted: %s', async (encrypt) => {
    const { device } = await provisionedPhone(world(), { encrypt });
    expect(await device.provisionMsos(2)).toBe(2);
  });
});

describe('ProofOfProvisioning', () => {
  it.each([true, false])(
    'a ProofOfProvisioning is a COSE_Sign1 structure signed by the device credential key, encrypted: %s',
    async (encrypt) => {
      const { device } = await provisionedPhone(world(), { encrypt });
      await device.provisionMsos(0);
      expect((await device.status()).credentialStatus).toEqual({ active: {} });
    },
  );

  it.each(['hardware', 'keystore'] as const)(
    'a ProofOfProvisioning proves that the credential was provisioned to secure storage on the device: %s',
    async (profile) => {
      const { device } = await provisionedPhone(world(), { profile });
      await device.provisionMsos(1);
      expect((await device.status()).credentialStatus).toEqual({ active: {} });
    },
  );
});

describe('MobileSecurityObject', () => {
  it('expirationTimeMillis (string, int64 timestamp) says when the MSO expires', async () => {
    const { device } = await provisionedPhone(world());
    const body = await bodyOf(device, 'provisionMobileSecurityObjects', (copy) => copy.provisionMsos(2));
    const { mobileSecurityObjects } = (await send(world(), 'provisionMobileSecurityObjects', body)).body;
    for (const { expirationTimeMillis } of mobileSecurityObjects) {
      expect(expirationTimeMillis).toMatch(/^[0-9]{13}$/);
      expect(Number(expirationTimeMillis)).toBeGreaterThan(world().now());
      expect(Number(expirationTimeMillis) % 1000).toBe(0);
    }
  });

  it('an MSO has digests of each data element of the credential, as static auth data', async () => {
    const { device } = await provisionedPhone(world(), { encrypt: false });
    const credential = await bodyOf(device, 'provisionCredential', (copy) => copy.provision());
    const provisioned = decoded(
      (await send(world(), 'provisionCredential', credential)).body.credential.unencryptedValue,
    );
    const names = provisioned
      .get('provisionedData')
      .get('org.iso.18013.5.1')
      .map((entry: Map<string, string>) => entry.get('name'));
    const body = await bodyOf(device, 'provisionMobileSecurityObjects', (copy) => copy.provisionMsos(1));
    const { mobileSecurityObjects } = (await send(world(), 'provisionMobileSecurityObjects', body)).body;
    const staticAuthData = decoded(mobileSecurityObjects[0].unencryptedValue);
    expect([...staticAuthData.keys()]).toEqual(['digestIdMapping', 'issuerAuth']);
    const items = staticAuthData
      .get('digestIdMapping')
      .get('org.iso.18013.5.1')
      .map(({ value }: cborg.Tagged) => cborg.decode(value as Uint8Array));
    expect(items.map((item: { elementIdentifier: string }) => item.elementIdentifier).sort()).toEqual(
      names.sort(),
    );
    expect(new Set(items.map((item: { elementValue: unknown }) => item.elementValue))).toEqual(
      new Set([null]),
    );
  });

  it.each([true, false])(
    'an MSO is in encryptedData or unencryptedValue, as the request asked: encrypted %s',
    async (encrypt) => {
      const { device } = await provisionedPhone(world(), { encrypt });
      const body = await bodyOf(device, 'provisionMobileSecurityObjects', (copy) => copy.provisionMsos(1));
      const [mso] = (await send(world(), 'provisionMobileSecurityObjects', body)).body.mobileSecurityObjects;
      expect(Object.keys(mso).sort()).toEqual(
        [encrypt ? 'encryptedData' : 'unencryptedValue', 'expirationTimeMillis'].sort(),
      );
    },
  );
});

describe('ProofingEvidenceEvidence', () => {
  it('unencryptedInteger (int32) does not apply to a pre-authorization code', async () => {
    const { deviceReferenceId } = (await registeredDevice(world())).state;
    for (const unencryptedInteger of [5, -(2 ** 31)]) {
      const evidence = [{ preAuthorizationCode: { unencryptedInteger } }];
      const request = { deviceReferenceId, proofingId: 'integer', evidence };
      expectRefusal(
        await expectNothingWritten(world(), () => world().operate('proofUser', request)),
        'invalidFieldValue',
      );
    }
  });

  it.each([2 ** 31, 1.5, '5', true])(
    'unencryptedInteger (int32): %j is refused',
    async (unencryptedInteger) => {
      const { deviceReferenceId } = (await registeredDevice(world())).state;
      const evidence = [{ preAuthorizationCode: { unencryptedInteger } }];
      expectRefusal(
        await world().operate('proofUser', { deviceReferenceId, proofingId: 'i', evidence }),
        'invalidFieldValue',
      );
    },
  );
});

describe('Wrapped byte values', () => {
  it('a wrapped value with both encryptedData and unencryptedValue is an invalid field value', async () => {
    const { device } = await provisionedPhone(world());
    const plain = await provisionedPhone(world(), { encrypt: false });
    const operation = 'provisionMobileSecurityObjects';
    const body = await bodyOf(device, operation, (copy) => copy.provisionMsos(1));
    const other = await bodyOf(plain.device, operation, (copy) => copy.provisionMsos(1));
    for (const change of [
      { authKeys: [{ ...body.authKeys[0], ...other.authKeys[0] }] },
      { proofOfProvisioning: { ...body.proofOfProvisioning, ...other.proofOfProvisioning } },
    ]) {
      const answer = await expectNothingWritten(world(), () =>
        send(world(), operation, { ...body, ...change }),
      );
      expectRefusal(answer, 'invalidFieldValue');
    }
  });

  it('a wrapped value with neither encryptedData nor unencryptedValue is a missing required field', async () => {
    const { device } = await provisionedPhone(world());
    const operation = 'provisionMobileSecurityObjects';
    const body = await bodyOf(device, operation, (copy) => copy.provisionMsos(1));
    for (const change of [{ authKeys: [{}] }, { proofOfProvisioning: {} }]) {
      const answer = await expectNothingWritten(world(), () =>
        send(world(), operation, { ...body, ...change }),
      );
      expectRefusal(answer, 'missingRequiredField');
    }
  });

  it('in the sandbox one request may hold both encrypted and plain values', async () => {
    const { device } = await provisionedPhone(world());
    const operation = 'provisionMobileSecurityObjects';
    const body = await bodyOf(device, operation, (copy) => copy.provisionMsos(1));
    const answer = await send(world(), operation, { ...body, deviceEncryptionKey: undefined });
    expect(Object.keys(answer.body.mobileSecurityObjects[0])).toContain('unencryptedValue');
  });
});

const strict = useWorld({ settings: { 'issuer.plaintext': false } });

describe('The members of wrapped values are required fields, so they are checked before identifiers and states', () => {
  const data = { encryptedValue: 'AAAA', encapsulatedKey: 'AAAA', signature: 'AAAA', recipientKeyId: '1' };
  const both = { encryptedData: data, unencryptedValue: 'AAAA' };
  const plain = { unencryptedValue: 'AAAA' };
  const deviceEncryptionKey = { publicKey: 'AAAA', signature: 'AAAA', keyId: '1' };
  const provisionMsos = { credentialId: 'c', credentialVersionId: 'v', deviceEncryptionKey };
  const places = [
    [
      'evidence.0.preAuthorizationCode',
      'proofUser',
      (value: object) => ({ proofingId: 'p', evidence: [{ preAuthorizationCode: value }] }),
    ],
    [
      'authKeys.1',
      'provisionMobileSecurityObjects',
      (value: object) => ({ ...provisionMsos, authKeys: [{ encryptedData: data }, value] }),
    ],
    [
      'proofOfProvisioning',
      'provisionMobileSecurityObjects',
      (value: object) => ({ ...provisionMsos, proofOfProvisioning: value }),
    ],
  ] as const;

  it.each(places)('%s in %s', async (field, operation, members) => {
    const send = (wrapped: object) =>
      strict().operate(operation, { deviceReferenceId: 'unknown', ...members(wrapped) });
    for (const incomplete of [{}, plain])
      expect(expectRefusal(await send(incomplete), 'missingRequiredField')).toBe(
        `unset: ${field}.encryptedData`,
      );
    expect(expectRefusal(await send(both), 'invalidFieldValue')).toMatch(field);
    expectRefusal(await send({ encryptedData: data }), 'invalidIdentifier');
  });
});

describe('Where plain values are not allowed (production)', () => {
  it('where plain values are not allowed an absent deviceEncryptionKey is a missing required field', async () => {
    const { device } = await activePhone(strict());
    for (const operation of ['provisionCredential', 'provisionMobileSecurityObjects'] as const) {
      const body = await bodyOf(device, operation, (copy) =>
        operation === 'provisionCredential' ? copy.provision() : copy.refresh(1),
      );
      const answer = await expectNothingWritten(strict(), () =>
        send(strict(), operation, { ...body, deviceEncryptionKey: undefined }),
      );
      expect(expectRefusal(answer, 'missingRequiredField')).toBe('unset: deviceEncryptionKey');
    }
  });

  it('where plain values are not allowed an unencryptedValue is a missing required field', async () => {
    const device = await registeredDevice(strict());
    const { deviceReferenceId } = device.state;
    const evidence = [{ preAuthorizationCode: { unencryptedValue: 'QUJD' } }];
    const answer = await expectNothingWritten(strict(), () =>
      strict().operate('proofUser', { deviceReferenceId, proofingId: 'p', evidence }),
    );
    expect(expectRefusal(answer, 'missingRequiredField')).toBe(
      'unset: evidence.0.preAuthorizationCode.encryptedData',
    );
  });
});
