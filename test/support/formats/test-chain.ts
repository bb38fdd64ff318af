import { generateKeyPairSync, type KeyObject, sign as signBytes } from 'node:crypto';
import { DAY } from '../../../src/conventions/time.ts';
import {
  AttestationError,
  type AttestationPolicy,
  type CredentialKeySpec,
  describeIdentityCredentialKey,
  IDENTITY_CREDENTIAL_KEY_NAME,
  type KeyDescription,
  makeAttestationAuthority,
  makeAttestedKeyCertificate,
  spkiFingerprint,
  verifyKeyAttestation,
} from '../../../src/formats/android/attestation/index.ts';
import type { RawSigner } from '../../../src/formats/cose/index.ts';
import { pointFromPublicKey } from '../../../src/formats/ec/index.ts';
import {
  type Certificate,
  type CertificateFields,
  type DistinguishedName,
  encodeExtension,
  parseCertificate,
  signCertificate,
} from '../../../src/formats/x509/index.ts';

export const NOW = Date.UTC(2026, 10, 20, 12);
export const CHALLENGE = Buffer.from('0123456789abcdef0123456789abcdef');

export interface TestKey {
  readonly privateKey: KeyObject;
  readonly point: Uint8Array;
  readonly sign: RawSigner;
}

export function newTestKey(): TestKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    privateKey,
    point: pointFromPublicKey(publicKey),
    sign: (bytes) => signBytes('sha256', bytes, { key: privateKey, dsaEncoding: 'ieee-p1363' }),
  };
}

/** How one certificate above the leaf differs from a normal one. */
export interface AuthorityChanges {
  readonly subject?: DistinguishedName;
  readonly serialNumber?: Uint8Array;
  readonly notBefore?: number;
  readonly notAfter?: number;
  readonly certificatesIssued?: number;
}

const FACTORY: readonly AuthorityChanges[] = [
  { subject: { serialNumber: 'f92009e853b6b045' } },
  { subject: { title: 'TEE', serialNumber: 'e18c4f2ca699739a' } },
  { subject: { title: 'TEE', serialNumber: 'a0b63a35743673b7' } },
];

const REMOTE: readonly AuthorityChanges[] = [
  { subject: { country: 'US', organization: 'Google LLC', commonName: 'Key Attestation CA1' } },
  { subject: { organization: 'Google LLC', commonName: 'Droid CA2' } },
  { subject: { organization: 'Google LLC', commonName: 'Droid CA3' } },
  {
    subject: { organization: 'TEE', commonName: '2c85cdc15c3042f25698906669c35137' },
    notAfter: NOW + 14 * DAY,
    certificatesIssued: 8,
  },
];

export const CREDENTIAL_KEY: CredentialKeySpec = {
  challenge: CHALLENGE,
  createdAt: NOW,
  application: {
    packages: [{ name: 'com.google.android.gms', version: 1n }],
    signatureDigests: [Buffer.alloc(32, 7)],
  },
  device: {
    securityLevel: 'trustedEnvironment',
    rootOfTrust: {
      verifiedBootKey: Buffer.alloc(32, 1),
      deviceLocked: true,
      verifiedBootState: 'verified',
      verifiedBootHash: Buffer.alloc(32, 2),
    },
    osVersion: 160000,
    osPatchLevel: 202610,
    vendorPatchLevel: 20261005,
    bootPatchLevel: 20261005,
  },
};

export interface TestChainOptions {
  readonly provisioning?: 'factory' | 'remote';
  /** Changes by position from the root down; each is merged into the normal certificate. */
  readonly authorities?: readonly AuthorityChanges[];
  readonly description?: KeyDescription;
  readonly commonName?: string;
  readonly credentialKey?: TestKey;
}

interface TestChain {
  /** Leaf first. */
  readonly chain: readonly Uint8Array[];
  readonly certificates: readonly Certificate[];
  /** Keys of the certificates, leaf first. */
  readonly keys: readonly TestKey[];
  /** A policy that accepts the chain. */
  readonly policy: AttestationPolicy;
}

/** Makes a chain that is accepted, or refused because of the only change. */
export async function makeTestChain(options: TestChainOptions = {}): Promise<TestChain> {
  const ordinary = options.provisioning === 'remote' ? REMOTE : FACTORY;
  const certificates: Certificate[] = [];
  const keys: TestKey[] = [];
  for (const [place, defaults] of ordinary.entries()) {
    const key = newTestKey();
    const issuer = certificates[0];
    const der = await makeAttestationAuthority(
      {
        subject: {},
        serialNumber: Uint8Array.of(0x11 + place),
        notBefore: NOW - 30 * DAY,
        notAfter: NOW + 3650 * DAY,
        ...defaults,
        ...options.authorities?.[place],
        subjectPoint: key.point,
        ...(issuer && { issuer }),
      },
      keys[0]?.sign ?? key.sign,
    );
    certificates.unshift(parseCertificate(der));
    keys.unshift(key);
  }
  const credentialKey = options.credentialKey ?? newTestKey();
  const leaf = await makeAttestedKeyCertificate(
    {
      description: options.description ?? describeIdentityCredentialKey(CREDENTIAL_KEY),
      attester: certificates[0]!,
      subjectPoint: credentialKey.point,
      commonName: options.commonName ?? IDENTITY_CREDENTIAL_KEY_NAME,
      notBefore: NOW,
    },
    keys[0]!.sign,
  );
  certificates.unshift(parseCertificate(leaf));
  keys.unshift(credentialKey);
  return {
    chain: certificates.map(({ der }) => der),
    certificates,
    keys,
    policy: policyFor(certificates.at(-1)!),
  };
}

export const policyFor = (root: Certificate): AttestationPolicy => ({
  anchors: [spkiFingerprint(root)],
  now: NOW,
  challenges: [CHALLENGE],
  applications: [{ package: 'com.google.android.gms', digests: ['07'.repeat(32)] }],
  requireIdentityCredentialKey: true,
});

/** `accepted`, or the code of the refusal. */
export function verdict(chain: readonly Uint8Array[], policy: AttestationPolicy): string {
  try {
    verifyKeyAttestation(chain, policy);
  } catch (error) {
    if (error instanceof AttestationError) return error.code;
    throw error;
  }
  return 'accepted';
}

/** The fields of a certificate without extensions. */
export const fieldsOf = (certificate: Certificate): Omit<CertificateFields, 'extensions'> => ({
  serialNumber: certificate.serialNumber,
  issuer: certificate.issuer,
  subject: certificate.subject,
  notBefore: certificate.notBefore,
  notAfter: certificate.notAfter,
  spki: certificate.spki,
});

/** The chain in which the certificate at `index` was changed and signed again by its own signer. */
export async function resigned(
  from: TestChain,
  index: number,
  changes: Partial<CertificateFields>,
): Promise<TestChain> {
  const old = from.certificates[index]!;
  const signer = from.keys[index + 1] ?? from.keys[index]!;
  const extensions = Array.from(old.extensions, ([oid, { critical, value }]) =>
    encodeExtension(oid, critical, value),
  );
  const der = await signCertificate({ ...fieldsOf(old), extensions, ...changes }, signer.sign);
  return {
    ...from,
    chain: from.chain.with(index, der),
    certificates: from.certificates.with(index, parseCertificate(der)),
  };
}
