import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHALLENGE, verdict } from '../../../../test/support/formats/test-chain.ts';
import { certificatesFromPem, parsePhoneCertificate } from '../../x509/index.ts';
import {
  AttestationError,
  type AttestationPolicy,
  type AuthorizationList,
  anchorsFromPem,
  encodeKeyDescription,
  googleAttestationAnchors,
  KEY_DESCRIPTION_OID,
  type KeyDescription,
  parseKeyDescription,
  parseRevocationList,
  verifyKeyAttestation,
} from './index.ts';

const vectors = new URL('../../../../test/vectors/android-key-attestation/', import.meta.url);

const vectorText = (name: string): string => readFileSync(new URL(name, vectors), 'utf8');

/**
 * Chains of real devices, with a day on which all their certificates were valid and the application that
 * requested the attestation.
 */
const REAL_CHAINS = {
  akita_sdk34_TEE_EC_NONE: Date.UTC(2024, 8, 26),
  blueline_sdk28_TEE_EC_NONE: Date.UTC(2019, 8, 1),
  google_EC_SB: Date.UTC(2019, 8, 1),
  google_EC_TEE: Date.UTC(2019, 8, 1),
  marlin_sdk29_TEE_EC_NONE: Date.UTC(2019, 9, 30),
  sony_xperia10iii_sdk33_TEE_EC: Date.UTC(2026, 5, 4),
  tegu_sdk36_SB_EC_2026_ROOT: Date.UTC(2026, 1, 24),
  tegu_sdk36_TEE_EC_2026_ROOT: Date.UTC(2026, 1, 24),
  true_octet_TEE_EC: Date.UTC(2026, 1, 24),
} as const;

type RealChain = keyof typeof REAL_CHAINS;

const REAL_CHAIN_NAMES = Object.keys(REAL_CHAINS) as readonly RealChain[];

const realChain = (name: RealChain): readonly Uint8Array[] =>
  certificatesFromPem(vectorText(`chains/${name}.pem`));

const extensionOf = (leaf: Uint8Array): Uint8Array =>
  parsePhoneCertificate(leaf).extensions.get(KEY_DESCRIPTION_OID)!.value;

const realDescription = (name: RealChain): KeyDescription =>
  parseKeyDescription(extensionOf(realChain(name)[0]!));

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof AttestationError) return error.code;
    throw error;
  }
  return 'accepted';
};

