import type { ReasonOf } from '../conventions/reasons/index.ts';
import { StatusError } from '../conventions/status.ts';
import type { OperatorActor } from './entry.ts';
import { examineLastSeal, hasSeal, keyFault, type LastSeal, seenSeal } from './last-seal.ts';
import { sha256, sha256Bytes } from './node-crypto.ts';
import type { AuditWriter } from './ports/log.ts';
import type { PinnedKey, Seal, SealKey, SeenSeal } from './ports/seals.ts';
import type { SealDeps } from './seal-log.ts';
import { signedSeal, signingKey } from './signing-key.ts';
import {
  type Announcement,
  announcementText,
  FORMAT,
  parseStatement,
  SealFault,
  type SealStatement,
} from './statement.ts';
import { edgeBytes, type TreeEdge, treeHead } from './tree/tree.ts';
import { edgeOf } from './tree-edge.ts';

/** Why a seal key is changed, and who changes it. */
interface KeyChangeCause {
  readonly reason: string;
  readonly actor: OperatorActor;
}

const refused = (reason: ReasonOf<'FAILED_PRECONDITION'>, text: string) => new StatusError(reason, text);

const examined = ({ store, custody }: SealDeps) =>
  store.read((reader) => examineLastSeal(reader, custody, 1));

const peopleOf = ({ reason, actor: { operatorId, approverId } }: KeyChangeCause) => ({
  reason,
  operatorId,
  ...(approverId !== undefined && { approverId }),
});

const pinOf = ({ keyId, point }: SealKey): PinnedKey => ({ keyId, digest: sha256(point) });

interface Making {
  readonly last: Seal | undefined;
  readonly fresh: SealKey;
  readonly now: number;
  /** Of the tree over all lines that are sealed. */
  readonly edge: TreeEdge;
}

/** The first statement under a key; it seals no lines. */
async function firstStatement({ last, fresh: key, now, edge }: Making): Promise<SealStatement> {
  return {
    seal: (last?.number ?? 0) + 1,
    format: FORMAT,
    ...(last && { previous: sha256(last.statement) }),
    lines: 0,
    lastChangeId: (last && parseStatement(last.statement)?.lastChangeId) ?? '',
    linesDigest: sha256(''),
    tree: await treeHead(sha256Bytes, edge),
    sealTime: new Date(now).toISOString(),
    keyId: key.keyId,
    key: Buffer.from(key.point).toString('hex'),
  };
}

/**
 * Makes a key and its first seal, which follows the seal that was read. If the change is refused, the key is
 * destroyed.
 */
async function withNewKey(
  deps: SealDeps,
  { last }: LastSeal,
  event: 'rotateSealKey' | 'resetSeals',
  { reason, actor }: KeyChangeCause,
  statementFor: (making: Making) => Promise<SealStatement>,
): Promise<SealKey> {
  const { store, clock, custody } = deps;
  const fresh = await custody.create();
  const now = clock();
  const edge = await edgeOf(store, sha256Bytes, last);
  const make = async (writer: AuditWriter) => {
    if ((await writer.lastSeal())?.statement !== last?.statement)
      throw new StatusError('SEALED_MEANWHILE', 'a seal was made meanwhile; try again');
    const statement = await statementFor({ last, fresh, now, edge });
    const seal = await signedSeal(custody, statement, {
      lineDigests: new Uint8Array(),
      edge: edgeBytes(edge),
    });
    await writer.insertSeal(seal);
    await writer.record({ subject: 'key', subjectId: fresh.keyId, event, actor, reason, at: now });
    return seal;
  };
  try {
    const seal = await store.write(make);
    custody.remember(seenSeal(seal));
    return fresh;
  } catch (error) {
    // As long as it is unknown whether the seal was stored, its key must not be destroyed.
    if (error instanceof StatusError || error instanceof SealFault) await custody.destroy(fresh.keyId);
    throw error;
  }
}

/** The key that signs now, and the last seal. @throws StatusError if they do not allow a rotation */
async function requireWhole(deps: SealDeps) {
  const head = await examined(deps);
  const fault = head.fault ?? (await keyFault(deps.custody));
  if (fault !== undefined) throw refused('SEALS_BROKEN', `${fault}; see diptych seals reset`);
  if (!head.last) throw refused('NO_SEALS', 'nothing was sealed yet; the first seal makes the key');
  if (head.pin) deps.custody.pin(head.pin);
  return { head, last: head.last, old: await signingKey(deps.custody) };
}

/** Checks without changing anything. @throws StatusError */
export async function checkSealKeyRotation(deps: SealDeps): Promise<void> {
  await requireWhole(deps);
}

/**
 * Seals with a new key from now on. The old key announces the new one and is destroyed. @throws StatusError
 */
export async function rotateSealKey(deps: SealDeps, cause: KeyChangeCause): Promise<void> {
  const { custody } = deps;
  const { head, last, old } = await requireWhole(deps);
  const fresh = await withNewKey(deps, head, 'rotateSealKey', cause, async (making) => {
    const statement = await firstStatement(making);
    const announcement: Announcement = {
      keyId: making.fresh.keyId,
      key: statement.key,
      previous: sha256(last.statement),
      time: statement.sealTime,
      ...peopleOf(cause),
    };
    const text = announcementText(announcement);
    const signature = await custody.sign(old.keyId, Buffer.from(text, 'utf8'));
    const keyChange = { announcement: text, signature: Buffer.from(signature).toString('hex') };
    return { ...statement, keyChange };
  });
  custody.pin([...(custody.pinned() ?? []), pinOf(fresh)]);
  await custody.destroy(old.keyId);
}

/** The fault that the reset would resolve. @throws StatusError if there is none */
async function requireBroken(deps: SealDeps): Promise<LastSeal> {
  const head = await examined(deps);
  if (head.fault !== undefined || (await keyFault(deps.custody)) !== undefined) return head;
  throw refused('SEALS_WHOLE', 'the seals verify and their key is held; use diptych seals rotate');
}

/** Checks without changing anything. @throws StatusError */
export async function checkSealReset(deps: SealDeps): Promise<void> {
  await requireBroken(deps);
}

const lostSeal = ({ number, digest }: SeenSeal) => ({ seen: { seal: number, head: digest } });

/**
 * Seals with a new key from now on, by order of an operator, whatever the audit log contains. Every later
 * verification shows this. @throws StatusError if nothing is broken
 */
export async function resetSeals(deps: SealDeps, cause: KeyChangeCause): Promise<void> {
  const { custody } = deps;
  const head = await requireBroken(deps);
  const seen = custody.seen();
  const isMissing = seen && !(await deps.store.read((reader) => hasSeal(reader, seen)));
  const fresh = await withNewKey(deps, head, 'resetSeals', cause, async (making) => {
    const reset = { ...peopleOf(cause), ...(isMissing && lostSeal(seen)) };
    return { ...(await firstStatement(making)), reset };
  });
  custody.pin([pinOf(fresh)]);
}
