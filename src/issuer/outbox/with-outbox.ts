import type { Store } from '../../conventions/store.ts';
import type { AuditEntry, CredentialEvent, ProofingEvent } from '../model/index.ts';
import type { NotifiedSubject } from '../ports/outbox.ts';
import type { IssuerWriter } from '../ports/store.ts';

type Told = (change: AuditEntry) => boolean;

const always: Told = () => true;
const never: Told = () => false;

type Table<Event extends string> = Readonly<Record<Event | 'create', Told>>;

const PROOFING: Table<ProofingEvent> = {
  // The answer of ProofUser does not contain the decision, so the platform must be notified of an immediate
  // one.
  create: ({ to }) => to !== 'pending',
  accept: always,
  reject: always,
  challenge: always,
  resume: always,
  revoke: always,
  expire: always,
  // RegisterDevice causes this, and its answer does not mention proofings.
  replaceKey: always,
  // The platform requests this, so it knows it from the answer.
  cancel: never,
};

const CREDENTIAL: Table<CredentialEvent> = {
  supersede: always,
  requireAction: always,
  // A reverification causes this, and the answer of ProofUser does not mention it.
  clearAction: always,
  failAttempt: always,
  revoke: always,
  // The platform requests this, so it knows it from the answer.
  create: never,
  provision: never,
  prove: never,
  refresh: never,
  issue: never,
  delete: never,
};

const TABLES: Readonly<Record<NotifiedSubject, Readonly<Record<string, Told>>>> = {
  proofing: PROOFING,
  credential: CREDENTIAL,
};

/** Whether the wallet platform must be notified of the change, because no answer contains it. */
function isNews(change: AuditEntry): change is AuditEntry & { readonly subject: NotifiedSubject } {
  const { subject, event } = change;
  if (subject !== 'proofing' && subject !== 'credential') return false;
  return TABLES[subject][event]?.(change) ?? false;
}

/** Adds a notification wherever a change of state is recorded in the audit log, in the same transaction. */
const noting = <Writer extends IssuerWriter>(writer: Writer): Writer => ({
  ...writer,
  async record(...entries: readonly AuditEntry[]) {
    await writer.record(...entries);
    for (const entry of entries) if (isNews(entry)) await writer.noteChange(entry);
  },
});

/** A store that adds a notification to the outbox for every relevant change. */
export const withOutbox = <Reader, Writer extends IssuerWriter, S extends Store<Reader, Writer>>(
  store: S & Store<Reader, Writer>,
): S => ({
  ...store,
  write: <T>(use: (writer: Writer) => Promise<T>) => store.write((writer) => use(noting(writer))),
});
