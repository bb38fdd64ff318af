import { omit, omitUndefined } from '../../conventions/omit.ts';
import { DAY } from '../../conventions/time.ts';
import type { AuthorizationList, KeyDescription, RootOfTrust } from '../../formats/android/index.ts';
import {
  IDENTITY_CREDENTIAL_KEY_NAME,
  makeAttestationAuthority,
  SECURITY_LEVEL,
} from '../../formats/android/index.ts';
import { parseCertificate } from '../../formats/x509/index.ts';
import type { AttestationSpec, AuthoritySpec } from '../device/attestation.ts';
import type { Facts } from '../device/tampering.ts';
import { SANDBOX_REVOKED_SERIAL } from '../sandbox-root.ts';
import { type Fault, type FaultNeed, refusedWith } from './fault.ts';

type SpecChange = (spec: AttestationSpec, facts: Facts) => AttestationSpec | Promise<AttestationSpec>;

function describe(
  change: (description: KeyDescription, facts: Facts) => Partial<KeyDescription>,
): SpecChange {
  return (spec, facts) => ({
    ...spec,
    description: { ...spec.description, ...change(spec.description, facts) },
  });
}

/** Sets authorizations in the hardware-enforced list; undefined removes one. */
function hardware(
  change: { readonly [Name in keyof AuthorizationList]?: AuthorizationList[Name] | undefined },
): SpecChange {
  return describe(({ hardwareEnforced }) => ({
    hardwareEnforced: omitUndefined<AuthorizationList>({ ...hardwareEnforced, ...change }),
  }));
}

function boot(change: Partial<RootOfTrust>): SpecChange {
  return describe(({ hardwareEnforced }) => ({
    hardwareEnforced: { ...hardwareEnforced, rootOfTrust: { ...hardwareEnforced.rootOfTrust!, ...change } },
  }));
}

function attester(change: (facts: Facts) => Partial<AuthoritySpec>): SpecChange {
  return (spec, facts) => ({ ...spec, attester: { ...spec.attester, ...change(facts) } });
}

function application(packageName: string, digest?: Uint8Array): SpecChange {
  return describe(({ softwareEnforced }) => ({
    softwareEnforced: {
      ...softwareEnforced,
      attestationApplicationId: {
        packages: [{ name: packageName, version: 1n }],
        signatureDigests: digest ? [digest] : softwareEnforced.attestationApplicationId!.signatureDigests,
      },
    },
  }));
}

const otherRoot: SpecChange = async (spec, facts) => {
  const key = facts.newKey();
  const fields = {
    subject: { commonName: 'A Root of Nobody' },
    subjectPoint: key.point,
    serialNumber: Uint8Array.of(0x21),
    notBefore: facts.clock() - DAY,
    notAfter: facts.clock() + 3650 * DAY,
  };
  const certificate = parseCertificate(await makeAttestationAuthority(fields, key.sign));
  return { ...spec, root: { certificate, key } };
};

const identityTagInSoftware = describe(({ softwareEnforced, hardwareEnforced }) => {
  const rest = omit(hardwareEnforced, 'identityCredentialKey', 'origin');
  return { hardwareEnforced: rest, softwareEnforced: { ...softwareEnforced, identityCredentialKey: true } };
});

type DescriptionChange = (description: KeyDescription) => Partial<KeyDescription>;

/** The attestation of an Identity Credential key with one change, whatever the device's profile is. */
function identityKey(change: DescriptionChange): SpecChange {
  return (spec) => {
    const enforced = omit(spec.description.hardwareEnforced, 'origin');
    const hardwareEnforced = { ...enforced, purpose: [SIGN], identityCredentialKey: true as const };
    const description = { ...spec.description, hardwareEnforced };
    return {
      ...spec,
      commonName: IDENTITY_CREDENTIAL_KEY_NAME,
      description: { ...description, ...change(description) },
    };
  };
}

const withBootKey =
  (verifiedBootKey: Uint8Array): DescriptionChange =>
  ({ hardwareEnforced }) => ({
    hardwareEnforced: {
      ...hardwareEnforced,
      rootOfTrust: { ...hardwareEnforced.rootOfTrust!, verifiedBootKey },
    },
  });

// AOSP KeyPurpose, Digest, EcCurve, KeyOrigin
const VERIFY = 3;
const SIGN = 2;
const SHA_1 = 2;
const P_384 = 2;
const IMPORTED = 2;

type Row = readonly [name: string, what: string, attestation: SpecChange, needs?: FaultNeed];

