import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as cborg from 'cborg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseCertificate } from '../../../src/formats/x509/index.ts';
import type { HpkeContextMode } from '../../../src/issuer/model/index.ts';
import { loadSettings } from '../../../src/server/config/load.ts';
import { type Context, createContext } from '../../../src/server/context/context.ts';
import { expectNothingWritten, rows } from '../../support/database.ts';
import {
  activePhone,
  bodyOf,
  newDevice,
  provisionedPhone,
  registeredDevice,
  send,
} from '../../support/devices.ts';
import { TEST_EFFECTS } from '../../support/effects.ts';
import { sealForIssuer } from '../../support/foreign-envelope.ts';
import { issuerOf } from '../../support/panels.ts';
import { codeFor, newHolder } from '../../support/records.ts';
import { adminRefusal, expectRefusal, refusalOf, rejectedAutomatically } from '../../support/refusal.ts';
import { HOOK_TIMEOUT, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const DAY = 86_400_000;
const MSOS = 'provisionMobileSecurityObjects';

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

/** The HPKE parameter into which another library put the context string. */
const PLACES: Record<HpkeContextMode, object> = {
  info: { info: 'PreAuthorizationCode' },
  aad: { aad: 'PreAuthorizationCode' },
  none: {},
};

describe('Ruling 36: HPKE context string when decrypting', () => {
  it.each(Object.entries(PLACES))(
    'the sandbox decrypts with the context in `info`, in `aad` or empty: %s',
    async (_, parts) => {
      const device = await registeredDevice(world());
      const code = await codeFor(world(), await newHolder(world()));
      const encryptedData = await sealForIssuer(world(), device, Buffer.from(code), parts);
      const { deviceReferenceId } = device.state;
      const request = {
        deviceReferenceId,
        proofingId: deviceReferenceId,
        evidence: [{ preAuthorizationCode: { encryptedData } }],
      };
      expect((await world().operate('proofUser', request)).status).toBe(200);
      const status = await world().operate('getProofingStatus', request);
      expect(status.body.proofingStatus).toEqual({ accepted: {} });
    },
  );

  it('the issuer encrypts with the same context string as the device', async () => {
    const { device } = await activePhone(world(), 2, { hpkeContext: 'aad' });
    expect(await device.refresh(1)).toBe(1);
    const [row] = rows(
      world(),
      'select hpke_context_mode as mode from device where device_reference_id = ?',
      device.state.deviceReferenceId,
    );
    expect(row).toEqual({ mode: 'aad' });
  });

  it('a value encrypted with the context string of another field cannot be decrypted', async () => {
    const device = await registeredDevice(world());
    const encryptedData = await sealForIssuer(world(), device, Buffer.from('code'), { info: 'AuthKey' });
    const { deviceReferenceId } = device.state;
    const request = {
      deviceReferenceId,
      proofingId: 'p',
      evidence: [{ preAuthorizationCode: { encryptedData } }],
    };
    expectRefusal(await world().operate('proofUser', request), 'invalidPayloadEncryption');
  });

  describe('The issuer in production', () => {
    const data = mkdtempSync(join(tmpdir(), 'diptych-production-'));
    let context: Context;
    beforeAll(async () => {
      const options = {
        data,
        profile: 'production',
        'issuer.attestation.requireIdentityCredentialKey': false,
      };
      context = await createContext(loadSettings({ environment: {}, options }), {
        ...TEST_EFFECTS,
        clock: world().now,
      });
    }, HOOK_TIMEOUT);
    afterAll(async () => {
      await context.close();
      rmSync(data, { recursive: true });
    });

    it('production refuses the attestation root of the sandbox', async () => {
      const device = newDevice(world());
      const requestMetadata = { requestId: 'r', version: { major: 1 }, issuerId: 'Sandbox_US_MDL' };
      const { deviceReferenceId } = device.state;
      const { nonce } = (await issuerOf({ context })
        .panel('getDeviceRegistrationNonce', { requestMetadata, deviceReferenceId })
        .answer()) as { nonce: string };
      const body = await bodyOf(device, 'registerDevice', (copy) => copy.register(), { nonce: () => nonce });
      await expect(issuerOf({ context }).panel('registerDevice', body).answer()).rejects.toMatchObject({
        reason: 'forbidden',
      });
    });

    it('production serves version 1.0 only', async () => {
      const requestMetadata = { requestId: 'r', version: { minor: 1 }, issuerId: 'Sandbox_US_MDL' };
      expect(() => issuerOf({ context }).panel('healthCheck', { requestMetadata })).toThrow(/version/);
    });
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
