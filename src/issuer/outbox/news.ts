import type { CredentialEvent, ProofingEvent, StateChange } from '../model/index.ts';
import type { NotifiedSubject } from '../ports/outbox.ts';

type Told = (change: StateChange) => boolean;

const always: Told = () => true;
const never: Told = () => false;

type Table<Event extends string> = Readonly<Record<Event | 'create', Told>>;

const PROOFING: Table<ProofingEvent> = {
  // ProofUser's answer says only that the proofing is processed: one that is decided at once is news.
  create: ({ to }) => to !== 'pending',
  accept: always,
  reject: always,
  challenge: always,
  resume: always,
  revoke: always,
  expire: always,
  // By RegisterDevice, whose answer says nothing of proofings.
  replaceKey: always,
  // By a request of the platform, whose answer says so.
  cancel: never,
};

const CREDENTIAL: Table<CredentialEvent> = {
  supersede: always,
  requireAction: always,
  // Decided by a reverification, of which the answer to ProofUser says nothing.
  clearAction: always,
  failAttempt: always,
  revoke: always,
  // By a request of the platform, whose answer says so.
  create: never,
  provision: never,
  prove: never,
  refresh: never,
  delete: never,
};

const TABLES: Readonly<Record<NotifiedSubject, Readonly<Record<string, Told>>>> = {
  proofing: PROOFING,
  credential: CREDENTIAL,
};

/** Whether the wallet platform would see something new in the status, and does not know it from an answer. */
export function isNews(change: StateChange): change is StateChange & { readonly subject: NotifiedSubject } {
  const { subject, event } = change;
  if (subject !== 'proofing' && subject !== 'credential') return false;
  return TABLES[subject][event]?.(change) ?? false;
}
