import { Verifier } from '@owf/mdoc';
import { describe, expect, it } from 'vitest';
import { owfContext } from '../../src/demo/issuer/owf-context.ts';
import { decodeProofOfDeletion, openSignedProof } from '../../src/formats/android/index.ts';
import { publicKeyFromPoint } from '../../src/formats/ec/index.ts';
import {
  decodeDeviceResponse,
  encodeSessionTranscript,
  sessionTranscriptBytes,
  verifyDeviceResponse,
} from '../../src/formats/mdoc/index.ts';
import { certificatesFromPem } from '../../src/formats/x509/index.ts';
import {
  type Device,
  ExchangeError,
  formatWallet,
  parseWallet,
  stageOf,
  type Transport,
} from '../../src/wallet/index.ts';
import {
  activePhone,
  newDevice,
  proofedPhone,
  provisionedPhone,
  registeredDevice,
} from '../support/devices.ts';
import { changeHolder, codeFor, MDL_NAMESPACE, newHolder } from '../support/records.ts';
import { useWorld } from '../support/use-world.ts';
import type { World } from '../support/world.ts';

const DAY = 86_400_000;
const TRANSCRIPT = encodeSessionTranscript({ handover: ['OpenID4VPHandover', new Uint8Array(32).fill(7)] });
const world = useWorld();

async function rootsOf({ admin }: World): Promise<readonly Uint8Array[]> {
  const { keys } = await admin('listKeys', {});
  return keys
    .filter(({ role }) => role === 'iaca')
    .flatMap(({ certificate }) => certificatesFromPem(certificate));
}

function disclose(device: Device, ...elements: string[]) {
  return device.present({ docRequest: { [MDL_NAMESPACE]: elements }, sessionTranscript: TRANSCRIPT });
}

function deviceKeys(device: Device): readonly string[] {
  return device.state.authKeys.map(({ key }) => Buffer.from(key.point).toString('hex'));
}

describe.each([
  { profile: 'hardware', dialect: 'hardware', encrypt: true, hpkeContext: 'info' },
  { profile: 'keystore', dialect: 'keystore', encrypt: true, hpkeContext: 'aad' },
  { profile: 'hardware', dialect: 'keystore', encrypt: false, hpkeContext: 'info' },
] as const)('A device: %o', (options) => {
  it('a device completes all steps from registration to deletion', async () => {
    const holderId = await newHolder(world());
    const device = newDevice(world(), options);
    expect(stageOf(device.state)).toBe('new');
    await device.register();
    expect(stageOf(device.state)).toBe('registered');
    await device.proof(await codeFor(world(), holderId));
    expect(await device.proofingStatus()).toEqual({ accepted: {} });
    const { namespaces } = await device.provision();
    expect(namespaces.map(({ name }) => name)).toEqual([MDL_NAMESPACE]);
    expect(stageOf(device.state)).toBe('provisioned');
    expect((await device.status()).credentialStatus).toEqual({ provisionPending: {} });
    expect(await device.provisionMsos(3)).toBe(3);
    expect((await device.status()).credentialStatus).toEqual({ active: {} });
    expect(stageOf(device.state)).toBe('active');

    const { disclosed, missing } = await disclose(device, 'family_name', 'birth_date', 'no_such_element');
    expect(disclosed.map(({ identifier }) => identifier)).toEqual(['family_name', 'birth_date']);
    expect(missing).toEqual([{ namespace: MDL_NAMESPACE, identifier: 'no_such_element' }]);
    expect(device.state.authKeys).toHaveLength(2);

    const credentialId = device.state.credentialId as string;
    await device.notifyDeleted();
    expect(device.state).toMatchObject({ authKeys: [], deletedCredentialId: credentialId });
    expect((await world().admin('getCredential', { id: credentialId })).state).toBe('deleted');
  });
});

