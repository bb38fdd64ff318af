import type { Static } from 'typebox';
import { EVENT_METHODS } from './audit-log/contract.ts';
import { SEAL_METHODS } from './audit-log/seals-contract.ts';
import { CODE_METHODS } from './codes/contract.ts';
import { CREDENTIAL_METHODS } from './credentials/contract.ts';
import { DEVICE_METHODS } from './devices/contract.ts';
import { HOLDER_METHODS } from './holders/contract.ts';
import { RECORD_METHODS } from './holders/records-contract.ts';
import { NOTIFICATION_METHODS } from './notifications/contract.ts';
import { PROOFING_METHODS } from './proofings/contract.ts';
import { REQUEST_METHODS } from './requests/contract.ts';
import { SPECIMEN_METHODS } from './specimens/contract.ts';

export { EVENT_SORTS, type EventView } from './audit-log/contract.ts';
export { KEY_CHANGE_REASONS, RESET_REASONS } from './audit-log/seals-contract.ts';
export { CODE_SORTS, type CodeView } from './codes/contract.ts';
export { CREDENTIAL_SORTS, type CredentialView } from './credentials/contract.ts';
export type { DeviceView } from './devices/contract.ts';
export { HOLDER_SORTS, HolderImport, type HolderView } from './holders/contract.ts';
export type { NotificationView } from './notifications/contract.ts';
export { PROOFING_SORTS, type ProofingView } from './proofings/contract.ts';
export {
  EXPLAINED_KINDS,
  type ExplainedKind,
  type HandledRequestView,
  type SubjectView,
} from './requests/contract.ts';

/** The issuer's part of the admin interface: `{admin_url}/admin/v1/…`. */
export const ADMIN_METHODS = {
  ...HOLDER_METHODS,
  ...RECORD_METHODS,
  ...CODE_METHODS,
  ...PROOFING_METHODS,
  ...CREDENTIAL_METHODS,
  ...DEVICE_METHODS,
  ...NOTIFICATION_METHODS,
  ...EVENT_METHODS,
  ...SEAL_METHODS,
  ...REQUEST_METHODS,
  ...SPECIMEN_METHODS,
} as const;

export type AdminMethodName = keyof typeof ADMIN_METHODS;
export type AdminRequest<Name extends AdminMethodName> = Static<(typeof ADMIN_METHODS)[Name]['request']>;
export type AdminResponse<Name extends AdminMethodName> = Static<(typeof ADMIN_METHODS)[Name]['response']>;
