import type { EventOf, Subject } from './entry.ts';

/**
 * Events by the state that they lead to, where other events lead to it too: a proofing may be rejected when it is sent. A filter
 * by such an event finds the others as well.
 */
export const OUTCOMES: { readonly [Of in Subject]?: Readonly<Record<string, EventOf<Of>>> } = {
  proofing: { accepted: 'accept', rejected: 'reject', canceled: 'cancel', revoked: 'revoke' },
  key: { retired: 'retire' },
};
