import { hash } from 'node:crypto';
import { AttestationError } from '../../errors.ts';
import {
  type Certificate,
  CertificateError,
  certificatesFromPem,
  parseCertificate,
  parsePhoneCertificate,
} from '../../x509/index.ts';
import { type Provisioning, provisioningOf } from './provisioning.ts';

/**
 * Roots of hardware attestation, published at https://android.googleapis.com/attestation/root: the RSA key at
 * the end of all factory chains, and the P-384 key of remotely provisioned chains. They are matched by public
 * key, so any certificate with one of these keys is accepted.
 */
export const GOOGLE_ATTESTATION_ROOTS: readonly string[] = [
  `-----BEGIN CERTIFICATE-----
MIIFHDCCAwSgAwIBAgIJAPHBcqaZ6vUdMA0GCSqGSIb3DQEBCwUAMBsxGTAXBgNV
BAUTEGY5MjAwOWU4NTNiNmIwNDUwHhcNMjIwMzIwMTgwNzQ4WhcNNDIwMzE1MTgw
NzQ4WjAbMRkwFwYDVQQFExBmOTIwMDllODUzYjZiMDQ1MIICIjANBgkqhkiG9w0B
AQEFAAOCAg8AMIICCgKCAgEAr7bHgiuxpwHsK7Qui8xUFmOr75gvMsd/dTEDDJdS
Sxtf6An7xyqpRR90PL2abxM1dEqlXnf2tqw1Ne4Xwl5jlRfdnJLmN0pTy/4lj4/7
tv0Sk3iiKkypnEUtR6WfMgH0QZfKHM1+di+y9TFRtv6y//0rb+T+W8a9nsNL/ggj
nar86461qO0rOs2cXjp3kOG1FEJ5MVmFmBGtnrKpa73XpXyTqRxB/M0n1n/W9nGq
C4FSYa04T6N5RIZGBN2z2MT5IKGbFlbC8UrW0DxW7AYImQQcHtGl/m00QLVWutHQ
oVJYnFPlXTcHYvASLu+RhhsbDmxMgJJ0mcDpvsC4PjvB+TxywElgS70vE0XmLD+O
JtvsBslHZvPBKCOdT0MS+tgSOIfga+z1Z1g7+DVagf7quvmag8jfPioyKvxnK/Eg
sTUVi2ghzq8wm27ud/mIM7AY2qEORR8Go3TVB4HzWQgpZrt3i5MIlCaY504LzSRi
igHCzAPlHws+W0rB5N+er5/2pJKnfBSDiCiFAVtCLOZ7gLiMm0jhO2B6tUXHI/+M
RPjy02i59lINMRRev56GKtcd9qO/0kUJWdZTdA2XoS82ixPvZtXQpUpuL12ab+9E
aDK8Z4RHJYYfCT3Q5vNAXaiWQ+8PTWm2QgBR/bkwSWc+NpUFgNPN9PvQi8WEg5Um
AGMCAwEAAaNjMGEwHQYDVR0OBBYEFDZh4QB8iAUJUYtEbEf/GkzJ6k8SMB8GA1Ud
IwQYMBaAFDZh4QB8iAUJUYtEbEf/GkzJ6k8SMA8GA1UdEwEB/wQFMAMBAf8wDgYD
VR0PAQH/BAQDAgIEMA0GCSqGSIb3DQEBCwUAA4ICAQB8cMqTllHc8U+qCrOlg3H7
174lmaCsbo/bJ0C17JEgMLb4kvrqsXZs01U3mB/qABg/1t5Pd5AORHARs1hhqGIC
W/nKMav574f9rZN4PC2ZlufGXb7sIdJpGiO9ctRhiLuYuly10JccUZGEHpHSYM2G
tkgYbZba6lsCPYAAP83cyDV+1aOkTf1RCp/lM0PKvmxYN10RYsK631jrleGdcdkx
oSK//mSQbgcWnmAEZrzHoF1/0gso1HZgIn0YLzVhLSA/iXCX4QT2h3J5z3znluKG
1nv8NQdxei2DIIhASWfu804CA96cQKTTlaae2fweqXjdN1/v2nqOhngNyz1361mF
mr4XmaKH/ItTwOe72NI9ZcwS1lVaCvsIkTDCEXdm9rCNPAY10iTunIHFXRh+7KPz
lHGewCq/8TOohBRn0/NNfh7uRslOSZ/xKbN9tMBtw37Z8d2vvnXq/YWdsm1+JLVw
n6yYD/yacNJBlwpddla8eaVMjsF6nBnIgQOf9zKSe06nSTqvgwUHosgOECZJZ1Eu
zbH4yswbt02tKtKEFhx+v+OTge/06V+jGsqTWLsfrOCNLuA8H++z+pUENmpqnnHo
vaI47gC+TNpkgYGkkBT6B/m/U01BuOBBTzhIlMEZq9qkDWuM2cA5kW5V3FJUcfHn
w1IdYIg2Wxg7yHcQZemFQg==
-----END CERTIFICATE-----
`,
  `-----BEGIN CERTIFICATE-----
MIICIjCCAaigAwIBAgIRAISp0Cl7DrWK5/8OgN52BgUwCgYIKoZIzj0EAwMwUjEc
MBoGA1UEAwwTS2V5IEF0dGVzdGF0aW9uIENBMTEQMA4GA1UECwwHQW5kcm9pZDET
MBEGA1UECgwKR29vZ2xlIExMQzELMAkGA1UEBhMCVVMwHhcNMjUwNzE3MjIzMjE4
WhcNMzUwNzE1MjIzMjE4WjBSMRwwGgYDVQQDDBNLZXkgQXR0ZXN0YXRpb24gQ0Ex
MRAwDgYDVQQLDAdBbmRyb2lkMRMwEQYDVQQKDApHb29nbGUgTExDMQswCQYDVQQG
EwJVUzB2MBAGByqGSM49AgEGBSuBBAAiA2IABCPaI3FO3z5bBQo8cuiEas4HjqCt
G/mLFfRT0MsIssPBEEU5Cfbt6sH5yOAxqEi5QagpU1yX4HwnGb7OtBYpDTB57uH5
Eczm34A5FNijV3s0/f0UPl7zbJcTx6xwqMIRq6NCMEAwDwYDVR0TAQH/BAUwAwEB
/zAOBgNVHQ8BAf8EBAMCAQYwHQYDVR0OBBYEFFIyuyz7RkOb3NaBqQ5lZuA0QepA
MAoGCCqGSM49BAMDA2gAMGUCMETfjPO/HwqReR2CS7p0ZWoD/LHs6hDi422opifH
EUaYLxwGlT9SLdjkVpz0UUOR5wIxAIoGyxGKRHVTpqpGRFiJtQEOOTp/+s1GcxeY
uR2zh/80lQyu9vAFCj6E4AXc+osmRg==
-----END CERTIFICATE-----
`,
];

