import type { ErrorReason } from '../../issuer/contract/index.ts';

/**
 * Recommended HTTP status of each reason. The specification does not show the one of invalidState; it follows
 * FAILED_PRECONDITION.
 */
export const STATUS_OF_REASON: Record<ErrorReason, number> = {
  invalidApiVersion: 400,
  invalidPayloadSignature: 401,
  invalidPayloadEncryption: 400,
  invalidIdentifier: 404,
  invalidFieldValue: 400,
  missingRequiredField: 400,
  invalidDecryptedRequest: 400,
  permissionDenied: 403,
  forbidden: 403,
  invalidState: 400,
};

/** The remedy for a refusal, by the wallet or its operator. */
export const REMEDY_OF_REASON: Record<ErrorReason, string> = {
  invalidApiVersion: 'Send the version that `expectedVersion` names.',
  invalidPayloadSignature:
    'Sign with the identity key of the device, over the bytes that the specification names.',
  invalidPayloadEncryption: 'Get the present encryption key of the issuer and encrypt again.',
  invalidIdentifier: 'Use the ids that the issuer returned; an id belongs to one device.',
  invalidFieldValue: 'Correct the field that `errorDescription` names.',
  missingRequiredField: 'Send the field that `errorDescription` names.',
  invalidDecryptedRequest: 'Correct the message inside the encryption.',
  permissionDenied: 'Send the credentials of an admitted caller.',
  forbidden: 'Send the `issuerId` of this issuer.',
  invalidState: 'Wait for the change that comes first; [states](states.md) shows what each state allows.',
};
