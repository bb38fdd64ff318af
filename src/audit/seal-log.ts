import { ConflictError } from '../conventions/errors.ts';
import { examineLastSeal, seenSeal } from './last-seal.ts';
import { lineDigest } from './line.ts';
import { sha256, sha256Bytes } from './node-crypto.ts';
import type { AuditStore, AuditWriter } from './ports/log.ts';
import type { Seal, SealCustody, SealedEntry, Stretch } from './ports/seals.ts';
import { signedSeal, signingKey } from './signing-key.ts';
import { FORMAT, SealFault, type SealStatement, statementOf } from './statement.ts';
import { appended, edgeBytes, treeHead } from './tree/tree.ts';
import { edgeOf } from './tree-edge.ts';

/**
 * Lines are sealed at this age, in milliseconds. It is longer than a write can take plus the difference
 * between the clocks of processes, so that no line can appear before one that is already sealed.
 */
export const SEALED_AFTER = 300_000;

/** Maximum number of lines in a seal, because other writes wait while it is made. */
const MOST_LINES = 500;

const SALT_BYTES = 16;

export interface SealDeps {
  readonly store: AuditStore;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Fills the buffer with strong random bytes and returns it. */
  readonly random: (target: Uint8Array) => Uint8Array;
  readonly custody: SealCustody;
}

/** The id of a holder can be erased later, so the seal has a salted digest of it. */
async function salted(
  writer: AuditWriter,
  line: SealedEntry,
  random: SealDeps['random'],
): Promise<SealedEntry> {
  const { subject, subjectSalt, subjectDigest } = line;
  if (subject !== 'holder' || subjectSalt || subjectDigest) return line;
  const salt = random(new Uint8Array(SALT_BYTES));
  await writer.saltSubject(line.changeId, salt);
  return { ...line, subjectSalt: salt };
}

/** The lines after the last seal that are old enough. */
const stretchBehind = (last: Seal | undefined, now: number, limit: number): Stretch => ({
  after: last ? statementOf(last).lastChangeId : '',
  before: now - SEALED_AFTER,
  limit,
});

/** Seals the next lines. @returns the seal; undefined if no line is old enough. @throws SealFault */
async function sealNext({ store, clock, random, custody }: SealDeps): Promise<Seal | undefined> {
  const now = clock();
  const head = await store.read(async (reader) => {
    const last = await reader.lastSeal();
    const isDue = (await reader.sealedEntries(stretchBehind(last, now, 1))).length > 0;
    return isDue ? examineLastSeal(reader, custody, 1) : undefined;
  });
  // Creates a key only if there is something to sign: a key without a seal could not be recognized.
  if (!head) return undefined;
  // A seal confirms everything before it, so nothing is sealed unless the log before it verifies.
  if (head.fault !== undefined) throw new SealFault(head.fault);
  if (head.pin) custody.pin(head.pin);
  const key = await signingKey(custody);
  const before = await edgeOf(store, sha256Bytes, head.last);
  const seal = await store.write(async (writer) => {
    const last = await writer.lastSeal();
    // Another process made the seal first; the next round continues after it.
    if (last?.statement !== head.last?.statement) return undefined;
    const stretch = stretchBehind(last, now, MOST_LINES);
    const lines: SealedEntry[] = [];
    for (const line of await writer.sealedEntries(stretch)) lines.push(await salted(writer, line, random));
    const end = lines.at(-1);
    if (end === undefined) return undefined;
    const digests = await Promise.all(lines.map((line) => lineDigest(line, sha256Bytes)));
    const lineDigests = Buffer.concat(digests);
    const edge = await appended(sha256Bytes, before, digests);
    const statement: SealStatement = {
      seal: (last?.number ?? 0) + 1,
      format: FORMAT,
      ...(last && { previous: sha256(last.statement) }),
      lines: lines.length,
      lastChangeId: end.changeId,
      linesDigest: sha256(lineDigests),
      tree: await treeHead(sha256Bytes, edge),
      sealTime: new Date(now).toISOString(),
      keyId: key.keyId,
      key: Buffer.from(key.point).toString('hex'),
    };
    const made = await signedSeal(custody, statement, { lineDigests, edge: edgeBytes(edge) });
    await writer.insertSeal(made);
    return made;
  });
  if (seal) custody.remember(seenSeal(seal));
  return seal;
}

/**
 * Seals everything that is old enough. Every process may call it at any time; each seal is made by one of
 * them.
 */
export async function sealLog(deps: SealDeps): Promise<readonly Seal[]> {
  const seals: Seal[] = [];
  for (;;) {
    try {
      const seal = await sealNext(deps);
      if (seal === undefined) return seals;
      seals.push(seal);
    } catch (error) {
      if (error instanceof ConflictError) return seals;
      throw error;
    }
  }
}
