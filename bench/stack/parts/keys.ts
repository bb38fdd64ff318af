import { createPrivateKey, type KeyObject, randomBytes, webcrypto } from 'node:crypto';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY = 86_400_000;
const MDL_DOCUMENT_SIGNER = '1.0.18013.5.1.2';
const ISSUER_ALTERNATIVE_NAME = '2.5.29.18';
const CRL_DISTRIBUTION_POINTS = '2.5.29.31';

interface SigningKey {
  readonly certificate: X509Certificate;
  readonly privateKey: KeyObject;
}

/** The keys and certificates of the issuer, made at its start. */
export interface IssuerKeys {
  readonly root: X509Certificate;
  readonly documentSigner: SigningKey & { readonly jwk: webcrypto.JsonWebKey };
  readonly identity: SigningKey;
  readonly encryption: {
    readonly certificate: X509Certificate;
    readonly keys: webcrypto.CryptoKeyPair;
    readonly point: Uint8Array;
    /** The serial number of the certificate in upper-case hex. */
    readonly keyId: string;
  };
}

const { subtle } = webcrypto;
const newSerial = () => `4${randomBytes(16).toString('hex').slice(1)}`;
const newPair = () => subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

const nodeKey = async (key: webcrypto.CryptoKey): Promise<KeyObject> =>
  createPrivateKey({
    key: Buffer.from(await subtle.exportKey('pkcs8', key)),
    format: 'der',
    type: 'pkcs8',
  });

/** A DER value with a length below 128. */
const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag, content.length), content]);
};

const uri = (text: string) => der(0x86, Buffer.from(text));
const issuerName = () =>
  new Extension(ISSUER_ALTERNATIVE_NAME, false, der(0x30, uri('https://issuer.example')));
const revocationList = () => {
  const point = der(0x30, der(0xa0, der(0xa0, uri('https://issuer.example/crl'))));
  return new Extension(CRL_DISTRIBUTION_POINTS, false, der(0x30, point));
};

async function rootOf(name: string, keys: webcrypto.CryptoKeyPair): Promise<X509Certificate> {
  return X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerial(),
    name,
    notBefore: new Date(Date.now() - DAY),
    notAfter: new Date(Date.now() + 3650 * DAY),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      issuerName(),
      revocationList(),
    ],
  });
}

const ROOT_NAME = 'C=US, ST=US-UT, O=Parts, CN=Parts IACA';

/** Makes new keys and the certificates of ISO 18013-5 annex B. */
export async function makeKeys(): Promise<IssuerKeys> {
  const [rootPair, signerPair, identityPair] = [await newPair(), await newPair(), await newPair()];
  const root = await rootOf(ROOT_NAME, rootPair);
  const issue = async (subject: string, publicKey: webcrypto.CryptoKey, extensions: readonly Extension[]) =>
    X509CertificateGenerator.create({
      serialNumber: newSerial(),
      subject,
      issuer: ROOT_NAME,
      notBefore: new Date(Date.now() - DAY),
      notAfter: new Date(Date.now() + 400 * DAY),
      signingAlgorithm: ALGORITHM,
      publicKey,
      signingKey: rootPair.privateKey,
      extensions: [
        ...extensions,
        await AuthorityKeyIdentifierExtension.create(rootPair.publicKey),
        await SubjectKeyIdentifierExtension.create(publicKey),
        issuerName(),
        revocationList(),
      ],
    });
  const digitalSignature = new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true);
  const documentSigner = {
    certificate: await issue('C=US, ST=US-UT, O=Parts, CN=Parts signer', signerPair.publicKey, [
      digitalSignature,
      new ExtendedKeyUsageExtension([MDL_DOCUMENT_SIGNER], true),
    ]),
    privateKey: await nodeKey(signerPair.privateKey),
    jwk: await subtle.exportKey('jwk', signerPair.privateKey),
  };
  const identity = {
    certificate: await issue('C=US, CN=Parts identity', identityPair.publicKey, [digitalSignature]),
    privateKey: await nodeKey(identityPair.privateKey),
  };
  const encryptionPair = await subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
    'deriveBits',
  ]);
  const certificate = await issue('C=US, CN=Parts encryption', encryptionPair.publicKey, [
    new KeyUsagesExtension(KeyUsageFlags.keyAgreement, true),
  ]);
  const encryption = {
    certificate,
    keys: encryptionPair,
    point: new Uint8Array(await subtle.exportKey('raw', encryptionPair.publicKey)),
    keyId: certificate.serialNumber.toUpperCase(),
  };
  return { root, documentSigner, identity, encryption };
}
