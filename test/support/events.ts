import type { EventView } from '../../src/admin/contract/audit-log/methods.ts';
import { EVENTS, type Subject } from '../../src/audit/entry.ts';

/** An entry of the audit log as callers see it: Grace revoked a credential, unless `more` says otherwise. */
export const entry = (more: Partial<EventView>): EventView => ({
  id: '1',
  time: '2026-11-28T14:05:33Z',
  subject: 'credential',
  subjectId: 'credential-1',
  event: 'revoke',
  actor: 'operator',
  operatorId: 'user-1',
  operatorName: 'grace@example.com',
  ...more,
});

/** Every event of each subject. */
export const ALL_EVENTS = (Object.entries(EVENTS) as [Subject, readonly EventView['event'][]][]).flatMap(
  ([subject, events]) => events.map((event) => [subject, event] as const),
);

/** Names that a reader may see. */
export const KNOWN_NAMES = {
  holder: (id: string) => (id === 'h-1' ? 'Elena Brandt' : undefined),
  client: (id: string) => (id === 'client-1' ? 'Northwind ad desk' : undefined),
};
