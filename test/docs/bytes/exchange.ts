import { createPrivateKey, hash } from 'node:crypto';
import { DAY } from '../../../src/conventions/time.ts';
import {
  describeIdentityCredentialKey,
  encodeProofOfProvisioning,
  encodeProvisionedCredential,
  IDENTITY_CREDENTIAL_KEY_NAME,
  makeAttestationAuthority,
  makeAttestedKeyCertificate,
  makeAuthenticationKeyCertificate,
  signProof,
} from '../../../src/formats/android/index.ts';
import { encode, Tagged } from '../../../src/formats/cbor/index.ts';
import {
  completeStaticAuthData,
  createMsoTemplate,
  decodeStaticAuthData,
  encodeIssuerSignedItem,
  issueMso,
} from '../../../src/formats/mdoc/index.ts';
import {
  certificatesFromPem,
  makeDocumentSignerCertificate,
  makeEncryptionCertificate,
  makeIacaCertificate,
  makeIdentityCertificate,
  newSerialNumber,
  parseCertificate,
} from '../../../src/formats/x509/index.ts';
import { SANDBOX_ROOT_CERTIFICATE, SANDBOX_ROOT_PRIVATE_KEY } from '../../../src/wallet/index.ts';
import { seededRandom } from '../../support/formats/test-issuer.ts';
import { keyNamed, keyOfScalar } from './fixed-key.ts';
import { DOC_TYPE, ownership, sealedExample } from './sealed.ts';

export const NOW = Date.UTC(2026, 10, 20, 12);
export const NONCE = 'Example1Example2Example3Example4';
export const CODE = 'EXAMPLE-CODE-1';
export const NAMESPACE = 'org.iso.18013.5.1';

export const KEYS = {
  'credential key': keyNamed('credential key'),
  'authentication key': keyNamed('authentication key'),
  'device encryption key': keyNamed('device encryption key'),
  'issuer identity key': keyNamed('issuer identity key'),
  'issuer encryption key': keyNamed('issuer encryption key'),
  'document signer': keyNamed('document signer'),
} as const;

const serial = (name: string) => newSerialNumber(hash('sha256', `serial ${name}`, 'buffer').subarray(0, 16));
const bytesNamed = (name: string) => hash('sha256', name, 'buffer');

/** The attestation of the credential key: leaf, attester, intermediate, root. */
async function attestationChain(): Promise<readonly Uint8Array[]> {
  const jwk = createPrivateKey(SANDBOX_ROOT_PRIVATE_KEY).export({ format: 'jwk' });
  const rootKey = keyOfScalar(Buffer.from(jwk.d ?? '', 'base64url'));
  const root = parseCertificate(certificatesFromPem(SANDBOX_ROOT_CERTIFICATE)[0]!);
  const authority = (name: string) => ({
    subject: { title: 'TEE', serialNumber: bytesNamed(name).toString('hex', 0, 8) },
    serialNumber: serial(name),
    subjectPoint: keyNamed(name).point,
    notBefore: NOW - 30 * DAY,
    notAfter: NOW + 3650 * DAY,
  });
  const intermediate = parseCertificate(
    await makeAttestationAuthority({ ...authority('intermediate'), issuer: root }, rootKey.sign),
  );
  const attester = parseCertificate(
    await makeAttestationAuthority(
      { ...authority('attester'), issuer: intermediate },
      keyNamed('intermediate').sign,
    ),
  );
  const device = {
    securityLevel: 'trustedEnvironment',
    rootOfTrust: {
      verifiedBootKey: bytesNamed('verified boot key'),
      deviceLocked: true,
      verifiedBootState: 'verified',
      verifiedBootHash: bytesNamed('verified boot hash'),
    },
    osVersion: 160_000,
    osPatchLevel: 202_611,
    vendorPatchLevel: 20_261_101,
    bootPatchLevel: 20_261_101,
  } as const;
  const application = {
    packages: [{ name: 'com.example.wallet', version: 1n }],
    signatureDigests: [bytesNamed('signer of the application')],
  };
  const challenge = Buffer.from(NONCE);
  const leaf = await makeAttestedKeyCertificate(
    {
      description: describeIdentityCredentialKey({ challenge, device, application, createdAt: NOW }),
      attester,
      subjectPoint: KEYS['credential key'].point,
      commonName: IDENTITY_CREDENTIAL_KEY_NAME,
      notBefore: NOW,
    },
    keyNamed('attester').sign,
  );
  return [leaf, attester.der, intermediate.der, root.der];
}

