import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  CHALLENGE,
  CREDENTIAL_KEY,
  makeTestChain,
  resigned,
  type TestChainOptions,
  verdict,
} from '../../../../test/support/formats/test-chain.ts';
import { encode } from '../../cbor/index.ts';
import { spkiFromPoint } from '../../ec/index.ts';
import {
  createAuthorityCache,
  encodeBasicConstraints,
  encodeExtension,
  encodeKeyUsage,
} from '../../x509/index.ts';
import {
  type AttestationPolicy,
  type AuthorizationList,
  describeIdentityCredentialKey,
  describeKeystoreKey,
  KEYSTORE_KEY_NAME,
  type KeyDescription,
  PROVISIONING_INFO_OID,
  parseRevocationList,
  verifyKeyAttestation,
} from './index.ts';

const accepted = await makeTestChain();
const remote = await makeTestChain({ provisioning: 'remote' });

describe('An attestation that fits the policy', () => {
  it('the attested properties are returned', () => {
    const result = verifyKeyAttestation(accepted.chain, accepted.policy);
    expect(result).toMatchObject({
      securityLevel: 'trustedEnvironment',
      provisioning: 'factory',
      identityCredentialKey: true,
      rootFingerprint: accepted.policy.anchors[0],
      patchLevels: { os: 202610, vendor: 20261005, boot: 20261005 },
      applicationPackages: ['com.google.android.gms'],
    });
    expect(result.credentialKey).toEqual(accepted.keys[0]!.point);
    expect(result.credentialKeySpki).toEqual(spkiFromPoint(accepted.keys[0]!.point));
    expect(result.leaf.serialHex).toBe('01');
    expect(result.certificatesIssued).toBeUndefined();
  });

  it('the number of certificates of a remotely provisioned device is returned', () => {
    expect(verifyKeyAttestation(remote.chain, remote.policy)).toMatchObject({
      provisioning: 'remote',
      certificatesIssued: 8,
    });
  });

  it('a chain is accepted repeatedly with cached authorities', () => {
    const policy = { ...accepted.policy, authorities: createAuthorityCache(2) };
    for (let round = 0; round < 3; round++) expect(verdict(accepted.chain, policy)).toBe('accepted');
  });

  it('a StrongBox is distinguished from the TEE', async () => {
    const device = { ...CREDENTIAL_KEY.device, securityLevel: 'strongBox' } as const;
    const description = describeIdentityCredentialKey({ ...CREDENTIAL_KEY, device });
    const authorities = [{}, {}, { subject: { title: 'StrongBox', serialNumber: 'aa' } }];
    const { chain, policy } = await makeTestChain({ description, authorities });
    expect(verifyKeyAttestation(chain, policy).securityLevel).toBe('strongBox');
    expect(verdict(chain, { ...policy, requireStrongBox: true })).toBe('accepted');
  });

  it('a key outside of a StrongBox is refused if the policy requires one', () => {
    expect(verdict(accepted.chain, { ...accepted.policy, requireStrongBox: true })).toBe('strongBoxRequired');
  });

  it('a key of the plain keystore is accepted if the policy allows it', async () => {
    const { chain, policy } = await makeTestChain({
      description: describeKeystoreKey(CREDENTIAL_KEY),
      commonName: KEYSTORE_KEY_NAME,
    });
    expect(verdict(chain, policy)).toBe('identityCredentialKeyRequired');
    const lenient = { ...policy, requireIdentityCredentialKey: false };
    expect(verifyKeyAttestation(chain, lenient).identityCredentialKey).toBe(false);
  });

  it('a chain with malformed provisioning info is accepted', async () => {
    const info = encodeExtension(PROVISIONING_INFO_OID, false, encode('many'));
    const { chain, policy } = await resigned(accepted, 1, {
      extensions: [encodeBasicConstraints({ ca: true }), encodeKeyUsage(['keyCertSign']), info],
    });
    const result = verifyKeyAttestation(chain, policy);
    expect(result.provisioning).toBe('remote');
    expect(result.certificatesIssued).toBeUndefined();
  });
});

const ordinary = describeIdentityCredentialKey(CREDENTIAL_KEY);
const hardware = (changes: AuthorizationList): KeyDescription => ({
  ...ordinary,
  hardwareEnforced: { ...ordinary.hardwareEnforced, ...changes },
});
const without = (...names: readonly (keyof AuthorizationList)[]): KeyDescription => {
  const entries = Object.entries(ordinary.hardwareEnforced);
  const left = entries.filter(([name]) => !names.includes(name as keyof AuthorizationList));
  return { ...ordinary, hardwareEnforced: Object.fromEntries(left) };
};
const trust = ordinary.hardwareEnforced.rootOfTrust!;
const keystore = describeKeystoreKey(CREDENTIAL_KEY);
const { origin: _, ...withoutOrigin } = keystore.hardwareEnforced;

