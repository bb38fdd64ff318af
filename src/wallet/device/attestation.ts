import { createPrivateKey, X509Certificate } from 'node:crypto';
import { DAY } from '../../conventions/time.ts';
import {
  type AttestationAuthoritySpec,
  type CredentialKeySpec,
  describeIdentityCredentialKey,
  describeKeystoreKey,
  IDENTITY_CREDENTIAL_KEY_NAME,
  KEYSTORE_KEY_NAME,
  type KeyDescription,
  makeAttestationAuthority,
  makeAttestedKeyCertificate,
} from '../../formats/android/index.ts';
import { pointFromPublicKey } from '../../formats/ec/index.ts';
import {
  type Certificate,
  certificatesFromPem,
  newSerialNumber,
  parseCertificate,
} from '../../formats/x509/index.ts';
import type { Effects } from '../effects.ts';
import { SANDBOX_ROOT_CERTIFICATE, SANDBOX_ROOT_PRIVATE_KEY } from '../sandbox-root.ts';
import { type DeviceKey, deviceKey, newDeviceKey } from './device-key.ts';
import type { AttestationProfile } from './device-state.ts';

/** The file may have parameters of the curve before the key. */
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/** A certificate between root and leaf. Its position determines its key and its issuer. */
export type AuthoritySpec = Omit<AttestationAuthoritySpec, 'issuer' | 'subjectPoint'>;

/** A root for attestation with its key, in test systems only. */
export interface AttestationRoot {
  readonly certificate: Certificate;
  readonly key: DeviceKey;
}

/** The input for an attestation chain. */
export interface AttestationSpec {
  readonly root: AttestationRoot;
  readonly intermediate: AuthoritySpec;
  /** The attestation certificate, whose key signs the leaf. */
  readonly attester: AuthoritySpec;
  readonly description: KeyDescription;
  /** The subject of the leaf. */
  readonly commonName: string;
}

/** The wallet application that owns the key, and the SHA-256 of the certificate that signs its package. */
const APPLICATION = {
  packages: [{ name: 'com.google.android.gms', version: 253_000_000n }],
  signatureDigests: [Buffer.from('f0fd6c5b410f25cb25c3b53346c8972fae30f8ee7411df910480ad6b2d60db83', 'hex')],
} as const;

const PROFILES: Record<
  AttestationProfile,
  { readonly commonName: string; readonly describe: (spec: CredentialKeySpec) => KeyDescription }
> = {
  hardware: { commonName: IDENTITY_CREDENTIAL_KEY_NAME, describe: describeIdentityCredentialKey },
  keystore: { commonName: KEYSTORE_KEY_NAME, describe: describeKeystoreKey },
};

let sandboxRoot: AttestationRoot | undefined;

/** The sandbox root, parsed once because every chain ends with it. */
export function rootOfSandbox(): AttestationRoot {
  sandboxRoot ??= attestationRoot(SANDBOX_ROOT_CERTIFICATE + SANDBOX_ROOT_PRIVATE_KEY);
  return sandboxRoot;
}

/** A root from PEM text with its certificate and its P-256 key. Throws an Error if they do not belong together. */
export function attestationRoot(pem: string): AttestationRoot {
  const certificate = parseCertificate(certificatesFromPem(pem)[0]!);
  const privateKey = createPrivateKey(pem.slice(pem.search(PRIVATE_KEY)));
  const key = deviceKey(privateKey, pointFromPublicKey(privateKey));
  if (new X509Certificate(certificate.der).checkPrivateKey(key.privateKey)) return { certificate, key };
  throw new Error('the private key is not that of the certificate');
}

/** Patch levels of a device that was updated this month. */
function patchLevels(now: number) {
  const date = new Date(now);
  const month = date.getUTCFullYear() * 100 + date.getUTCMonth() + 1;
  return { osPatchLevel: month, vendorPatchLevel: month * 100 + 1, bootPatchLevel: month * 100 + 1 };
}

/** An honest device with a factory-provisioned attestation key. */
export function attestationSpec(
  profile: AttestationProfile,
  challenge: Uint8Array,
  {
    clock,
    random,
    attestationRoot: root = rootOfSandbox(),
  }: Effects & { readonly attestationRoot?: AttestationRoot },
): AttestationSpec {
  const now = Math.floor(clock() / 1000) * 1000;
  const { commonName, describe } = PROFILES[profile];
  const authority = (): AuthoritySpec => ({
    subject: { title: 'TEE', serialNumber: Buffer.from(random(new Uint8Array(8))).toString('hex') },
    serialNumber: newSerialNumber(random(new Uint8Array(16))),
    notBefore: now - 30 * DAY,
    notAfter: now + 3650 * DAY,
  });
  const rootOfTrust = {
    verifiedBootKey: random(new Uint8Array(32)),
    deviceLocked: true,
    verifiedBootState: 'verified',
    verifiedBootHash: random(new Uint8Array(32)),
  } as const;
  const device = {
    securityLevel: 'trustedEnvironment',
    rootOfTrust,
    osVersion: 160_000,
    ...patchLevels(now),
  } as const;
  return {
    root,
    intermediate: authority(),
    attester: authority(),
    description: describe({ challenge, device, application: APPLICATION, createdAt: now }),
    commonName,
  };
}

type Issuer = AttestationRoot;

async function certify(spec: AuthoritySpec, issuer: Issuer, key: DeviceKey): Promise<Issuer> {
  const fields = { ...spec, issuer: issuer.certificate, subjectPoint: key.point };
  return { certificate: parseCertificate(await makeAttestationAuthority(fields, issuer.key.sign)), key };
}

export interface AttestedChain {
  /** Leaf, attestation certificate, intermediate, root, in DER. */
  readonly chain: readonly Uint8Array[];
  readonly spec: AttestationSpec;
  readonly attester: Issuer;
  readonly credentialKey: DeviceKey;
}

/** Attests the credential key with a new attestation key and a new intermediate under the root. */
export async function attestationChain(
  spec: AttestationSpec,
  credentialKey: DeviceKey,
  { clock, random }: Effects,
): Promise<AttestedChain> {
  const { root, description, commonName } = spec;
  const intermediate = await certify(spec.intermediate, root, newDeviceKey(random));
  const attester = await certify(spec.attester, intermediate, newDeviceKey(random));
  const subject = { description, commonName, subjectPoint: credentialKey.point, notBefore: clock() };
  const leaf = await makeAttestedKeyCertificate(
    { ...subject, attester: attester.certificate },
    attester.key.sign,
  );
  const authorities = [attester.certificate.der, intermediate.certificate.der, root.certificate.der];
  return { chain: [leaf, ...authorities], spec, attester, credentialKey };
}