/** The issuer's root, and the certificates below it that a wallet sees. */
async function issuerCertificates() {
  const common = {
    createdAt: NOW,
    contact: { uri: 'https://issuer.example' },
    crlUri: 'https://issuer.example/crl',
    country: 'US',
  };
  const named = (name: keyof typeof KEYS) => ({
    ...common,
    subjectPoint: KEYS[name].point,
    serialNumber: serial(name),
    commonName: `Example ${name}`,
  });
  const rootKey = keyNamed('issuer root');
  const iaca = await makeIacaCertificate(
    { ...common, subjectPoint: rootKey.point, serialNumber: serial('IACA'), commonName: 'Example IACA' },
    rootKey.sign,
  );
  const documentSigner = await makeDocumentSignerCertificate(
    { ...named('document signer'), iaca: parseCertificate(iaca) },
    rootKey.sign,
  );
  const { sign } = KEYS['issuer identity key'];
  const identity = await makeIdentityCertificate(named('issuer identity key'), sign);
  const issuer = parseCertificate(identity);
  const encryption = await makeEncryptionCertificate({ ...named('issuer encryption key'), issuer }, sign);
  return { iaca, documentSigner, identity, encryption };
}

const VALUES = {
  family_name: 'Müller',
  birth_date: new Tagged(1004, '1984-01-26'),
  age_over_21: true,
} as const;

/** Everything that a wallet and an issuer send each other for a credential of three elements. */
export async function exampleExchange() {
  const credentialKey = KEYS['credential key'];
  const identityKey = KEYS['issuer identity key'];
  const device = KEYS['device encryption key'];
  const toIssuer = (info: string, plaintext: Uint8Array) =>
    sealedExample(info, plaintext, KEYS['issuer encryption key'], credentialKey, 'device');
  const toDevice = (info: string, plaintext: Uint8Array) =>
    sealedExample(info, plaintext, device, identityKey, 'issuer');

  const certificates = await issuerCertificates();
  const elements = Object.entries(VALUES).map(([identifier, value]) => ({
    identifier,
    value: encode(value),
    accessControlProfiles: [1],
  }));
  const provisioned = {
    namespaces: [{ name: NAMESPACE, elements }],
    accessControlProfiles: [{ id: 1, userAuthentication: { timeoutMillis: 0 } }],
  };
  const proofPayload = encodeProofOfProvisioning({
    ...provisioned,
    docType: DOC_TYPE,
    testCredential: false,
  });
  const authKey = KEYS['authentication key'];
  const authKeyCertificate = await makeAuthenticationKeyCertificate(
    { point: authKey.point, notBefore: NOW, popSha256: hash('sha256', proofPayload, 'buffer') },
    credentialKey.sign,
  );
  const template = createMsoTemplate({
    docType: DOC_TYPE,
    namespaces: provisioned.namespaces,
    documentSignerCertificates: [certificates.documentSigner],
  });
  const today = Math.floor(NOW / DAY) * DAY;
  const expires = today + 30 * DAY;
  const staticAuthData = await issueMso(
    template,
    {
      devicePoint: authKey.point,
      signed: today,
      validFrom: today,
      validUntil: expires,
      random: seededRandom('byte examples'),
    },
    KEYS['document signer'].sign,
  );
  const values = new Map(elements.map(({ identifier, value }) => [identifier, value]));
  const stored = completeStaticAuthData(decodeStaticAuthData(staticAuthData), (_, name) => values.get(name));
  const item = stored.nameSpaces
    ?.get(NAMESPACE)
    ?.find(({ elementIdentifier }) => elementIdentifier === 'age_over_21');
  const itemBytes = encodeIssuerSignedItem(item!);
  return {
    certificates,
    chain: await attestationChain(),
    code: await toIssuer('PreAuthorizationCode', Buffer.from(CODE)),
    deviceKeySignature: await ownership(hash('sha256', device.point, 'buffer'), credentialKey),
    credential: await toDevice('Credential', encodeProvisionedCredential(provisioned)),
    proof: await toIssuer('ProofOfProvisioning', await signProof(proofPayload, credentialKey.sign)),
    proofPayload,
    authKey: await toIssuer('AuthKey', authKeyCertificate),
    mso: await toDevice('MobileSecurityObject', staticAuthData),
    expires,
    stored,
    itemBytes,
    itemDigest: hash('sha256', itemBytes, 'buffer'),
    issuerKeyId: parseCertificate(certificates.encryption).serialHex,
  };
}
