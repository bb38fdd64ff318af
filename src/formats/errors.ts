import { CodedError } from '../conventions/errors.ts';

export type CborErrorCode =
  | 'truncated'
  | 'trailingBytes'
  | 'nonShortest'
  | 'indefinite'
  | 'duplicateKey'
  | 'invalidUtf8'
  | 'tooDeep'
  | 'tooManyItems'
  | 'tooLong'
  | 'unsupported'
  | 'unexpectedType'
  | 'unencodable';

/** An error of the CBOR codec. `offset` is a position in the input when decoding, in the output when encoding. */
export class CborError extends CodedError<CborErrorCode> {
  readonly offset: number;

  constructor(code: CborErrorCode, offset: number, message: string) {
    super(code, `${message} at byte ${offset}`);
    this.offset = offset;
  }
}

export type DerErrorCode =
  | 'truncated'
  | 'trailingBytes'
  | 'indefiniteLength'
  | 'nonMinimalLength'
  | 'nonMinimalTag'
  | 'tagTooLarge'
  | 'tooDeep'
  | 'unexpectedTag'
  | 'invalidBoolean'
  | 'invalidInteger'
  | 'invalidBitString'
  | 'invalidNull'
  | 'invalidOid'
  | 'invalidString'
  | 'invalidTime'
  | 'duplicateTag'
  | 'tooManyItems'
  | 'unencodable';

/** A refusal of the DER layer; `offset` counts bytes in the outermost buffer, 0 when writing. */
export class DerError extends CodedError<DerErrorCode> {
  readonly offset: number;

  constructor(code: DerErrorCode, offset: number, message: string) {
    super(code, offset > 0 ? `${message} (byte ${offset})` : message);
    this.offset = offset;
  }
}

export type EcErrorCode = 'malformedPoint' | 'notOnCurve' | 'malformedSpki' | 'unsupportedKey';

export class EcError extends CodedError<EcErrorCode> {}

export type CoseErrorCode =
  | 'malformed'
  | 'criticalHeader'
  | 'unsupportedAlgorithm'
  | 'unsupportedKey'
  | 'malformedKey'
  | 'malformedSignature';

export class CoseError extends CodedError<CoseErrorCode> {}

/** `malformed`: an invalid key or point; `openFailed`: the ciphertext is not for this key and context. */
export type HpkeErrorCode = 'malformed' | 'openFailed';

export class HpkeError extends CodedError<HpkeErrorCode> {}

export type CertificateErrorCode =
  | 'malformed'
  | 'tooLong'
  | 'unsupportedVersion'
  | 'invalidSerialNumber'
  | 'algorithmMismatch'
  | 'duplicateExtension'
  | 'unsupportedKey'
  | 'invalidSpec'
  | 'invalidPem';

/** A refusal of the certificate layer; the message names parts of the certificate, never their values. */
export class CertificateError extends CodedError<CertificateErrorCode> {}

export type MdocErrorCode =
  | 'malformed'
  | 'unsupported'
  | 'invalidDocType'
  | 'invalidNamespace'
  | 'invalidElement'
  | 'tooManyElements'
  | 'invalidCertificate'
  | 'invalidDeviceKey'
  | 'invalidValidity'
  | 'invalidSignature';

/** A refusal of the mdoc layer; messages name structures, members and elements, never their values. */
export class MdocError extends CodedError<MdocErrorCode> {}

export type MsoStatusErrorCode =
  | 'malformed'
  | 'wrongType'
  | 'unsupportedAlgorithm'
  | 'missingCertificate'
  | 'untrustedSigner'
  | 'signerProfile'
  | 'signerExpired'
  | 'invalidSignature'
  | 'wrongSubject'
  | 'missingIssueTime'
  | 'missingExpiry'
  | 'issuedInFuture'
  | 'expired'
  | 'invalidTimeToLive'
  | 'missingList'
  | 'wrongBits'
  | 'invalidList'
  | 'tooLong'
  | 'indexOutOfRange';

/** A refusal of a status list, an identifier list, or the status of an MSO. */
export class MsoStatusError extends CodedError<MsoStatusErrorCode> {}

export type TimeStampErrorCode =
  | 'malformed'
  | 'tooLong'
  | 'refused'
  | 'wrongContent'
  | 'wrongImprint'
  | 'wrongNonce'
  | 'wrongPolicy'
  | 'missingCertificate'
  | 'signerProfile'
  | 'untrustedSigner'
  | 'signerExpired'
  | 'unsupportedAlgorithm'
  | 'wrongDigest'
  | 'invalidSignature';

/** A refusal of a time stamp, or of the answer of its authority. */
export class TimeStampError extends CodedError<TimeStampErrorCode> {}

export type ProofErrorCode =
  | 'malformed'
  | 'unencodable'
  | 'invalidSignature'
  | 'wrongKind'
  | 'wrongDocType'
  | 'wrongChallenge'
  | 'testCredential';

/** A refusal of a device's proof about its credential; messages name members, never their values. */
export class ProofError extends CodedError<ProofErrorCode> {}

export type AuthenticationKeyErrorCode =
  | 'malformed'
  | 'unsupportedVersion'
  | 'unsupportedAlgorithm'
  | 'invalidKey'
  | 'invalidSignature'
  | 'criticalExtension'
  | 'invalidProofOfBinding';

/** A refusal of the certificate of an authentication key. */
export class AuthenticationKeyError extends CodedError<AuthenticationKeyErrorCode> {}

export type AttestationErrorCode =
  | 'malformed'
  | 'chainTooShort'
  | 'chainTooLong'
  | 'untrustedRoot'
  | 'nameMismatch'
  | 'badSignature'
  | 'notCa'
  | 'expired'
  | 'notYetValid'
  | 'revoked'
  | 'missingAttestation'
  | 'attestationVersionTooOld'
  | 'extendedChain'
  | 'softwareLevel'
  | 'levelMismatch'
  | 'strongBoxRequired'
  | 'challengeMismatch'
  | 'wrongKey'
  | 'wrongPurpose'
  | 'importedKey'
  | 'contradictoryAuthorizations'
  | 'missingRootOfTrust'
  | 'unlocked'
  | 'notVerifiedBoot'
  | 'missingSystemVersion'
  | 'patchLevelTooOld'
  | 'applicationNotAllowed'
  | 'identityCredentialKeyRequired';

/**
 * Why a key attestation was refused. The message identifies certificates by position (the leaf is 0), never by content.
 */
export class AttestationError extends CodedError<AttestationErrorCode> {}

/** `unusual`: a kind of JPEG that phones and browsers do not show. */
export type ImageErrorCode = 'notAnImage' | 'damaged' | 'unusual';

/** Why an image cannot be shown. */
export class ImageError extends CodedError<ImageErrorCode> {}
