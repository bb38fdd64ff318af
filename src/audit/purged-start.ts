import { digestsIn, storedEdge } from './edge-of.ts';
import type { Seal, SealedEntry } from './ports/seals.ts';
import { isSignedBy, type SealStatement, sha256 } from './statement.ts';
import { HASH_BYTES } from './tree/tree.ts';

/** The subject id of entries about the purge of the audit log itself. */
export const LOG_KIND = 'auditLog';

/**
 * A purge of the audit log is first announced by an entry. Only after that entry is sealed is anything deleted, so the
 * seals always explain why the beginning is missing.
 */
export interface Announced {
  /** Number of the last seal whose entries are deleted. The seal itself stays. */
  readonly seal: number;
  /** Digest of its statement. */
  readonly head: string;
  /** All deleted entries are older than this. */
  readonly before: string;
  readonly at: number;
}

/** What verification says about a beginning that was purged. */
export interface Purged {
  /** Number of the first seal that is left. */
  readonly seal: number;
  /** All purged entries are older than this. */
  readonly before: string;
  /** When the last purge was announced. */
  readonly time: string;
}

/** The announcement in an entry, if it is one. */
export function announcedIn({ subject, event, subjectId, details, at }: SealedEntry): Announced | undefined {
  if (subject !== 'retention' || event !== 'announce' || subjectId !== LOG_KIND) return undefined;
  const { seal, head, before } = (details?.after ?? {}) as Partial<Announced>;
  if (typeof seal !== 'number' || typeof head !== 'string' || typeof before !== 'string') return undefined;
  return { seal, head, before, at };
}

const isEdgeKnown = (seal: Seal, { tree }: SealStatement) => !tree || storedEdge(seal) !== undefined;

/** What is wrong with the first seal, if its entries are not there. Nothing before it can be checked. */
export function startProblem(seal: Seal, statement: SealStatement): string | undefined {
  if (statement.seal !== seal.number) return 'the seal has another number than was signed';
  if (!isSignedBy(statement, seal.statement, seal.signature))
    return 'the seal is not signed by the key that it names';
  const isOfLines = sha256(seal.lineDigests) === statement.linesDigest;
  if (!isOfLines || digestsIn(seal).length !== statement.lines || seal.lineDigests.length % HASH_BYTES !== 0)
    return 'the seal has other digests of lines than were signed';
  if (!isEdgeKnown(seal, statement)) return 'the seal has another tree than was signed';
  return undefined;
}

export const UNANNOUNCED =
  'the entries before this seal are missing, and no sealed entry says that retention purged them';

/** Whether a sealed entry explains why the entries up to this seal are missing. A purge may have stopped half way. */
export function isAnnounced(start: Seal, announced: Announced | undefined): boolean {
  if (!announced || start.number > announced.seal) return false;
  return start.number < announced.seal || sha256(start.statement) === announced.head;
}

export function purgedPart(start: Seal, { before, at }: Announced): Purged {
  return { seal: start.number, before, time: new Date(at).toISOString() };
}