describe('Key descriptions of real devices', () => {
  const LEVELS = ['SOFTWARE', 'TRUSTED_ENVIRONMENT', 'STRONG_BOX'];
  const RENAMED: Readonly<Record<string, string>> = {
    purpose: 'purposes',
    algorithm: 'algorithms',
    digest: 'digests',
  };
  const STATES = {
    verified: 'VERIFIED',
    selfSigned: 'SELF_SIGNED',
    unverified: 'UNVERIFIED',
    failed: 'FAILED',
    unknown: '',
  };

  // Our authorization list in the notation of the expected files.
  function inTheirs({ unknown, areTagsOrdered, ...list }: AuthorizationList): Record<string, unknown> {
    expect(unknown?.size).toBe(0);
    expect(areTagsOrdered).toBe(true);
    return Object.fromEntries(
      Object.entries(list).map(([name, value]) => [RENAMED[name] ?? name, theirs(name, value)]),
    );
  }

  function theirs(name: string, value: AuthorizationList[keyof AuthorizationList]): unknown {
    if (name === 'origin') return value === 0 ? 'GENERATED' : value;
    if (value === true) return true;
    if (value instanceof Uint8Array)
      return name.startsWith('attestationId') ? Buffer.from(value).toString() : base64(value);
    if (Array.isArray(value)) return value.map(String);
    if (typeof value === 'object' && 'packages' in value) {
      return {
        packages: value.packages.map(({ name, version }) => ({ name, version: String(version) })),
        signatures: value.signatureDigests.map(base64),
      };
    }
    if (typeof value === 'object' && 'verifiedBootKey' in value) {
      return {
        verifiedBootKey: base64(value.verifiedBootKey),
        deviceLocked: value.deviceLocked,
        verifiedBootState: STATES[value.verifiedBootState],
        verifiedBootHash: base64(value.verifiedBootHash!),
      };
    }
    return String(value);
  }

  const expectedOf = (name: string): Record<string, Record<string, unknown>> => {
    const expected = JSON.parse(vectorText(`chains/${name}.json`).replace(/^\s*\/\/.*$/gm, ''));
    for (const list of ['softwareEnforced', 'hardwareEnforced']) delete expected[list].areTagsOrdered;
    return expected;
  };

  const PUBLISHED = REAL_CHAIN_NAMES.filter((name) => existsSync(new URL(`chains/${name}.json`, vectors)));

  it.each(PUBLISHED)('the description %s is read as published', (name) => {
    const ours = realDescription(name);
    expect({
      attestationVersion: String(ours.attestationVersion),
      attestationSecurityLevel: LEVELS[ours.attestationSecurityLevel],
      keyMintVersion: String(ours.keymasterVersion),
      keyMintSecurityLevel: LEVELS[ours.keymasterSecurityLevel],
      attestationChallenge: base64(ours.attestationChallenge),
      uniqueId: base64(ours.uniqueId),
      softwareEnforced: inTheirs(ours.softwareEnforced),
      hardwareEnforced: inTheirs(ours.hardwareEnforced),
    }).toEqual(expectedOf(name));
  });

  it('the description google_EC_TEE has the challenge abc', () => {
    const ours = realDescription('google_EC_TEE');
    expect(Buffer.from(ours.attestationChallenge).toString()).toBe('abc');
    expect(ours.hardwareEnforced.purpose).toEqual([2, 3]);
    expect(ours.hardwareEnforced.digest).toEqual([4]);
  });

  /** The description with another octet for deviceLocked, which follows the 32 octets of verifiedBootKey. */
  const withTrueOctet = (description: Uint8Array, octet: number): Buffer => {
    const changed = Buffer.from(description);
    const rootOfTrust = changed.indexOf(Buffer.from('bf8540', 'hex'));
    changed[rootOfTrust + 'bf85404c304a0420'.length / 2 + 32 + 2] = octet;
    return changed;
  };

  it.each(REAL_CHAIN_NAMES)('the description %s is encoded again byte for byte', (name) => {
    const der = Buffer.from(extensionOf(realChain(name)[0]!));
    const written = Buffer.from(encodeKeyDescription(parseKeyDescription(der)));
    expect(written).toEqual(name === 'true_octet_TEE_EC' ? withTrueOctet(der, 0xff) : der);
  });

  it.each(REAL_CHAIN_NAMES)('changing any byte of %s changes the description or is refused', (name) => {
    const der = extensionOf(realChain(name)[0]!);
    for (let at = 0; at < der.length; at++) {
      const mutated = Uint8Array.from(der);
      mutated[at]! ^= 0x04;
      if (Buffer.compare(withTrueOctet(mutated, 0xff), withTrueOctet(der, 0xff)) === 0) continue;
      const code = codeOf(() => expect(parseKeyDescription(mutated)).not.toEqual(parseKeyDescription(der)));
      expect(['accepted', 'malformed']).toContain(code);
    }
  });

  it('TRUE is read from any octet but 00', () => {
    const der = extensionOf(realChain('true_octet_TEE_EC')[0]!);
    const locked = (octet: number) =>
      parseKeyDescription(withTrueOctet(der, octet)).hardwareEnforced.rootOfTrust?.deviceLocked;
    expect(parseKeyDescription(der).hardwareEnforced.rootOfTrust?.deviceLocked).toBe(true);
    for (let octet = 0; octet < 256; octet++) expect(locked(octet)).toBe(octet !== 0);
  });

  it('a truncated description, or one with additional bytes, is refused', () => {
    const der = extensionOf(realChain('tegu_sdk36_TEE_EC_2026_ROOT')[0]!);
    for (let length = 0; length < der.length; length++) {
      expect(codeOf(() => parseKeyDescription(der.subarray(0, length)))).toBe('malformed');
    }
    expect(codeOf(() => parseKeyDescription(Buffer.concat([der, Buffer.of(0)])))).toBe('malformed');
  });
});

