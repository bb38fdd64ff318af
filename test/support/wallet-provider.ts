import 'reflect-metadata';
import { KeyObject, randomUUID, webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { jwt, type Key, newKey } from './openid4vci.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const PERIOD = [new Date('2020-01-01'), new Date('2049-12-31')] as const;

interface Made {
  readonly certificate: X509Certificate;
  readonly keys: webcrypto.CryptoKeyPair;
}

/** Certificates are made with an independent library. */
async function make(
  name: string,
  isAuthority: boolean,
  issuer?: Made,
  [notBefore, notAfter]: readonly [Date, Date] = PERIOD,
  constraints: Extension = new BasicConstraintsExtension(isAuthority, undefined, true),
): Promise<Made> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const usage = isAuthority ? KeyUsageFlags.keyCertSign : KeyUsageFlags.digitalSignature;
  const certificate = await X509CertificateGenerator.create({
    subject: `CN=${name}`,
    issuer: issuer?.certificate.subject ?? `CN=${name}`,
    publicKey: keys.publicKey,
    signingKey: (issuer?.keys ?? keys).privateKey,
    signingAlgorithm: ALGORITHM,
    ...{ notBefore, notAfter },
    extensions: [constraints, new KeyUsagesExtension(usage, true)],
  });
  return { certificate, keys };
}

const x5cOf = (...made: readonly Made[]) =>
  made.map(({ certificate }) => Buffer.from(certificate.rawData).toString('base64'));

const keyOf = ({ keys }: Made): Key => ({
  privateKey: KeyObject.from(keys.privateKey),
  jwk: KeyObject.from(keys.publicKey).export({ format: 'jwk' }) as Key['jwk'],
});

/** What an attestation is signed with, and the header that says so. */
export interface Signer {
  readonly key: Key;
  readonly x5c: readonly string[];
}

/** A provider of wallets: an authority, one below it, and signers of which some must not be trusted. */
export async function walletProvider(name = 'Wallet Provider') {
  const root = await make(name, true);
  const below = await make(`${name} CA`, true, root);
  const signer = await make(`${name} Signer`, false, below);
  const past = await make(`${name} Past`, false, below, [PERIOD[0], new Date('2021-01-01')]);
  const asn1Null = new Extension('2.5.29.19', true, Uint8Array.of(5, 0));
  const unreadable = await make(`${name} Unreadable`, false, below, PERIOD, asn1Null);
  const deeper = await make(`${name} Deeper CA`, true, below);
  const deepSigner = await make(`${name} Deep`, false, deeper);
  const alone = await make(`${name} Alone`, false);
  const belowSigner = await make(`${name} Below`, false, signer);
  const signerOf = (made: Made, ...others: readonly Made[]): Signer => ({
    key: keyOf(made),
    x5c: x5cOf(made, ...others),
  });
  return {
    pem: root.certificate.toString('pem'),
    signer: signerOf(signer, below),
    /** Below one more authority. */
    deepSigner: signerOf(deepSigner, deeper, below),
    signers: {
      'whose certificate has ended': signerOf(past, below),
      'that certified itself': signerOf(alone),
      'below a signer': signerOf(belowSigner, signer, below),
      'that is the authority': signerOf(below),
      'whose chain has the root': signerOf(signer, below, root),
      'whose chain has another order': signerOf(deepSigner, below, deeper),
      'whose basic constraints cannot be read': signerOf(unreadable, below),
      'whose chain lacks an authority': signerOf(signer),
      'with the certificate of another': { key: newKey(), x5c: x5cOf(signer, below) },
    } satisfies Readonly<Record<string, Signer>>,
  };
}
export type WalletProvider = Awaited<ReturnType<typeof walletProvider>>;

interface Changes {
  readonly header?: object;
  readonly claims?: object;
  readonly by?: Signer;
}

const attestation = (typ: string, signer: Signer, claims: object, { header, ...changes }: Changes = {}) => {
  const { key, x5c } = changes.by ?? signer;
  return jwt(key, { typ, jwk: undefined, x5c, ...header }, { ...claims, ...changes.claims });
};

/** The headers by which a wallet authenticates itself. */
export function walletHeaders(
  { signer }: WalletProvider,
  { issuer, seconds }: { readonly issuer: string; readonly seconds: () => number },
  {
    clientId = 'wallet-1',
    key = newKey(),
    of = {},
    proof = {},
    by = key,
  }: {
    readonly clientId?: string;
    readonly key?: Key;
    readonly of?: Changes;
    readonly proof?: { readonly header?: object; readonly claims?: object };
    /** Signs the proof. */
    readonly by?: Key;
  } = {},
): Record<string, string> {
  const claims = { sub: clientId, exp: seconds() + 3600, cnf: { jwk: key.jwk } };
  const own = { aud: issuer, jti: randomUUID(), iat: seconds(), ...proof.claims };
  return {
    'oauth-client-attestation': attestation('oauth-client-attestation+jwt', signer, claims, of),
    'oauth-client-attestation-pop': jwt(
      by,
      { typ: 'oauth-client-attestation-pop+jwt', jwk: undefined, ...proof.header },
      own,
    ),
  };
}

/** A key attestation of some keys. */
export const keyAttestation = (
  { signer }: WalletProvider,
  seconds: number,
  keys: readonly Key[],
  changes: Changes = {},
): string =>
  attestation(
    'key-attestation+jwt',
    signer,
    {
      iat: seconds,
      exp: seconds + 3600,
      attested_keys: keys.map(({ jwk }) => jwk),
      key_storage: ['iso_18045_high'],
      user_authentication: ['iso_18045_high'],
    },
    changes,
  );