describe('Checks of the leaf certificate', () => {
  it.each<[string, string, KeyDescription, Partial<AttestationPolicy>?, TestChainOptions?]>([
    ['software attestation', 'softwareLevel', { ...ordinary, attestationSecurityLevel: 0 }],
    ['a software key', 'softwareLevel', { ...ordinary, keymasterSecurityLevel: 0 }],
    [
      'an unknown level',
      'softwareLevel',
      { ...ordinary, attestationSecurityLevel: 100, keymasterSecurityLevel: 100 },
    ],
    ['two levels', 'levelMismatch', { ...ordinary, keymasterSecurityLevel: 2 }],
    [
      'an attester of another level',
      'levelMismatch',
      { ...ordinary, attestationSecurityLevel: 2, keymasterSecurityLevel: 2 },
    ],
    [
      'a remote attester of another level',
      'levelMismatch',
      { ...ordinary, attestationSecurityLevel: 2, keymasterSecurityLevel: 2 },
      {},
      { provisioning: 'remote' },
    ],
    ['another challenge', 'challengeMismatch', { ...ordinary, attestationChallenge: CHALLENGE.subarray(1) }],
    ['an empty challenge', 'challengeMismatch', { ...ordinary, attestationChallenge: new Uint8Array(0) }],
    ['no accepted challenge', 'challengeMismatch', ordinary, { challenges: [] }],
    ['the second accepted challenge', 'accepted', ordinary, { challenges: [Buffer.alloc(32), CHALLENGE] }],
    ['an RSA key', 'wrongKey', hardware({ algorithm: 1 })],
    ['384 bits', 'wrongKey', hardware({ keySize: 384 })],
    ['P-384', 'wrongKey', hardware({ ecCurve: 2 })],
    ['no curve', 'wrongKey', without('ecCurve')],
    ['no digest', 'wrongKey', without('digest')],
    ['SHA-512 only', 'wrongKey', hardware({ digest: [6] })],
    ['user authentication', 'wrongKey', without('noAuthRequired')],
    ['no purpose', 'wrongPurpose', without('purpose')],
    ['verification only', 'wrongPurpose', hardware({ purpose: [3] })],
    ['an identity credential key that also verifies', 'wrongPurpose', hardware({ purpose: [2, 3] })],
    ['an identity credential key of generated origin', 'accepted', hardware({ origin: 0 })],
    ['an imported identity credential key', 'importedKey', hardware({ origin: 2 })],
    [
      'an identity credential key by another name',
      'nameMismatch',
      ordinary,
      {},
      { commonName: KEYSTORE_KEY_NAME },
    ],
    [
      'tag 721 in an attestation of version 2',
      'attestationVersionTooOld',
      { ...ordinary, attestationVersion: 2 },
    ],
    ['tag 721 in an attestation of version 3', 'accepted', { ...ordinary, attestationVersion: 3 }],
    ['tag 721 and user authentication', 'contradictoryAuthorizations', hardware({ userAuthType: 2 })],
    [
      'tag 721 and user authentication in software',
      'contradictoryAuthorizations',
      { ...ordinary, softwareEnforced: { ...ordinary.softwareEnforced, userAuthType: 2 } },
    ],
    ['tag 721 and all applications', 'applicationNotAllowed', hardware({ allApplications: true })],
    [
      'tag 721 and all applications in software',
      'applicationNotAllowed',
      { ...ordinary, softwareEnforced: { ...ordinary.softwareEnforced, allApplications: true } },
    ],
    ['tag 721 without osVersion', 'missingSystemVersion', without('osVersion')],
    ['tag 721 without osPatchLevel', 'missingSystemVersion', without('osPatchLevel')],
    ['tag 721 with osVersion 0', 'accepted', hardware({ osVersion: 0 })],
    [
      'tag 721 and a verified boot key of zeros',
      'notVerifiedBoot',
      hardware({ rootOfTrust: { ...trust, verifiedBootKey: new Uint8Array(32) } }),
    ],
    [
      'tag 721 and a verified boot key of 31 bytes',
      'notVerifiedBoot',
      hardware({ rootOfTrust: { ...trust, verifiedBootKey: Buffer.alloc(31, 1) } }),
    ],
    [
      'tag 721 and no verified boot key',
      'notVerifiedBoot',
      hardware({ rootOfTrust: { ...trust, verifiedBootKey: new Uint8Array(0) } }),
    ],
    [
      'tag 721 in software',
      'identityCredentialKeyRequired',
      { ...keystore, softwareEnforced: { ...keystore.softwareEnforced, identityCredentialKey: true } },
    ],
    [
      'an imported keystore key',
      'importedKey',
      { ...keystore, hardwareEnforced: { ...keystore.hardwareEnforced, origin: 2 } },
      { requireIdentityCredentialKey: false },
    ],
    [
      'a keystore key without origin',
      'importedKey',
      { ...keystore, hardwareEnforced: withoutOrigin },
      { requireIdentityCredentialKey: false },
    ],
    ['no root of trust', 'missingRootOfTrust', without('rootOfTrust')],
    [
      'a root of trust from software',
      'missingRootOfTrust',
      { ...without('rootOfTrust'), softwareEnforced: { ...ordinary.softwareEnforced, rootOfTrust: trust } },
    ],
    ['an unlocked bootloader', 'unlocked', hardware({ rootOfTrust: { ...trust, deviceLocked: false } })],
    [
      'self-signed boot',
      'notVerifiedBoot',
      hardware({ rootOfTrust: { ...trust, verifiedBootState: 'selfSigned' } }),
    ],
    [
      'unverified boot',
      'notVerifiedBoot',
      hardware({ rootOfTrust: { ...trust, verifiedBootState: 'unverified' } }),
    ],
    ['failed boot', 'notVerifiedBoot', hardware({ rootOfTrust: { ...trust, verifiedBootState: 'failed' } })],
    [
      'an unknown boot state',
      'notVerifiedBoot',
      hardware({ rootOfTrust: { ...trust, verifiedBootState: 'unknown' } }),
    ],
    [
      'patch levels at the minimum',
      'accepted',
      ordinary,
      { minimumPatchLevels: { os: 202610, vendor: 20261005, boot: 20261001 } },
    ],
    ['an old system', 'patchLevelTooOld', ordinary, { minimumPatchLevels: { os: 202611 } }],
    ['an old vendor partition', 'patchLevelTooOld', ordinary, { minimumPatchLevels: { vendor: 20261006 } }],
    ['an old boot partition', 'patchLevelTooOld', ordinary, { minimumPatchLevels: { boot: 202611 } }],
    [
      'a month where the minimum is a day',
      'patchLevelTooOld',
      hardware({ vendorPatchLevel: 202610 }),
      { minimumPatchLevels: { vendor: 20261001 } },
    ],
    [
      'a month where the minimum is a month',
      'accepted',
      hardware({ vendorPatchLevel: 202610 }),
      { minimumPatchLevels: { vendor: 202610 } },
    ],
    [
      'an unknown patch level',
      'patchLevelTooOld',
      without('bootPatchLevel'),
      { minimumPatchLevels: { boot: 202001 } },
    ],
    ['no application', 'applicationNotAllowed', { ...ordinary, softwareEnforced: {} }],
    ['no allowed application', 'applicationNotAllowed', ordinary, { applications: [] }],
    [
      'another package',
      'applicationNotAllowed',
      ordinary,
      { applications: [{ package: 'com.google.android.gsf' }] },
    ],
    [
      'another signer',
      'applicationNotAllowed',
      ordinary,
      { applications: [{ package: 'com.google.android.gms', digests: ['08'.repeat(32)] }] },
    ],
    ['any signer', 'accepted', ordinary, { applications: [{ package: 'com.google.android.gms' }] }],
  ])('a leaf with %s has the result %s', async (_, code, description, changes = {}, options = {}) => {
    const { chain, policy } = await makeTestChain({ description, ...options });
    expect(verdict(chain, { ...policy, ...changes })).toBe(code);
  });

  it('a leaf whose key is on another curve than its description says is refused', async () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
    const spki = publicKey.export({ format: 'der', type: 'spki' });
    const { chain, policy } = await resigned(accepted, 0, { spki });
    expect(verdict(chain, policy)).toBe('wrongKey');
  });
});

describe('Revoked certificates in a chain', () => {
  const listed = (serial: string, status = 'REVOKED') =>
    parseRevocationList(JSON.stringify({ entries: { [serial]: { status } } }));

  it('a revocation list without certificates of the chain is ignored', () => {
    expect(verdict(accepted.chain, { ...accepted.policy, revocation: listed('ff') })).toBe('accepted');
  });

  it.each(['1', '13', '12', '11'])(
    'a chain with the listed serial number %s is refused, whatever its status',
    (serial) => {
      for (const status of ['REVOKED', 'SUSPENDED', 'anything']) {
        expect(verdict(accepted.chain, { ...accepted.policy, revocation: listed(serial, status) })).toBe(
          'revoked',
        );
      }
    },
  );

  it('a chain with a listed decimal serial number is refused', () => {
    expect(verdict(accepted.chain, { ...accepted.policy, revocation: listed(String(0x13)) })).toBe('revoked');
  });
});