/** SHA-256 of a certificate's SubjectPublicKeyInfo in lower-case hex: the name of a trust anchor. */
export const spkiFingerprint = ({ spki }: Pick<Certificate, 'spki'>): string => hash('sha256', spki, 'hex');

/** Anchors for the public keys of these PEM certificates. Throws CertificateError. */
export const anchorsFromPem = (...pems: readonly string[]): readonly string[] => [
  ...new Set(pems.flatMap(certificatesFromPem).map((der) => spkiFingerprint(parseCertificate(der)))),
];

/** Google's two attestation root keys. */
export const googleAttestationAnchors = (): readonly string[] => anchorsFromPem(...GOOGLE_ATTESTATION_ROOTS);

const MIN_CERTIFICATES = 3;
const MAX_CERTIFICATES = 10;

/** A chain in decoded form, leaf first. */
export interface CertificatePath {
  readonly certificates: readonly Certificate[];
  readonly leaf: Certificate;
  /** The certificate whose key signed the leaf. */
  readonly attester: Certificate;
  readonly root: Certificate;
  readonly rootFingerprint: string;
  readonly provisioning: Provisioning;
}

export function parsePath(chain: readonly Uint8Array[]): CertificatePath {
  if (chain.length < MIN_CERTIFICATES) {
    throw new AttestationError('chainTooShort', `chain has less than ${MIN_CERTIFICATES} certificates`);
  }
  if (chain.length > MAX_CERTIFICATES) {
    throw new AttestationError('chainTooLong', `chain has more than ${MAX_CERTIFICATES} certificates`);
  }
  const certificates = chain.map(parseAt);
  const root = certificates.at(-1)!;
  return {
    certificates,
    leaf: certificates[0]!,
    attester: certificates[1]!,
    root,
    rootFingerprint: spkiFingerprint(root),
    provisioning: provisioningOf(certificates),
  };
}

function parseAt(der: Uint8Array, index: number): Certificate {
  try {
    return parsePhoneCertificate(der);
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error;
    throw new AttestationError('malformed', `certificate ${index}: ${error.message}`, { cause: error });
  }
}
