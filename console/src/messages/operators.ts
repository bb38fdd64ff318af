import { CHANGE_WORDS } from '../../../src/admin/contract/explained/changes.ts';
import { approvals } from './approvals.ts';
import { auditLog } from './audit-log.ts';
import { clients } from './clients.ts';
import { credentials } from './credentials.ts';
import { devices } from './devices.ts';
import { documentTypes } from './document-types.ts';
import { explain } from './explain.ts';
import { holder, holders } from './holders.ts';
import { holds } from './holds.ts';
import { keys } from './keys.ts';
import { notifications } from './notifications.ts';
import { operatorsFrame } from './operators-frame.ts';
import { palette } from './palette.ts';
import { parts } from './parts.ts';
import { proofing, proofingWords } from './proofing.ts';
import { catalogue, publishers } from './publishers.ts';
import { recordElements } from './record-elements.ts';
import { reviews } from './reviews.ts';
import { settings } from './settings.ts';
import { statusLists } from './status-lists.ts';
import { today } from './today.ts';
import { users } from './users.ts';

/** Messages of the operators’ console by screen. Each screen adds its own table. */
export const operatorsWords = {
  approvals,
  auditLog,
  catalogue,
  changeWords: CHANGE_WORDS,
  clients,
  credentials,
  devices,
  documentTypes,
  explain,
  holder,
  holders,
  holds,
  keys,
  notifications,
  operatorsFrame,
  palette,
  parts,
  proofing,
  proofingWords,
  publishers,
  recordElements,
  reviews,
  settings,
  signInTitle: 'Sign in to the operators’ console' as string,
  statusLists,
  today,
  users,
} as const;
