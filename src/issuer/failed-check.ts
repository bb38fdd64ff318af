import { AttestationError } from '../formats/android/attestation/index.ts';
import type { ErrorReason } from './contract/index.ts';
import type { IssuerError } from './errors.ts';

/** Which check of a request refuses with which reason. */
const CHECKS: Readonly<Record<ErrorReason, string>> = {
  permissionDenied: 'caller',
  invalidApiVersion: 'version',
  forbidden: 'issuer',
  missingRequiredField: 'fields',
  invalidFieldValue: 'fields',
  invalidIdentifier: 'identifiers',
  invalidState: 'state',
  invalidPayloadSignature: 'signature',
  invalidPayloadEncryption: 'encryption',
  invalidDecryptedRequest: 'decryptedMessage',
};

/** The name of the check that refused, and what it found where that has a name: `attestation.challengeMismatch`. */
export function failedCheck({ reason, detail: { cause } }: IssuerError): string {
  const check = cause instanceof AttestationError ? 'attestation' : CHECKS[reason];
  // Codes of our own; those of libraries are written in capitals.
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && /^[a-z]\w*$/.test(code) ? `${check}.${code}` : check;
}
