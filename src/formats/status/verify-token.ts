import { CborError, type CborValue, type DecodeOptions, decode } from '../cbor/index.ts';
import {
  CoseError,
  type CoseSign1,
  decodeCoseSign1,
  ES256,
  ES384,
  ES512,
  verifyCoseSign1,
} from '../cose/index.ts';
import { MsoStatusError, type MsoStatusErrorCode } from '../errors.ts';
import {
  type Certificate,
  CertificateError,
  certificatePublicKey,
  checkCertificateProfile,
  isIssuedBy,
  parseCertificate,
  parsedRoots,
} from '../x509/index.ts';
import { decodeIdentifierList, type IdentifierList } from './identifier-list.ts';
import { decodeStatusList, type StatusList } from './status-list.ts';
import { CLAIM, HEADER, REVOCATION_LISTS, type RevocationListKind } from './token.ts';

export interface VerifyTokenOptions {
  /** The URI in the MSO. */
  readonly uri: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** DER: the root that issued the document signer, or the `certificate` in the status of the MSO. */
  readonly trustedRoots: readonly Uint8Array[];
}

/** Times of a verified token in milliseconds since 1970. */
interface VerifiedToken {
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** Seconds. */
  readonly timeToLive: number | undefined;
}

export interface VerifiedStatusList extends VerifiedToken {
  readonly list: StatusList;
}

export interface VerifiedIdentifierList extends VerifiedToken {
  readonly list: IdentifierList;
}

/** Verifies a status list for MSOs, which has one bit for each entry. Throws MsoStatusError. */
export function verifyStatusListToken(token: Uint8Array, options: VerifyTokenOptions): VerifiedStatusList {
  const { claim, ...times } = verifyToken(token, 'statusList', options);
  const list = decodeStatusList(claim);
  if (list.bits !== 1)
    throw new MsoStatusError('wrongBits', 'a status list for MSOs has one bit for each entry');
  return { ...times, list };
}

/** Throws MsoStatusError. */
export function verifyIdentifierListToken(
  token: Uint8Array,
  options: VerifyTokenOptions,
): VerifiedIdentifierList {
  const { claim, ...times } = verifyToken(token, 'identifierList', options);
  return { ...times, list: decodeIdentifierList(claim) };
}

interface Subject extends VerifyTokenOptions {
  readonly type: string;
  readonly sign1: CoseSign1;
  readonly claims: ReadonlyMap<CborValue, CborValue>;
  /** The first certificate of x5chain. */
  readonly signer: Certificate;
  /** The trusted root that issued it. */
  readonly root: Certificate | undefined;
}

type Rule = readonly [MsoStatusErrorCode, message: string, holds: (subject: Subject) => boolean];

const ALGORITHMS: readonly CborValue[] = [ES256, ES384, ES512];

const isTime = (value: CborValue): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isValidAt = ({ notBefore, notAfter }: Certificate, now: number) => now >= notBefore && now <= notAfter;

/** Rules of Token Status List 8.3 and ISO/IEC 18013-5, second edition, 12.3.6.4; the first that fails is named. */
const RULES: readonly Rule[] = [
  [
    'wrongType',
    'the type is that of another token',
    ({ sign1, type }) => sign1.protectedHeader.get(HEADER.type) === type,
  ],
  [
    'unsupportedAlgorithm',
    'the algorithm is not ES256, ES384 or ES512',
    ({ sign1 }) => ALGORITHMS.includes(sign1.protectedHeader.get(HEADER.algorithm)),
  ],
  ['untrustedSigner', 'no trusted root issued the signer certificate', ({ root }) => root !== undefined],
  [
    'signerProfile',
    'the signer certificate violates its profile',
    ({ signer, root }) => checkCertificateProfile(signer, 'statusSigner', root).length === 0,
  ],
  [
    'signerExpired',
    'the signer certificate or its root is not valid now',
    ({ signer, root, now }) => isValidAt(signer, now) && root !== undefined && isValidAt(root, now),
  ],
  [
    'invalidSignature',
    'the signer did not sign the token',
    ({ sign1, signer }) => verifyCoseSign1(sign1, certificatePublicKey(signer)),
  ],
  ['wrongSubject', 'sub is not the URI of the MSO', ({ claims, uri }) => claims.get(CLAIM.subject) === uri],
  ['missingIssueTime', 'iat is missing or not a time', ({ claims }) => isTime(claims.get(CLAIM.issuedAt))],
  ['missingExpiry', 'exp is missing or not a time', ({ claims }) => isTime(claims.get(CLAIM.expiry))],
  ['issuedInFuture', 'iat is in the future', ({ claims, now }) => timeOf(claims, CLAIM.issuedAt) <= now],
  ['expired', 'the token has expired', ({ claims, now }) => now < timeOf(claims, CLAIM.expiry)],
  [
    'invalidTimeToLive',
    'ttl is not a positive integer',
    ({ claims }) => {
      const ttl = claims.get(CLAIM.timeToLive);
      return ttl === undefined || (isTime(ttl) && ttl > 0);
    },
  ],
];