describe('Chains of real devices', () => {
  const policyFor = (name: RealChain): AttestationPolicy => ({
    anchors: googleAttestationAnchors(),
    now: REAL_CHAINS[name],
    challenges: [realDescription(name).attestationChallenge],
    applications: [
      {
        package: 'com.google.android.attestation',
        digests: ['103938ee4537e59e8ee792f654504fb8346fc6b346d0bbc4415fc339fcfc8ec1'],
      },
      { package: 'com.google.wireless.android.security.attestationverifier.collector' },
      { package: 'com.google.android.apps.photos' },
    ],
    requireIdentityCredentialKey: false,
    revocation: parseRevocationList(vectorText('status.json')),
  });

  const EXPECTED: Readonly<Record<RealChain, string>> = {
    akita_sdk34_TEE_EC_NONE: 'wrongKey',
    blueline_sdk28_TEE_EC_NONE: 'wrongKey',
    google_EC_SB: 'untrustedRoot',
    google_EC_TEE: 'unlocked',
    marlin_sdk29_TEE_EC_NONE: 'untrustedRoot',
    sony_xperia10iii_sdk33_TEE_EC: 'wrongKey',
    tegu_sdk36_SB_EC_2026_ROOT: 'accepted',
    tegu_sdk36_TEE_EC_2026_ROOT: 'accepted',
    true_octet_TEE_EC: 'accepted',
  };

  it.each(REAL_CHAIN_NAMES)('the chain %s is verified', (name) => {
    expect(verdict(realChain(name), policyFor(name))).toBe(EXPECTED[name]);
  });

  it('the chain tegu is of a locked phone under the root of 2026', () => {
    const name = 'tegu_sdk36_TEE_EC_2026_ROOT';
    expect(verifyKeyAttestation(realChain(name), policyFor(name))).toMatchObject({
      securityLevel: 'trustedEnvironment',
      provisioning: 'remote',
      certificatesIssued: 64,
      identityCredentialKey: false,
      rootFingerprint: '3ee44512a1af2beb39c889490c60ea3f82e43f5d5a5532f5ab9419f676cd07ec',
      patchLevels: { os: 202602, vendor: 20260205, boot: 20260205 },
      applicationPackages: ['com.google.android.attestation'],
    });
    expect(verdict(realChain(name), { ...policyFor(name), now: Date.UTC(2026, 2, 9) })).toBe('expired');
    expect(verdict(realChain(name), { ...policyFor(name), now: Date.UTC(2026, 1, 21) })).toBe('notYetValid');
    expect(verdict(realChain(name), { ...policyFor(name), requireIdentityCredentialKey: true })).toBe(
      'identityCredentialKeyRequired',
    );
    expect(verdict(realChain(name), { ...policyFor(name), challenges: [CHALLENGE] })).toBe(
      'challengeMismatch',
    );
  });

  it('only the StrongBox of tegu is one', () => {
    for (const name of ['tegu_sdk36_SB_EC_2026_ROOT', 'tegu_sdk36_TEE_EC_2026_ROOT'] as const) {
      const isStrongBox = name.includes('_SB_');
      const result = verifyKeyAttestation(realChain(name), policyFor(name));
      expect(result.securityLevel).toBe(isStrongBox ? 'strongBox' : 'trustedEnvironment');
      expect(verdict(realChain(name), { ...policyFor(name), requireStrongBox: true })).toBe(
        isStrongBox ? 'accepted' : 'strongBoxRequired',
      );
    }
  });

  it('a factory chain does not expire', () => {
    const later = { ...policyFor('google_EC_TEE'), now: Date.UTC(2035, 0, 1) };
    expect(verdict(realChain('google_EC_TEE'), later)).toBe('unlocked');
  });

  it('chains of software roots are refused; if such a root is trusted, the chain is recognized as software', () => {
    const software = ['roots/software_UNTRUSTED_0.pem', 'roots/software_UNTRUSTED_1.pem'].map(vectorText);
    const trusting = { ...policyFor('marlin_sdk29_TEE_EC_NONE'), anchors: anchorsFromPem(...software) };
    expect(verdict(realChain('marlin_sdk29_TEE_EC_NONE'), trusting)).toBe('softwareLevel');
    for (const anchor of trusting.anchors) expect(googleAttestationAnchors()).not.toContain(anchor);
  });
});
