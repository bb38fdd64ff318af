import { APPROVAL_WORDS } from './approvals/words.ts';
import { EVENT_WORDS, SEAL_WORDS } from './audit-log/words.ts';
import { CATALOGUE_WORDS } from './catalogue/words.ts';
import { CLIENT_WORDS } from './clients/words.ts';
import { CODE_WORDS } from './codes/words.ts';
import { CREDENTIAL_WORDS } from './credentials/words.ts';
import { DEVICE_WORDS } from './devices/words.ts';
import { FIGURE_WORDS } from './figures/words.ts';
import { HOLDER_WORDS } from './holders/words.ts';
import { HOLD_WORDS } from './holds/words.ts';
import { KEY_WORDS } from './keys/words.ts';
import { NOTIFICATION_WORDS } from './notifications/words.ts';
import { PROOFING_WORDS } from './proofings/words.ts';
import { PUBLISHER_WORDS } from './publishers/words.ts';
import { EXPLAIN_WORDS, REFUSAL_WORDS } from './requests/words.ts';
import { STATUS_LIST_WORDS } from './status-lists/words.ts';
import { OAUTH_KEY_WORDS, TOKEN_WORDS } from './tokens/words.ts';
import { USER_WORDS } from './users/words.ts';
import type { ResourceWords } from './words.ts';

/** The words of every resource. Commands import only their own, because they start sooner then. */
export const ALL_WORDS: readonly ResourceWords[] = [
  APPROVAL_WORDS,
  EVENT_WORDS,
  SEAL_WORDS,
  CATALOGUE_WORDS,
  CLIENT_WORDS,
  CODE_WORDS,
  CREDENTIAL_WORDS,
  DEVICE_WORDS,
  FIGURE_WORDS,
  HOLDER_WORDS,
  HOLD_WORDS,
  KEY_WORDS,
  NOTIFICATION_WORDS,
  PROOFING_WORDS,
  PUBLISHER_WORDS,
  REFUSAL_WORDS,
  EXPLAIN_WORDS,
  STATUS_LIST_WORDS,
  TOKEN_WORDS,
  OAUTH_KEY_WORDS,
  USER_WORDS,
];
