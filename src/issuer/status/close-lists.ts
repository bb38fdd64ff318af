import type { Actor } from '../../audit/entry.ts';
import type { IssuerWriter } from '../ports/store.ts';

/**
 * Why lists are closed. `otherDatabase`: a standby was promoted, or a backup was restored. `missingSeal`: the audit log lacks a
 * seal that was seen here. `command`: an operator knows that an older database was restored.
 */
type CloseReason = 'otherDatabase' | 'missingSeal' | 'command';

interface Closing {
  readonly reason: CloseReason;
  /** What was noticed: lists are closed once for it. */
  readonly id: string;
  readonly actor: Actor;
  readonly at: number;
}

export interface ClosedLists {
  readonly reason: CloseReason;
  readonly lists: number;
}

/**
 * Gives no more entries of the present lists: MSOs that this database does not know may have the next ones, and an entry that is
 * given twice revokes both. The entry in the audit log is in this database, so the next older one is noticed as well.
 * Returns undefined if it was done before.
 */
export async function closeLists(
  writer: Pick<IssuerWriter, 'lastChange' | 'closeStatusLists' | 'record'>,
  { reason, id, actor, at }: Closing,
): Promise<ClosedLists | undefined> {
  if (await writer.lastChange('statusLists', id, Number.MAX_SAFE_INTEGER)) return undefined;
  const lists = await writer.closeStatusLists(at);
  const about = { subject: 'statusLists', subjectId: id, actor, at } as const;
  const details = { after: { lists } };
  if (lists > 0) await writer.record({ ...about, event: 'close', to: 'closed', reason, details });
  // Otherwise the lists that are opened now would be closed when the next process looks.
  else if (reason === 'otherDatabase') await writer.record({ ...about, event: 'begin', to: 'begun' });
  return { reason, lists };
}