describe('Presentations of a device', () => {
  it('@owf/mdoc and our own checks accept the presentation, up to the trusted root', async () => {
    const { device } = await activePhone(world(), 2);
    const { deviceResponse } = await disclose(device, 'family_name', 'portrait', 'no_such_element');
    const trustedRoots = await rootsOf(world());
    const checks: { readonly status: string; readonly check: string }[] = [];
    await Verifier.verifyDeviceResponse(
      {
        deviceResponse,
        sessionTranscript: sessionTranscriptBytes(TRANSCRIPT),
        trustedCertificates: [...trustedRoots],
        now: new Date(world().now()),
        onCheck: (check) => checks.push(check),
      },
      owfContext(),
    );
    expect(checks.length).toBeGreaterThan(5);
    expect(checks.filter(({ status }) => status !== 'PASSED')).toEqual([]);

    const options = { now: world().now(), sessionTranscript: TRANSCRIPT, trustedRoots };
    const report = verifyDeviceResponse(decodeDeviceResponse(deviceResponse), options);
    const problems = report.documents.flatMap((document) =>
      document.checks.filter(({ status }) => status !== 'passed'),
    );
    expect(problems).toEqual([]);
    expect(report.valid).toBe(true);
  });

  it('a presentation is valid in one session only', async () => {
    const { device } = await activePhone(world());
    const { deviceResponse } = await disclose(device, 'family_name');
    const sessionTranscript = encodeSessionTranscript({
      handover: ['OpenID4VPHandover', new Uint8Array(32).fill(8)],
    });
    const report = verifyDeviceResponse(decodeDeviceResponse(deviceResponse), {
      now: world().now(),
      sessionTranscript,
    });
    expect(report.valid).toBe(false);
  });

  it('a device uses each authentication key once', async () => {
    const { device } = await activePhone(world(), 2);
    const keys = deviceKeys(device);
    await disclose(device, 'family_name');
    expect(deviceKeys(device)).toEqual(keys.slice(1));
    await disclose(device, 'family_name');
    await expect(disclose(device, 'family_name')).rejects.toMatchObject({ code: 'noAuthKey' });
  });

  it('a device uses no authentication key if it discloses no element', async () => {
    const { device } = await activePhone(world());
    await expect(disclose(device, 'no_such_element')).rejects.toMatchObject({ code: 'nothingToDisclose' });
    expect(device.state.authKeys).toHaveLength(1);
  });
});

describe('The credential on a device', () => {
  it('a device updates its credential after the data changed, and drops the old authentication keys', async () => {
    const { device, holderId } = await activePhone(world(), 2);
    const before = deviceKeys(device);
    expect(await device.update(2)).toBe(false);
    await changeHolder(world(), holderId, { resident_address: '7 Lighthouse Row' });
    await expect(device.refresh(1)).rejects.toMatchObject({ reason: 'invalidState' });
    expect((await device.status()).credentialStatus).toEqual({ provisionPending: {} });
    expect(await device.update(3)).toBe(true);
    expect(deviceKeys(device)).toHaveLength(3);
    expect(deviceKeys(device).filter((key) => before.includes(key))).toEqual([]);
    const { disclosed } = await disclose(device, 'resident_address');
    expect(disclosed[0]?.value).toBe('7 Lighthouse Row');
  });

  it('a device refreshes its MSOs without another proof of provisioning, and drops expired ones', async () => {
    const { device } = await activePhone(world(), 2);
    expect(await device.refresh(3)).toBe(3);
    expect(device.state.authKeys).toHaveLength(5);
    world().advance(31 * DAY);
    await expect(disclose(device, 'family_name')).rejects.toMatchObject({ code: 'noAuthKey' });
    expect(await device.refresh(1)).toBe(1);
    expect(device.state.authKeys).toHaveLength(1);
  });

  it('a device reverifies its credential with a new code', async () => {
    const { device, holderId } = await activePhone(world());
    await device.proof(await codeFor(world(), holderId), { reverify: true });
    expect(await device.proofingStatus()).toEqual({ accepted: {} });
  });

  it('a credential is deleted with a ProofOfDeletion signed by the credential key, and can be provisioned again', async () => {
    const { device, holderId } = await activePhone(world());
    const { identity, docType } = device.state;
    const proof = await device.notifyDeleted();
    const payload = openSignedProof(proof, publicKeyFromPoint(identity!.key.point));
    expect(decodeProofOfDeletion(payload)).toMatchObject({ docType, testCredential: false });
    await device.proof(await codeFor(world(), holderId));
    await device.provision();
    expect(await device.provisionMsos(1)).toBe(1);
  });
});

