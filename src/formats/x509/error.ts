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
export class CertificateError extends Error {
  override readonly name = 'CertificateError';
  readonly code: CertificateErrorCode;

  constructor(code: CertificateErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
