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
import { SPECIMEN_METHODS } from './specimens.ts';

export type { CodeView } from './codes.ts';
export { type CredentialView, REVOCATION_REASONS } from './credentials.ts';
export type { DeviceView } from './devices.ts';
export type { EventView } from './events.ts';
export { HolderImport, type HolderView } from './holders.ts';
export type { NotificationView } from './notifications.ts';
export type { ProofingView } from './proofings.ts';
export type { HandledRequestView } from './requests.ts';

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
  ...REQUEST_METHODS,
  ...SPECIMEN_METHODS,
} as const;

export type AdminMethodName = keyof typeof ADMIN_METHODS;
export type AdminRequest<Name extends AdminMethodName> = Static<(typeof ADMIN_METHODS)[Name]['request']>;
export type AdminResponse<Name extends AdminMethodName> = Static<(typeof ADMIN_METHODS)[Name]['response']>;
