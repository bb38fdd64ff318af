import * as cborg from 'cborg';
import { describe, expect, it } from 'vitest';
import { parseCertificate } from '../../../src/formats/x509/index.ts';
import { OPERATION_NAMES } from '../../../src/issuer/contract/index.ts';
import { loadSettings } from '../../../src/server/config/load-settings.ts';
import { expectNothingWritten } from '../../support/database.ts';
import {
  activePhone,
  bodyOf,
  newDevice,
  proofedPhone,
  provisionedPhone,
  registeredDevice,
  send,
} from '../../support/devices.ts';
import { codeFor, newHolder } from '../../support/records.ts';
import { expectRefusal, refusalOf, rejectedAutomatically } from '../../support/refusal.ts';
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

describe('Ruling 33: absent members', () => {
  it('an absent member of the version counts as 0', async () => {
    expect((await world().operate('healthCheck', {}, { version: { major: 1 } })).status).toBe(200);
    expect((await world().operate('healthCheck', {}, { version: { major: 1, minor: null } })).status).toBe(
      200,
    );
    const { body } = await world().operate('healthCheck', {}, { version: {} });
    expect(body.invalidApiVersion.requestVersion).toEqual({ major: 0, minor: 0 });
  });

  it('an absent clientMessage counts as ""', async () => {
    for (const members of [{}, { clientMessage: null }]) {
      expect((await world().operate('healthCheck', members)).body.clientMessage).toBe('');
    }
  });
});

describe('Ruling 34: statuses of HTTP errors', () => {
  it('an unknown operation is answered with 404 and invalidIdentifier', async () => {
    for (const path of [
      '/v1/vdc/unknown',
      '/v1/vdc/',
      '/v1/vdc/healthCheck/',
      '/v1/vdc/HealthCheck',
      '/v1/vdc/a/b',
    ]) {
      expectRefusal(await world().post(path, '{}'), 'invalidIdentifier', 404);
    }
  });

  it('a wrong media type is answered with 415, and a body that is too large with 413, both with invalidFieldValue', async () => {
    const type = await world().post('/v1/vdc/healthCheck', '{}', { 'content-type': 'text/plain' });
    expectRefusal(type, 'invalidFieldValue', 415);
    expectRefusal(
      await world().post('/v1/vdc/healthCheck', 'x'.repeat(1024 * 1024 + 1)),
      'invalidFieldValue',
      413,
    );
  });

  it('another method than POST is answered with 405 and invalidFieldValue', async () => {
    const response = await fetch(`${world().url}/v1/vdc/healthCheck`);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await response.json()).toHaveProperty('invalidFieldValue');
  });
});

describe('Ruling 40: proofings without evidence', () => {
  it('a proofing without evidence is rejected with evidenceIncomplete', async () => {
    const device = await registeredDevice(world());
    await device.proof([]);
    expect(await device.proofingStatus()).toEqual(
      rejectedAutomatically({ evidenceIncomplete: { evidenceType: 'preAuthorizationCode' } }),
    );
  });
});

describe('Ruling 41: defaults', () => {
  it('by default a nonce is valid for 1 hour, a code for 10 minutes, a challenge for 30 days, and an MSO for 30 days', async () => {
    const { issuer } = loadSettings({ environment: {}, options: {} });
    const { nonceTtlSeconds, codeTtlSeconds, challengedTtlSeconds, msoValidityDays } = issuer;
    expect([nonceTtlSeconds, codeTtlSeconds, challengedTtlSeconds, msoValidityDays]).toEqual([
      3600,
      600,
      30 * 86_400,
      30,
    ]);
    const { expireTime } = await world().admin('issueCode', { holderId: await newHolder(world()) });
    expect(Date.parse(expireTime) - world().now()).toBe(600_000);
    const { device } = await activePhone(world());
    const startOfDay = Math.floor(world().now() / DAY) * DAY;
    expect(device.state.authKeys[0]?.certified?.expiresAt).toBe(startOfDay + 30 * DAY);
  });

  it('by default there is one access control profile (id 1, user authentication, timeout 0)', async () => {
    const { device } = await provisionedPhone(world());
    const credential = cborg.decode(device.state.credential?.bytes ?? new Uint8Array(), {
      tags: cborg.Tagged.preserve(0, 1004),
    });
    expect(credential.accessControlProfiles).toEqual([
      { id: 1, userAuthenticationRequired: true, timeoutMillis: 0 },
    ]);
  });

  it('the certificate chain of an MSO has the document signer but not the root', async () => {
    const { keys } = await world().admin('listKeys', {});
    const signer = keys.find(({ role }) => role === 'documentSigner');
    const { device } = await activePhone(world());
    const data = device.state.authKeys[0]?.certified?.staticAuthData ?? new Uint8Array();
    const [, unprotected] = cborg
      .decode(data, { useMaps: true, tags: cborg.Tagged.preserve(0, 24) })
      .get('issuerAuth');
    const { serialHex } = parseCertificate(unprotected.get(33));
    expect(serialHex).toBe(signer?.id);
  });
});

describe('Ruling 44: a repeated member in a JSON body', () => {
  it.each(OPERATION_NAMES)('a repeated member is an invalidFieldValue: %s', async (operation) => {
    const metadata = '"requestMetadata":{"requestId":"r","version":{"major":1},"issuerId":"Sandbox_US_MDL"}';
    for (const repeated of ['"unknown":1,"unknown":1', '"unknown":[{"a":1,"b":{},"\\u0061":1}]']) {
      const answer = await world().post(`/v1/vdc/${operation}`, `{${metadata},${repeated}}`);
      expect(expectRefusal(answer, 'invalidFieldValue', 400)).not.toContain('unknown');
    }
  });

  it('a repeated member is refused and nothing is written, even if the rest of the request is right', async () => {
    const { device } = await proofedPhone(world());
    const body = JSON.stringify(await bodyOf(device, 'provisionCredential', (copy) => copy.provision()));
    const member = /"proofingId":"[^"]+"/.exec(body)![0];
    for (const again of [member, member.replace('proofingId', 'proofing\\u0049d')]) {
      const twice = body.replace(member, `${member},${again}`);
      const answer = await expectNothingWritten(world(), () =>
        world().post('/v1/vdc/provisionCredential', twice),
      );
      expectRefusal(answer, 'invalidFieldValue', 400);
    }
    expect((await world().post('/v1/vdc/provisionCredential', body)).status).toBe(200);
  });
});
