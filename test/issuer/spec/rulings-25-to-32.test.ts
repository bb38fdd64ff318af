import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeAuthenticationKeyCertificate } from '../../../src/formats/android/index.ts';
import { OPERATION_NAMES } from '../../../src/issuer/contract/index.ts';
import type { AuthKey } from '../../../src/wallet/index.ts';
import { expectNothingWritten } from '../../support/database.ts';
import {
  activePhone,
  bodyOf,
  newDevice,
  type Phone,
  proofedPhone,
  registeredDevice,
  send,
} from '../../support/devices.ts';
import { changeHolder, codeFor, newHolder } from '../../support/records.ts';
import { expectRefusal, refusalOf } from '../../support/refusal.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
const DAY = 86_400_000;
const MSOS = 'provisionMobileSecurityObjects';

describe('Ruling 25: the order of checks', () => {
  /** Members of a request with several errors. Each row corrects the error of the row before. */
  const STEPS = [
    ['metadata', 'missingRequiredField', {}],
    [
      'version',
      'invalidApiVersion',
      { requestMetadata: { requestId: 'r', version: { major: 9 }, issuerId: 'other' } },
    ],
    [
      'issuerId',
      'forbidden',
      { requestMetadata: { requestId: 'r', version: { major: 1 }, issuerId: 'other' } },
    ],
    [
      'required fields',
      'missingRequiredField',
      { requestMetadata: { requestId: 'r', version: { major: 1 }, issuerId: 'Sandbox_US_MDL' } },
    ],
  ] as const;

  it.each(STEPS)(
    'a request with several errors is refused by the first check, of the %s, with %s',
    async (_, reason, members) => {
      const body = { deviceReferenceId: 'unknown', deviceEncryptionKey: 'bad', evidence: 5, ...members };
      for (const operation of ['proofUser', 'provisionCredential', MSOS] as const) {
        expectRefusal(await send(world(), operation, body), reason);
      }
    },
  );

  it('identifiers are checked before states, and states before signatures and decryption', async () => {
    const phone = await activePhone(world());
    const body = await bodyOf(phone.device, MSOS, (copy) => copy.refresh(1));
    const broken = { ...body, deviceEncryptionKey: { ...body.deviceEncryptionKey, signature: 'AAAA' } };
    expectRefusal(
      await send(world(), MSOS, { ...broken, credentialId: 'x', credentialVersionId: 'y' }),
      'invalidIdentifier',
    );
    expectRefusal(await send(world(), MSOS, { ...broken, credentialVersionId: 'y' }), 'invalidState');
    expectRefusal(await send(world(), MSOS, broken), 'invalidPayloadSignature');
  });

  it('signatures and decryption are checked before a code is used, so a bad request does not use up a good code', async () => {
    const device = await registeredDevice(world());
    const code = await codeFor(world(), await newHolder(world()));
    const hostile = device.hostile({ ownership: (spec, { newKey }) => ({ ...spec, signer: newKey() }) });
    await refusalOf(hostile.proof(code), 'invalidPayloadSignature');
    await device.proof(code);
    expect(await device.proofingStatus()).toEqual({ accepted: {} });
  });

  it('the requestId is echoed whenever a bounded body can be parsed; otherwise it is ""', async () => {
    const requestId = 'echo me';
    const readable = JSON.stringify({ requestMetadata: { requestId } });
    const json = 'application/json';
    for (const [path, headers] of [
      ['/v1/vdc/proofUser', { 'content-type': 'text/plain' }],
      ['/v1/vdc/nothing', { 'content-type': json }],
      ['/v1/vdc/proofUser', { 'content-type': json }],
    ] as const) {
      const { body } = await world().post(path, readable, headers);
      expect(body.responseMetadata).toEqual({ requestId });
    }
    for (const unreadable of ['', '{', `${readable}}`, '[]', '"x"']) {
      const { body } = await world().post('/v1/vdc/proofUser', unreadable);
      expect(body.responseMetadata).toEqual({ requestId: '' });
    }
  });
});

describe('Ruling 26: operations that need no metadata or device', () => {
  it('HealthCheck needs no deviceReferenceId and ignores one that is sent', async () => {
    for (const members of [{}, { deviceReferenceId: 'unknown' }, { deviceReferenceId: 5 }]) {
      expect((await world().operate('healthCheck', members)).status).toBe(200);
    }
  });

  it.each(['getIdentityKey', 'getHybridEncryptionKey'] as const)(
    'the two key operations need no requestMetadata, and ignore it when present: %s',
    async (operation) => {
      const wrong = { requestMetadata: { version: { major: 9 }, issuerId: 'other' }, deviceReferenceId: 5 };
      for (const body of ['{}', '', 'null', '[]', '"text"', JSON.stringify(wrong)]) {
        const answer = await world().post(`/v1/vdc/${operation}`, body);
        expect(answer.status).toBe(200);
      }
    },
  );
});

