import { LogVerifier, type VerifiedSeals } from './log-verifier.ts';
import { isSignedBy, keyDigest, nodeCrypto, sha256 } from './node-crypto.ts';
import type { AuditStore } from './ports/log.ts';
import type { PinnedKey, Seal, SealCustody, SealReader, SeenSeal } from './ports/seals.ts';
import { signingKey } from './signing-key.ts';
import { parseStatement, SealFault } from './statement.ts';

const CUT_OFF =
  'a seal that was made or verified here is not in the audit log: its end was cut off, it was replaced, or an older database was restored';
const NO_PIN =
  'the audit log has seals, and no key of seals is pinned here: restore the folder of keys from its backup';
const OTHER_KEY =
  'the last seal is not by the pinned key: the audit log was replaced by one with another key';
const UNREADABLE = 'the last seals cannot be read; diptych events verify says more';

/** Maximum number of lines that are read for one seal; no seal covers as many. */
const MOST_LINES = 1000;

/** The last seal in the database, and what the check found. */
export interface LastSeal {
  readonly last?: Seal;
  /** What is wrong, if anything. */
  readonly fault?: string;
  /** Keys to pin, if the pinned key announced another one. */
  readonly pin?: readonly PinnedKey[];
}

export const seenSeal = ({ number, statement }: Seal): SeenSeal => ({ number, digest: sha256(statement) });

/** Whether the audit log has this seal. */
export async function hasSeal(reader: SealReader, { number, digest }: SeenSeal): Promise<boolean> {
  const seal = await reader.sealAfter(number - 1);
  return seal?.number === number && sha256(seal.statement) === digest;
}

/** The last seal that was seen here, if the audit log lacks it. */
export async function missingSeal(
  store: AuditStore,
  custody: Pick<SealCustody, 'seen'>,
): Promise<SeenSeal | undefined> {
  const seen = custody.seen();
  return seen && !(await store.read((reader) => hasSeal(reader, seen))) ? seen : undefined;
}

/** Reads the last seals with their lines. */
async function readWindow(reader: SealReader, last: Seal, size: number): Promise<VerifiedSeals | undefined> {
  const from = Math.max(0, last.number - size);
  // If the entries before were purged, this is the first seal that is left.
  const behind = from === 0 ? undefined : await reader.sealAfter(from - 1);
  let number = behind?.number ?? 0;
  let after = behind ? parseStatement(behind.statement)?.lastChangeId : '';
  const verifier = behind ? await LogVerifier.after(nodeCrypto, behind) : new LogVerifier(nodeCrypto);
  while (number < last.number) {
    const seal = await reader.sealAfter(number);
    const upTo = seal && parseStatement(seal.statement)?.lastChangeId;
    if (after === undefined || !seal || upTo === undefined) return undefined;
    const lines = await reader.sealedEntries({ after, upTo, limit: MOST_LINES });
    for (const part of [...lines.map((line) => ({ line })), { seal }]) {
      const problem = await verifier.take(part);
      if (problem) return verifier.result(problem);
    }
    ({ number } = seal);
    after = upTo;
  }
  return verifier.result();
}

/** The pinned keys, and the keys that were announced after them. */
function followed(pinned: readonly PinnedKey[], { keyChanges }: VerifiedSeals): readonly PinnedKey[] {
  const keys = [...pinned];
  for (const { kind, keyId, key, before } of keyChanges)
    if (kind === 'announced' && before === keys.at(-1)?.digest) keys.push({ keyId, digest: key });
  return keys;
}

/**
 * Compares the last `size` seals and their lines with the pinned key and the last seal that was seen here. It
 * reads outside of a snapshot: a snapshot could be older than the seal that was seen, which would look like a
 * log that was cut off.
 */
export async function examineLastSeal(
  reader: SealReader,
  custody: Pick<SealCustody, 'pinned' | 'seen'>,
  size: number,
): Promise<LastSeal> {
  const seen = custody.seen();
  const last = await reader.lastSeal();
  if (seen && !(await hasSeal(reader, seen))) return { ...(last && { last }), fault: CUT_OFF };
  if (!last) return {};
  const pinned = custody.pinned();
  if (!pinned) return { last, fault: NO_PIN };
  const read = await readWindow(reader, last, size);
  const statement = parseStatement(last.statement);
  if (!read || !statement) return { last, fault: UNREADABLE };
  if (read.problem) return { last, fault: `seal ${read.problem.seal ?? ''}: ${read.problem.text}` };
  const keys = followed(pinned, read);
  if (keys.at(-1)?.digest !== keyDigest(statement)) return { last, fault: OTHER_KEY };
  return { last, ...(keys.length > pinned.length && { pin: keys }) };
}

/** The fault of the key that makes the next seal. If there is no key yet, it is created later. */
export async function keyFault(custody: SealCustody): Promise<string | undefined> {
  if (!custody.pinned()) return undefined;
  try {
    await signingKey(custody);
    return undefined;
  } catch (error) {
    if (error instanceof SealFault) return error.message;
    throw error;
  }
}

/** Number of seals that a regular check reads. */
const CHECKED = 5;

/** Returns the fault of the last seals. If there is none, remembers the last seal. */
export async function checkLastSeal(store: AuditStore, custody: SealCustody): Promise<string | undefined> {
  const { last, fault, pin } = await store.read((reader) => examineLastSeal(reader, custody, CHECKED));
  if (fault !== undefined) return fault;
  if (pin) custody.pin(pin);
  if (last) custody.remember(seenSeal(last));
  return keyFault(custody);
}

/**
 * For a database from before keys were pinned: pins the key that made the last seal, if this server has it.
 */
export async function pinAtFirstUse(store: AuditStore, custody: SealCustody): Promise<void> {
  if (custody.pinned()) return;
  const last = await store.read((reader) => reader.lastSeal());
  const statement = last && parseStatement(last.statement);
  if (!statement || !isSignedBy(statement, last.statement, last.signature)) return;
  const held = await custody.key(statement.keyId);
  const digest = keyDigest(statement);
  if (held && sha256(held.point) === digest) custody.pinFirst({ keyId: statement.keyId, digest });
}
