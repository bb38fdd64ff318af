import { hash, verify } from 'node:crypto';
import { DerError, type DerReader, readDer, TAG } from '../der/index.ts';
import { TimeStampError, type TimeStampErrorCode } from '../errors.ts';
import {
  type Certificate,
  CertificateError,
  certificatePublicKey,
  chainOf,
  isValidAt,
  parsedRoots,
  subjectKeyIdentifier,
} from '../x509/index.ts';
import { SIGNATURE_ALGORITHMS } from '../x509/oid.ts';
import { readAlgorithm } from './algorithm.ts';
import { isPathAllowed, isTimeStampSigner } from './chain.ts';
import { HASHES, type HashName, TSP_OID } from './oid.ts';
import { readSignedData, type SignedData } from './signed-data.ts';
import { readTstInfo, type TstInfo } from './tst-info.ts';

/** Tokens with a long chain have less than 10 KiB. */
const MAX_TOKEN_BYTES = 64 * 1024;

export interface VerifyTimeStampOptions {
  /** SHA-256 of the dated data. */
  readonly imprint: Uint8Array;
  /** DER: certificates of authorities that the verifier trusts. */
  readonly roots: readonly Uint8Array[];
  /** The nonce of the request, if the token is the answer to it. */
  readonly nonce?: Uint8Array;
  /** OBJECT IDENTIFIER of the required policy. */
  readonly policy?: string;
}

export interface VerifiedTimeStamp {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly policy: string;
}

interface Subject extends VerifyTimeStampOptions {
  readonly signed: SignedData;
  readonly info: TstInfo;
  readonly signer: Certificate | undefined;
  readonly chain: readonly Certificate[] | undefined;
}

type Rule = readonly [TimeStampErrorCode, message: string, holds: (subject: Subject) => boolean];

const isEqual = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0;

const digestOf = (name: HashName, data: Uint8Array): Uint8Array => hash(name, data, 'buffer');

/** The hash that the signer signs; undefined if the algorithms are not supported or do not fit. */
function signedHash({ signer }: SignedData): HashName | undefined {
  const digest = HASHES.get(signer.digestAlgorithm);
  if (signer.signatureAlgorithm === TSP_OID.rsaEncryption) return digest;
  const algorithm = SIGNATURE_ALGORITHMS.get(signer.signatureAlgorithm);
  return algorithm?.hash === digest ? digest : undefined;
}

function isSigned({ signed, signer }: Subject): boolean {
  const name = signedHash(signed);
  const { signatureAlgorithm, signedBytes, signature } = signed.signer;
  if (!signer || !name) return false;
  const key = certificatePublicKey(signer);
  const keyType = SIGNATURE_ALGORITHMS.get(signatureAlgorithm)?.keyType ?? 'rsa';
  return key.asymmetricKeyType === keyType && verify(name, signedBytes, key, signature);
}

/** The one value of a signed attribute, if the attribute is there. */
function attribute<T>({ signer }: SignedData, oid: string, read: (value: DerReader) => T): T | undefined {
  const values = signer.attributes.get(oid);
  if (!values) return undefined;
  return readDer(values, (reader) => {
    const set = reader.set();
    const value = read(set);
    set.end();
    return value;
  });
}

const digestHolds = ({ signed }: Subject): boolean => {
  const name = HASHES.get(signed.signer.digestAlgorithm);
  const found = attribute(signed, TSP_OID.messageDigest, (value) => value.octetString());
  return name !== undefined && found !== undefined && isEqual(found, digestOf(name, signed.content));
};

/** RFC 3161, section 2.4.2, and RFC 5652, section 5.6; the first that fails is named. */
const RULES: readonly Rule[] = [
  [
    'wrongContent',
    'the token holds no time stamp',
    ({ signed }) =>
      attribute(signed, TSP_OID.contentType, (value) => value.objectIdentifier()) === TSP_OID.tstInfo,
  ],
  [
    'wrongImprint',
    'the token is for other data',
    ({ info, imprint }) => info.hashAlgorithm === TSP_OID.sha256 && isEqual(info.imprint, imprint),
  ],
  [
    'wrongNonce',
    'the token does not answer this request',
    ({ info, nonce }) =>
      nonce === undefined || info.nonce === BigInt(`0x${Buffer.from(nonce).toString('hex')}`),
  ],
  [
    'wrongPolicy',
    'the authority applied another policy',
    ({ info, policy }) => policy === undefined || info.policy === policy,
  ],
  [
    'missingCertificate',
    'the certificate of the signer, which ESSCertIDv2 names, is not in the token',
    ({ signer }) => signer !== undefined,
  ],
  [
    'signerProfile',
    'the certificate of the signer is not for time stamps only',
    ({ signer }) => signer !== undefined && isTimeStampSigner(signer),
  ],
  [
    'untrustedSigner',
    'the certificate of the signer does not lead to the expected root',
    ({ chain }) => chain !== undefined && isPathAllowed(chain),
  ],
  [
    'signerExpired',
    'a certificate was not valid at the time of the token',
    ({ chain, info }) => chain !== undefined && isValidAt(chain, info.time),
  ],
  [
    'unsupportedAlgorithm',
    'the algorithms are not RSA or ECDSA with SHA-2',
    ({ signed }) => signedHash(signed) !== undefined,
  ],
  ['wrongDigest', 'the token has the digest of another content', digestHolds],
  ['invalidSignature', 'the signer did not sign the token', isSigned],
];

/** The certificate that ESSCertIDv2 names (RFC 5816), if the token has it and names it as the signer too. */
function signerOf(signed: SignedData): Certificate | undefined {
  const named = attribute(signed, TSP_OID.signingCertificateV2, (value) => {
    const certificates = value.sequence();
    const first = certificates.sequence().sequence();
    const algorithm = first.nextIs(TAG.sequence) ? readAlgorithm(first) : TSP_OID.sha256;
    const digest = first.octetString();
    return { name: HASHES.get(algorithm), digest };
  });
  const { name, digest } = named ?? {};
  if (name === undefined || digest === undefined) return undefined;
  return signed.certificates.find(
    (one) => isEqual(digestOf(name, one.der), digest) && signed.signer.isBy(one, subjectKeyIdentifier(one)),
  );
}

function examined(token: Uint8Array, options: VerifyTimeStampOptions): VerifiedTimeStamp {
  const signed = readDer(token, readSignedData);
  if (signed.contentType !== TSP_OID.tstInfo)
    throw new TimeStampError('wrongContent', 'the token holds no time stamp');
  const info = readDer(signed.content, readTstInfo);
  const signer = signerOf(signed);
  const chain = signer && chainOf(signer, signed.certificates, parsedRoots(options.roots));
  const subject = { ...options, signed, info, signer, chain };
  for (const [code, message, holds] of RULES) if (!holds(subject)) throw new TimeStampError(code, message);
  return { time: info.time, policy: info.policy };
}

/**
 * Verifies a time-stamp token (RFC 3161) without any service. Certificates must have been valid at the time of the
 * token, not now. Revocation is not looked up. Throws TimeStampError.
 */
export function verifyTimeStamp(token: Uint8Array, options: VerifyTimeStampOptions): VerifiedTimeStamp {
  if (token.length > MAX_TOKEN_BYTES) throw new TimeStampError('tooLong', 'the token is too long');
  try {
    return examined(token, options);
  } catch (cause) {
    if (!(cause instanceof DerError || cause instanceof CertificateError)) throw cause;
    throw new TimeStampError('malformed', `malformed token: ${cause.message}`, { cause });
  }
}
