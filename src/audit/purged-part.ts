import type { Seal, SealedEntry } from './ports/seals.ts';

/** The subject id of entries about the purge of the audit log itself. */
export const LOG_KIND = 'auditLog';

/**
 * A purge of the audit log is first announced by an entry. Only after that entry is sealed is anything deleted, so the
 * seals always explain why the beginning is missing.
 */
export interface AnnouncedPurge {
  /** Number of the last seal whose entries are deleted. The seal itself stays. */
  readonly seal: number;
  /** Digest of its statement. */
  readonly head: string;
  /** All deleted entries are older than this. */
  readonly before: string;
  readonly at: number;
}

/** What verification says about a beginning that was purged. */
export interface PurgedPart {
  /** Number of the first seal that is left. */
  readonly seal: number;
  /** All purged entries are older than this. */
  readonly before: string;
  /** When the last purge was announced. */
  readonly time: string;
}

/** The announcement in an entry, if it is one. */
export function announcedIn({
  subject,
  event,
  subjectId,
  details,
  at,
}: SealedEntry): AnnouncedPurge | undefined {
  if (subject !== 'retention' || event !== 'announce' || subjectId !== LOG_KIND) return undefined;
  const { seal, head, before } = (details?.after ?? {}) as Partial<AnnouncedPurge>;
  if (typeof seal !== 'number' || typeof head !== 'string' || typeof before !== 'string') return undefined;
  return { seal, head, before, at };
}

export const UNANNOUNCED =
  'the entries before this seal are missing, and no sealed entry says that retention purged them';

/**
 * Whether a sealed entry explains why the entries up to this seal are missing. A purge may have stopped half way.
 * `head`: digest of the statement of the seal.
 */
export const isAnnounced = (start: Seal, head: string, announced: AnnouncedPurge): boolean =>
  start.number < announced.seal || (start.number === announced.seal && head === announced.head);

export function purgedPart(start: Seal, { before, at }: AnnouncedPurge): PurgedPart {
  return { seal: start.number, before, time: new Date(at).toISOString() };
}
