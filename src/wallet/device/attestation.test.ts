import { execFileSync } from 'node:child_process';
import { createPrivateKey, createPublicKey, randomFillSync, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { anchorsFromPem, verifyKeyAttestation } from '../../formats/android/index.ts';
import { SANDBOX_ROOT_CERTIFICATE, SANDBOX_ROOT_PRIVATE_KEY } from '../sandbox-root.ts';
import { attestationChain, attestationSpec } from './attestation.ts';
import { newDeviceKey } from './device-key.ts';
import type { AttestationProfile } from './device-state.ts';

const NOW = Date.UTC(2026, 8, 21, 10, 30, 15, 250);
const EFFECTS = { clock: () => NOW, random: (target: Uint8Array) => randomFillSync(target) };
const CHALLENGE = Buffer.from('0123456789ABCDEFGHIJKLMNOPQRSTUV');

async function newChain(profile: AttestationProfile) {
  const key = newDeviceKey(EFFECTS.random);
  const { chain } = await attestationChain(attestationSpec(profile, CHALLENGE, EFFECTS), key, EFFECTS);
  return { key, chain };
}

describe('The sandbox root for attestations', () => {
  it('the sandbox root is a self-signed certificate of the published key', () => {
    const certificate = new X509Certificate(SANDBOX_ROOT_CERTIFICATE);
    const published = createPublicKey(createPrivateKey(SANDBOX_ROOT_PRIVATE_KEY));
    expect(certificate.verify(published)).toBe(true);
    expect(certificate.checkPrivateKey(createPrivateKey(SANDBOX_ROOT_PRIVATE_KEY))).toBe(true);
    expect(certificate.subject).toBe(certificate.issuer);
    expect(certificate.ca).toBe(true);
  });

  it('the sandbox root is read by OpenSSL', () => {
    const text = execFileSync('openssl', ['x509', '-noout', '-subject'], { input: SANDBOX_ROOT_CERTIFICATE });
    expect(text.toString()).toContain('proves nothing');
  });
});

describe.each(['hardware', 'keystore'] as const)(
  'The attestation chain of a device with the profile %s',
  (profile) => {
    it('the chain is leaf, attestation certificate, intermediate and sandbox root, each signed by the next', async () => {
      const { chain } = await newChain(profile);
      const certificates = chain.map((der) => new X509Certificate(der));
      expect(certificates).toHaveLength(4);
      certificates.forEach((certificate, index) => {
        const signer = certificates[index + 1] ?? certificate;
        expect(certificate.verify(signer.publicKey)).toBe(true);
      });
      expect(certificates[3]?.toString().trim()).toBe(SANDBOX_ROOT_CERTIFICATE.trim());
    });

    it('the chain attests the credential key for the challenge, from Play services on a locked device', async () => {
      const { key, chain } = await newChain(profile);
      const result = verifyKeyAttestation(chain, {
        anchors: anchorsFromPem(SANDBOX_ROOT_CERTIFICATE),
        now: NOW,
        challenges: [CHALLENGE],
        applications: [
          {
            package: 'com.google.android.gms',
            digests: ['f0fd6c5b410f25cb25c3b53346c8972fae30f8ee7411df910480ad6b2d60db83'],
          },
        ],
        requireIdentityCredentialKey: profile === 'hardware',
        minimumPatchLevels: { os: 202609, vendor: 20260901, boot: 20260901 },
      });
      expect(result.credentialKey).toEqual(key.point);
      expect(result.identityCredentialKey).toBe(profile === 'hardware');
      expect(result.provisioning).toBe('factory');
    });

    it('every device has another attestation key and intermediate', async () => {
      const serials = async () =>
        (await newChain(profile)).chain.map((der) => new X509Certificate(der).serialNumber);
      const [first, second] = [await serials(), await serials()];
      expect(first[1]).not.toBe(second[1]);
      expect(first[2]).not.toBe(second[2]);
    });
  },
);