const ROWS: readonly Row[] = [
  [
    'wrong-nonce',
    'the attestation answers a challenge that the issuer never sent',
    describe((_, { random }) => ({ attestationChallenge: random(new Uint8Array(32)) })),
  ],
  ['untrusted-root', 'the chain ends in an untrusted root', otherRoot],
  [
    'revoked-serial',
    'the intermediate is on the revocation list',
    (spec) => {
      const serialNumber = Buffer.from(SANDBOX_REVOKED_SERIAL, 'hex');
      return { ...spec, intermediate: { ...spec.intermediate, serialNumber } };
    },
    'revocationList',
  ],
  ['unlocked-boot-loader', 'the boot loader is unlocked', boot({ deviceLocked: false })],
  ['unverified-boot', 'the device started unverified software', boot({ verifiedBootState: 'unverified' })],
  ['self-signed-boot', 'the device started software of its owner', boot({ verifiedBootState: 'selfSigned' })],
  [
    'missing-root-of-trust',
    'hardware says nothing about how the device started',
    hardware({ rootOfTrust: undefined }),
  ],
  [
    'software-security-level',
    'the key is in software, not in hardware',
    describe(() => ({
      attestationSecurityLevel: SECURITY_LEVEL.software,
      keymasterSecurityLevel: SECURITY_LEVEL.software,
    })),
  ],
  [
    'mixed-security-levels',
    'attestation and key are of different security levels',
    describe(() => ({ keymasterSecurityLevel: SECURITY_LEVEL.strongBox })),
  ],
  [
    'uncertified-security-level',
    'the attestation key was certified for another security level',
    attester(() => ({ subject: { title: 'StrongBox', serialNumber: '01' } })),
  ],
  ['wrong-application', 'the key belongs to another application', application('org.example.impostor')],
  [
    'wrong-application-signer',
    'the application has the expected name but another signer',
    application('com.google.android.gms', Buffer.alloc(32, 0x5a)),
    'applicationSigners',
  ],
  [
    'missing-application',
    'the attestation names no application',
    describe(({ softwareEnforced }) => ({
      softwareEnforced: omit(softwareEnforced, 'attestationApplicationId'),
    })),
  ],
  [
    'missing-tag-721',
    'the key has neither tag 721 nor an origin',
    hardware({ identityCredentialKey: undefined, origin: undefined }),
  ],
  [
    'tag-721-in-old-attestation',
    'an attestation of version 2 has tag 721',
    identityKey(() => ({ attestationVersion: 2 })),
  ],
  [
    'tag-721-with-user-authentication',
    'an identity credential key has userAuthType in addition to noAuthRequired',
    identityKey(({ hardwareEnforced }) => ({ hardwareEnforced: { ...hardwareEnforced, userAuthType: 2 } })),
  ],
  [
    'tag-721-for-all-applications',
    'an identity credential key belongs to all applications',
    identityKey(({ softwareEnforced }) => ({
      softwareEnforced: { ...softwareEnforced, allApplications: true },
    })),
  ],
  [
    'tag-721-without-os-version',
    'the hardware with an identity credential key does not attest osVersion',
    identityKey(({ hardwareEnforced }) => ({ hardwareEnforced: omit(hardwareEnforced, 'osVersion') })),
  ],
  [
    'tag-721-without-os-patch-level',
    'the hardware with an identity credential key does not attest osPatchLevel',
    identityKey(({ hardwareEnforced }) => ({ hardwareEnforced: omit(hardwareEnforced, 'osPatchLevel') })),
  ],
  [
    'tag-721-with-zero-boot-key',
    'the hardware with an identity credential key reports a boot key of zeros',
    identityKey(withBootKey(new Uint8Array(32))),
  ],
  [
    'tag-721-with-short-boot-key',
    'the hardware with an identity credential key reports a boot key of 31 bytes',
    identityKey(withBootKey(Buffer.alloc(31, 0x5a))),
  ],
  ['tag-721-in-software', 'tag 721 is enforced by software only', identityTagInSoftware],
  ['imported-key', 'the key was imported', hardware({ origin: IMPORTED })],
  ['wrong-curve', 'the key is on P-384', hardware({ ecCurve: P_384, keySize: 384 })],
  ['key-for-verifying', 'the key may not sign', hardware({ purpose: [VERIFY] })],
  [
    'key-for-more-than-signing',
    'an identity credential key may also verify signatures',
    hardware({ identityCredentialKey: true, purpose: [SIGN, VERIFY] }),
  ],
  ['key-without-sha-256', 'the key may sign SHA-1 only', hardware({ digest: [SHA_1] })],
  ['key-that-asks-the-user', 'the key needs user authentication', hardware({ noAuthRequired: undefined })],
  [
    'wrong-leaf-name',
    'the certificate of an identity credential key has another common name',
    (spec, facts) =>
      hardware({ identityCredentialKey: true, purpose: [SIGN], origin: undefined })(
        { ...spec, commonName: 'A Key' },
        facts,
      ),
  ],
  [
    'expired-attester',
    'the remotely provisioned attestation certificate has expired',
    attester(({ clock }) => ({
      subject: { organization: 'TEE', commonName: '2c85cdc15c3042f25698906669c35137' },
      certificatesIssued: 4,
      notAfter: Math.floor(clock() / 1000) * 1000 - DAY,
    })),
  ],
  [
    'premature-attester',
    'the attestation certificate is not valid yet',
    attester(({ clock }) => ({ notBefore: Math.floor(clock() / 1000) * 1000 + DAY })),
  ],
];

/** Faults of the content and of the signer of the attestation, all refused as forbidden. */
export const ATTESTATION_FAULTS: readonly Fault[] = ROWS.map(([name, what, attestation, needs]) => ({
  name,
  what,
  operation: 'registerDevice',
  from: 'new',
  expected: refusedWith('forbidden'),
  ...(needs && { needs }),
  apply: { attestation },
}));
