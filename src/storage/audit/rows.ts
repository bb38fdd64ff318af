import type { Insertable, Selectable } from 'kysely';
import { OPERATOR } from '../../accounts/ids.ts';
import type { Actor, AuditEntry, LoggedEntry } from '../../audit/entry.ts';
import type { SealedEntry } from '../../audit/ports/seals.ts';
import { member, parseColumn } from '../columns.ts';
import type { AuditTables } from '../schema/audit.ts';
import { fromDetails, toDetails } from './details.ts';

type Row = Selectable<AuditTables['state_change']>;
/** A row without what only seals need; its details may not have been read. */
type EntryRow = Omit<
  Row,
  | 'details'
  | 'unindexed'
  | `details_${'deflated' | 'length' | 'digest'}`
  | `subject_${'salt' | 'digest'}`
  | `note_${'salt' | 'digest' | 'sealed'}`
  | `message_${'salt' | 'digest' | 'sealed'}`
> &
  Partial<Pick<Row, 'details' | 'details_deflated'>>;
type NewRow = Insertable<AuditTables['state_change']>;

const ALONE = ['deadline', 'start', 'file', 'protocol', 'holderPage'] as const;

/** Kinds of authors that have no id. */
const isAlone = (kind: string): kind is (typeof ALONE)[number] => (ALONE as readonly string[]).includes(kind);

function toActor(row: EntryRow): Actor {
  const { actor: kind } = row;
  if (isAlone(kind)) return { kind };
  const requestId = row.request_id ?? '';
  if (kind === 'wallet') return { kind, requestId };
  const id = row.operator_id ?? OPERATOR;
  if (kind === 'client') return { kind, requestId, callerId: id };
  if (kind === 'user') return { kind, callerId: id };
  return { kind: 'operator', requestId, operatorId: id, ...member('approverId', row.approver_id) };
}

function whoOf(actor: Actor): string | null {
  if ('callerId' in actor) return actor.callerId;
  return actor.kind === 'operator' ? actor.operatorId : null;
}

/** Reads rows that `fromEntry` wrote. */
export function toEntry(row: EntryRow): LoggedEntry {
  return {
    changeId: row.change_id,
    subject: row.subject,
    subjectId: row.subject_id,
    event: row.event,
    actor: toActor(row),
    at: Number(row.at),
    ...member('from', row.from_state),
    ...member('to', row.to_state),
    ...member('reason', row.reason),
    ...member('note', row.note),
    ...member('message', parseColumn<object>(row.message)),
    ...member('concerns', parseColumn<readonly string[]>(row.concerns)),
    ...member('publisherId', row.publisher_id),
    ...member('method', row.method),
    ...member('details', toDetails(row)),
  } as LoggedEntry;
}

export function toSealedEntry(row: Row): SealedEntry {
  return {
    ...toEntry(row),
    ...member('subjectSalt', row.subject_salt),
    ...member('subjectDigest', row.subject_digest),
    ...member('noteSalt', row.note_salt),
    ...member('noteDigest', row.note_digest),
    ...member('messageSalt', row.message_salt),
    ...member('messageDigest', row.message_digest),
    ...(row.details === null && row.details_deflated === null && member('detailsDigest', row.details_digest)),
  };
}

/** Without its texts. Leaves out empty columns that few entries use, so that most statements are short. */
export function fromEntry(changeId: string, entry: AuditEntry): NewRow {
  const { actor, publisherId, method, details } = entry;
  return {
    change_id: changeId,
    subject: entry.subject,
    subject_id: entry.subjectId,
    event: entry.event,
    from_state: entry.from ?? null,
    to_state: entry.to ?? null,
    actor: actor.kind,
    request_id: 'requestId' in actor ? actor.requestId : null,
    operator_id: whoOf(actor),
    approver_id: actor.kind === 'operator' ? (actor.approverId ?? null) : null,
    reason: entry.reason ?? null,
    concerns: entry.concerns ? JSON.stringify(entry.concerns) : null,
    at: entry.at,
    ...(publisherId !== undefined && { publisher_id: publisherId }),
    ...(method !== undefined && { method }),
    ...(details && fromDetails(details)),
  };
}