describe('A device during a rotation of the issuer’s keys', () => {
  it('a device can perform every step during a rotation of the issuer’s keys', async () => {
    const { device } = await activePhone(world());
    for (const request of [
      { role: 'identity' },
      { role: 'encryption' },
      { role: 'identity', finish: true },
      { role: 'encryption', finish: true },
    ] as const) {
      await world().admin('rotateKey', request);
      expect(await device.refresh(1)).toBe(1);
    }
  });
});

describe('A device that gets no answer', () => {
  /** A transport that loses the first answer to the operation. */
  function losing(operation: string): { readonly transport: Transport; readonly lost: () => number } {
    let lost = 0;
    const transport: Transport = async (url, body) => {
      const answer = await world().transport(url, body);
      if (lost > 0 || !url.endsWith(operation)) return answer;
      lost += 1;
      throw new ExchangeError('timeout', 'the answer was lost');
    };
    return { transport, lost: () => lost };
  }

  /** The device after a restart, with a transport that loses no answers. */
  function restarted(device: Device): Device {
    const issuer = { baseUrl: world().url, issuerId: 'Sandbox_US_MDL' };
    const { device: state } = parseWallet(formatWallet({ issuer, device: device.state }));
    return newDevice(world(), { state });
  }

  function over(transport: Transport, device: Device): Device {
    const withTransport = { ...world(), transport };
    return newDevice(withTransport, { state: device.state });
  }

  it('a device without an answer repeats a registration with the same key', async () => {
    const device = over(losing('registerDevice').transport, newDevice(world()));
    await expect(device.register()).rejects.toMatchObject({ code: 'timeout' });
    const again = restarted(device);
    await again.register();
    expect(again.state.identity?.key.point).toEqual(device.state.identity?.key.point);
  });

  it('a device without an answer to a proofing does not lose the code', async () => {
    const code = await codeFor(world(), await newHolder(world()));
    const device = over(losing('proofUser').transport, await registeredDevice(world()));
    await expect(device.proof(code)).rejects.toMatchObject({ code: 'timeout' });
    const again = restarted(device);
    expect(await again.proof(code)).toBe(device.state.proofing?.proofingId);
    expect(await again.proofingStatus()).toEqual({ accepted: {} });
  });

  it('a device without an answer repeats a provisioning and gets the same credential', async () => {
    const device = over(losing('provisionCredential').transport, (await proofedPhone(world())).device);
    await expect(device.provision()).rejects.toMatchObject({ code: 'timeout' });
    const again = restarted(device);
    await again.provision();
    expect(again.state.credentialId).toBe(device.state.credentialId);
  });

  it('a device without an answer repeats a request for MSOs with the same keys and gets the same MSOs', async () => {
    const device = over(
      losing('provisionMobileSecurityObjects').transport,
      (await provisionedPhone(world())).device,
    );
    await expect(device.provisionMsos(3)).rejects.toMatchObject({ code: 'timeout' });
    const again = restarted(device);
    expect(await again.provisionMsos(3)).toBe(3);
    expect(deviceKeys(again)).toEqual(deviceKeys(device));
    expect((await again.status()).credentialStatus).toEqual({ active: {} });
  });
});

describe('A device that is used out of order', () => {
  it('the device names the missing step, and sends no request', async () => {
    const device = newDevice({
      ...world(),
      transport: () => Promise.reject(new Error('nothing is to be sent')),
    });
    await expect(device.proof('CODE')).rejects.toMatchObject({ code: 'notRegistered' });
    await expect(device.proofingStatus()).rejects.toMatchObject({ code: 'noProofing' });
    await expect(device.provision()).rejects.toMatchObject({ code: 'notRegistered' });
    await expect(device.provisionMsos(1)).rejects.toMatchObject({ code: 'notProvisioned' });
    await expect(device.status()).rejects.toMatchObject({ code: 'notProvisioned' });
  });

  it('a device keeps its key if another registration is refused', async () => {
    const { device } = await provisionedPhone(world());
    const { identity } = device.state;
    await expect(device.register()).rejects.toMatchObject({ reason: 'invalidState' });
    expect(device.state.identity).toBe(identity);
    expect(await device.provisionMsos(1)).toBe(1);
  });
});
