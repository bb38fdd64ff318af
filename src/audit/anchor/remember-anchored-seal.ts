import { keyDigest, sha256 } from '../node-crypto.ts';
import type { AuditStore } from '../ports/log.ts';
import type { SealCustody } from '../ports/seals.ts';
import { parseStatement } from '../statement.ts';
import type { FolderAnchor } from './anchor-file.ts';

type Custody = Pick<SealCustody, 'pinned' | 'seen' | 'remember'>;

/**
 * Whether the anchor is of a later seal than the last one that was seen here. Seals of a reset begin again with smaller
 * numbers, so their times are compared.
 */
async function isLater(store: Pick<AuditStore, 'read'>, custody: Custody, anchor: FolderAnchor) {
  const seen = custody.seen();
  if (!seen) return true;
  const seal = await store.read((reader) => reader.sealAfter(seen.number - 1));
  // If the seal that was seen is missing, the check of the seals says so.
  if (seal?.number !== seen.number || sha256(seal.statement) !== seen.digest) return false;
  const { sealTime = '' } = parseStatement(seal.statement) ?? {};
  return anchor.statement.sealTime > sealTime;
}

/**
 * Counts the newest anchor of a folder as a seal that was seen here. So a machine that never sealed notices an audit log
 * whose end was cut off, or an older database. Anchors by keys that are not pinned are left out.
 */
export async function rememberAnchoredSeal(
  store: Pick<AuditStore, 'read'>,
  custody: Custody,
  newest: FolderAnchor | undefined,
): Promise<void> {
  if (!newest) return;
  const key = keyDigest(newest.statement);
  if (!custody.pinned()?.some(({ digest }) => digest === key)) return;
  if (await isLater(store, custody, newest)) custody.remember({ number: newest.seal, digest: newest.head });
}
