import type { CheckRow } from './checks.ts';
import type { OperationName } from './contract/index.ts';
import { CANCEL_PROOFING_CHECKS } from './operations/cancel-proofing.ts';
import { GET_CREDENTIAL_STATUS_CHECKS } from './operations/get-credential-status.ts';
import { GET_PROOFING_STATUS_CHECKS } from './operations/get-proofing-status.ts';
import { NOTIFY_CREDENTIAL_DELETED_CHECKS } from './operations/notify-credential-deleted.ts';
import { PROOF_USER_CHECKS } from './operations/proof-user.ts';
import { PROVISION_CREDENTIAL_CHECKS } from './operations/provision-credential.ts';
import { PROVISION_MOBILE_SECURITY_OBJECTS_CHECKS } from './operations/provision-mobile-security-objects.ts';
import { REGISTER_DEVICE_CHECKS } from './operations/register-device.ts';
import { AUTHENTICATED, READABLE_BODY, REQUEST_CHECKS } from './request-checks.ts';

/** Checks of the HTTP interface, before the operation receives the body. */
const HTTP_CHECKS: readonly CheckRow[] = [AUTHENTICATED, READABLE_BODY];

/**
 * The checks of each operation, after those of every request. The first check that fails decides the answer.
 */
export const OPERATION_CHECKS: Readonly<Record<OperationName, readonly CheckRow[]>> = {
  healthCheck: [],
  proofUser: PROOF_USER_CHECKS,
  getProofingStatus: GET_PROOFING_STATUS_CHECKS.rows,
  cancelProofing: CANCEL_PROOFING_CHECKS.rows,
  provisionCredential: PROVISION_CREDENTIAL_CHECKS,
  provisionMobileSecurityObjects: PROVISION_MOBILE_SECURITY_OBJECTS_CHECKS,
  getCredentialStatus: GET_CREDENTIAL_STATUS_CHECKS.rows,
  notifyCredentialDeleted: NOTIFY_CREDENTIAL_DELETED_CHECKS.rows,
  getDeviceRegistrationNonce: [],
  registerDevice: REGISTER_DEVICE_CHECKS,
  getIdentityKey: [],
  getHybridEncryptionKey: [],
};

/** The checks of every request, in their order. The two operations for keys have no metadata. */
export const COMMON_CHECKS: readonly CheckRow[] = [...HTTP_CHECKS, ...REQUEST_CHECKS];
