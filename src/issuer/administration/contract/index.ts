import type { Static } from 'typebox';
import { CODE_METHODS } from './codes.ts';
import { CREDENTIAL_METHODS } from './credentials.ts';
import { DEVICE_METHODS } from './devices.ts';
import { EVENT_METHODS } from './events.ts';
import { HOLDER_METHODS } from './holders.ts';
import { NOTIFICATION_METHODS } from './notifications.ts';
import { PROOFING_METHODS } from './proofings.ts';
import { RECORD_METHODS } from './records.ts';
import { REQUEST_METHODS } from './requests.ts';
import { SEAL_METHODS } from './seals.ts';
import { SPECIMEN_METHODS } from './specimens.ts';

export { CODE_SORTS, type CodeView } from './codes.ts';
export { CREDENTIAL_SORTS, type CredentialView } from './credentials.ts';
export type { DeviceView } from './devices.ts';
export { EVENT_SORTS, type EventView } from './events.ts';
export { HOLDER_SORTS, HolderImport, type HolderView } from './holders.ts';
export type { NotificationView } from './notifications.ts';
export { PROOFING_SORTS, type ProofingView } from './proofings.ts';
export {
  EXPLAINED_KINDS,
  type ExplainedKind,
  type HandledRequestView,
  type SubjectView,
} from './requests.ts';
export { KEY_CHANGE_REASONS, RESET_REASONS } from './seals.ts';

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
