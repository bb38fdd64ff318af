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
