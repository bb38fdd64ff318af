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

/** Why a key attestation was refused. The message names certificates by their place, leaf 0, and never by content. */
export class AttestationError extends Error {
  override readonly name = 'AttestationError';
  readonly code: AttestationErrorCode;

  constructor(code: AttestationErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
