import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAuthenticationKeyCertificate } from '../../../src/formats/android/index.ts';
import type { HpkeContextMode } from '../../../src/issuer/model/index.ts';
import { loadSettings } from '../../../src/server/config/load-settings.ts';
import { type Context, createContext } from '../../../src/server/context/context.ts';
import { expectNothingWritten, rows } from '../../support/database.ts';
import {
  activePhone,
  bodyOf,
  newDevice,
  type Phone,
  proofedPhone,
  registeredDevice,
} from '../../support/devices.ts';
import { TEST_EFFECTS } from '../../support/effects.ts';
import { sealForIssuer } from '../../support/foreign-envelope.ts';
import { issuerOf } from '../../support/panels.ts';
import { codeFor, newHolder } from '../../support/records.ts';
import { expectRefusal, refusalOf } from '../../support/refusal.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { HOOK_TIMEOUT, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const DAY = 86_400_000;

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

  describe('without issuer.requireProofOfBinding', () => {
    const lenient = useWorld({ settings: { 'issuer.requireProofOfBinding': false } });

    it('an authentication key certificate without ProofOfBinding is certified; one of another proof is refused', async () => {
      const { device } = await activePhone(lenient());
      const unbound = device.hostile({ authKey: ({ popSha256: _, ...spec }) => spec });
      expect(await unbound.refresh(1)).toBe(1);
      const ofOther = device.hostile({ authKey: (spec) => ({ ...spec, popSha256: Buffer.alloc(32, 1) }) });
      await expectNothingWritten(lenient(), () => refusalOf(ofOther.refresh(1), 'invalidFieldValue'));
    });
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

describe('Ruling 47: an authentication key certificate that ends before the shortest MSO could', () => {
  it('a certificate that ends before the shortest MSO is an invalidFieldValue; one that ends with it is certified', async () => {
    const { device } = await activePhone(world());
    const midnight = Math.floor(world().now() / DAY + 1) * DAY;
    const until = (notAfter: number) =>
      device.hostile({ authKey: (spec) => ({ ...spec, notAfter }) }).refresh(1);
    await expectNothingWritten(world(), () => refusalOf(until(midnight - 1000), 'invalidFieldValue'));
    expect(await until(midnight)).toBe(1);
  });
});