describe('Ruling 27: devices that are not registered', () => {
  const AFTER_REGISTRATION = OPERATION_NAMES.filter(
    (name) =>
      ![
        'healthCheck',
        'getIdentityKey',
        'getHybridEncryptionKey',
        'getDeviceRegistrationNonce',
        'registerDevice',
      ].includes(name),
  );
  const ids = { proofingId: 'p', credentialId: 'c', credentialVersionId: 'v' };

  it.each([...AFTER_REGISTRATION, 'registerDevice'] as const)(
    'a deviceReferenceId that was never seen is an invalidIdentifier: %s',
    async (operation) => {
      const deviceIdentityCertificateChain = ['AAAA', 'AAAA', 'AAAA'];
      const request = { deviceReferenceId: 'never seen', ...ids, deviceIdentityCertificateChain };
      expectRefusal(
        await expectNothingWritten(world(), () => world().operate(operation, request)),
        'invalidIdentifier',
      );
    },
  );

  it.each(AFTER_REGISTRATION)(
    'a device that has asked for a nonce but is not registered is in an invalidState: %s',
    async (operation) => {
      await world().operate('getDeviceRegistrationNonce', { deviceReferenceId: 'seen' });
      const request = { deviceReferenceId: 'seen', ...ids };
      expectRefusal(
        await expectNothingWritten(world(), () => world().operate(operation, request)),
        'invalidState',
      );
    },
  );

  it('a registration without an open nonce is an invalidState', async () => {
    const device = await registeredDevice(world());
    const again = device.hostile({ nonce: () => 'x'.repeat(32) });
    await refusalOf(again.register(), 'invalidState');
  });

  it('a registration with another challenge than the open nonce is forbidden, and the nonce stays open', async () => {
    const device = newDevice(world());
    const nonce = await device.requestNonce();
    const wrong = device.hostile({ nonce: () => `${nonce.slice(1)}x` });
    await expectNothingWritten(world(), () => refusalOf(wrong.register(), 'forbidden'));
    await device.hostile({ nonce: () => nonce }).register();
  });

  it('the challenge of a registration is the nonce as text or its 24 bytes', async () => {
    for (const encoding of ['utf8', 'base64'] as const) {
      const device = newDevice(world());
      const nonce = await device.requestNonce();
      const challenge = Buffer.from(nonce, encoding);
      const copy = device.hostile({
        nonce: () => nonce,
        attestation: (spec) => ({
          ...spec,
          description: { ...spec.description, attestationChallenge: challenge },
        }),
      });
      await copy.register();
    }
  });
});

function listNaming(status: string): string {
  const path = join(temporaryFolder('revocation'), 'status.json');
  writeFileSync(path, JSON.stringify({ entries: { c0ffee: { status, reason: 'KEY_COMPROMISE' } } }));
  return path;
}

describe('Ruling 28: attestations of devices', () => {
  describe('Attestation where identity credential keys are required', () => {
    const strict = useWorld({ settings: { 'issuer.attestation.requireIdentityCredentialKey': true } });

    it('certificate chains of the keystore (without tag 721) are refused, others are accepted', async () => {
      await refusalOf(registeredDevice(strict(), { profile: 'keystore' }), 'forbidden');
      await registeredDevice(strict(), { profile: 'hardware' });
    });
  });

  it('certificate chains of the keystore are accepted in the sandbox', () =>
    registeredDevice(world(), { profile: 'keystore' }));

  it('test credentials are always refused', async () => {
    const phone = await proofedPhone(world());
    const test = phone.device.hostile({ ownership: (spec) => ({ ...spec, testCredential: true }) });
    await refusalOf(test.provision(), 'invalidPayloadSignature');
    await phone.device.provision();
    const proof = phone.device.hostile({
      proofOfProvisioning: (spec) => ({ ...spec, proof: { ...spec.proof, testCredential: true } }),
    });
    await expectNothingWritten(world(), () => refusalOf(proof.provisionMsos(1), 'invalidFieldValue'));
  });

  describe.each(['REVOKED', 'SUSPENDED'])(
    'A chain with a certificate on the revocation list: %s',
    (status) => {
      const listed = useWorld({ settings: { 'issuer.attestation.revocationList': listNaming(status) } });

      it.each(['intermediate', 'attester'] as const)(
        'a chain whose %s certificate is on the revocation list is refused',
        async (place) => {
          const device = newDevice(listed());
          const serialNumber = Buffer.from('c0ffee', 'hex');
          const revoked = device.hostile({
            attestation: (spec) => ({ ...spec, [place]: { ...spec[place], serialNumber } }),
          });
          await refusalOf(revoked.register(), 'forbidden');
          await device.register();
        },
      );
    },
  );
});

describe('Ruling 29: authentication key certificates', () => {
  const refresh = ({ device }: Phone, change: (made: { notBefore: number }) => object) =>
    device.hostile({ authKey: (spec) => ({ ...spec, ...change(spec) }) }).refresh(1);

  it('an authentication key certificate that has expired is refused', async () => {
    const phone = await activePhone(world());
    const change = ({ notBefore }: { notBefore: number }) => ({
      notBefore: notBefore - DAY,
      notAfter: notBefore,
    });
    await expectNothingWritten(world(), () => refusalOf(refresh(phone, change), 'invalidFieldValue'));
  });

  it('an authentication key certificate may begin up to a day in the future', async () => {
    const phone = await activePhone(world());
    expect(await refresh(phone, ({ notBefore }) => ({ notBefore: notBefore + DAY }))).toBe(1);
    await refusalOf(
      refresh(phone, ({ notBefore }) => ({ notBefore: notBefore + DAY + 1000 })),
      'invalidFieldValue',
    );
  });

  it('names and serial number of an authentication key certificate are not checked: they are the same for every key', async () => {
    const { device } = await activePhone(world());
    expect(await device.refresh(3)).toBe(3);
  });

  it('an authentication key certificate without ProofOfBinding is refused', async () => {
    const phone = await activePhone(world());
    const hostile = phone.device.hostile({ authKey: ({ popSha256: _, ...spec }) => spec });
    await expectNothingWritten(world(), () => refusalOf(hostile.refresh(1), 'invalidFieldValue'));
  });

  it('a second OCTET STRING around the ProofOfBinding is tolerated', async () => {
    const phone = await activePhone(world());
    const hostile = phone.device.hostile({
      authKeyCertificate: (_, __, spec) =>
        makeAuthenticationKeyCertificate({ ...spec, doubleWrapped: true }, spec.signer.sign),
    });
    expect(await hostile.refresh(1)).toBe(1);
  });
});

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