const timeOf = (claims: Subject['claims'], claim: number): number => (claims.get(claim) as number) * 1000;

/** The trusted root that issued the signer. One that was renewed has several certificates: the one that the signer fits. */
function rootOf(signer: Certificate, { trustedRoots, now }: VerifyTokenOptions): Certificate | undefined {
  const roots = parsedRoots(trustedRoots).filter((root) => isIssuedBy(signer, root));
  const fits = (root: Certificate) =>
    isValidAt(root, now) && checkCertificateProfile(signer, 'statusSigner', root).length === 0;
  return roots.find(fits) ?? roots[0];
}

function verifyToken(
  token: Uint8Array,
  kind: RevocationListKind,
  options: VerifyTokenOptions,
): VerifiedToken & { readonly claim: CborValue } {
  const { type, claim } = REVOCATION_LISTS[kind];
  const { sign1, claims } = decodeToken(token);
  const signer = signerOf(sign1);
  const root = rootOf(signer, options);
  const subject: Subject = { ...options, type, sign1, claims, signer, root };
  for (const [code, message, holds] of RULES) if (!holds(subject)) throw new MsoStatusError(code, message);
  if (!claims.has(claim)) throw new MsoStatusError('missingList', 'the token has no list');
  return {
    claim: claims.get(claim),
    issuedAt: timeOf(claims, CLAIM.issuedAt),
    expiresAt: timeOf(claims, CLAIM.expiry),
    timeToLive: claims.get(CLAIM.timeToLive) as number | undefined,
  };
}

/** Lists of other issuers: 4 MiB are 2^24 incompressible entries, or 200 000 identifiers of 16 bytes. */
const FOREIGN: DecodeOptions = { shortestOnly: false, maxBytes: 2 ** 22, maxItems: 500_000 };

function decodeToken(token: Uint8Array): Pick<Subject, 'sign1' | 'claims'> {
  try {
    const sign1 = decodeCoseSign1(token, { tag: 'require', decode: FOREIGN });
    if (sign1.payload === null) throw new MsoStatusError('malformed', 'the payload is detached');
    const claims = decode(sign1.payload, FOREIGN);
    if (!(claims instanceof Map)) throw new MsoStatusError('malformed', 'the claims are not a map');
    return { sign1, claims };
  } catch (cause) {
    if (!(cause instanceof CoseError || cause instanceof CborError)) throw cause;
    throw new MsoStatusError('malformed', `not a revocation list: ${cause.message}`, { cause });
  }
}

function signerOf({ protectedHeader }: CoseSign1): Certificate {
  const chain = protectedHeader.get(HEADER.x5chain);
  const first: CborValue = Array.isArray(chain) ? chain[0] : chain;
  if (!(first instanceof Uint8Array)) {
    throw new MsoStatusError('missingCertificate', 'the protected header has no x5chain');
  }
  try {
    return parseCertificate(first);
  } catch (cause) {
    if (!(cause instanceof CertificateError)) throw cause;
    throw new MsoStatusError('missingCertificate', 'the signer certificate is malformed', { cause });
  }
}
