import { checkpointText, ecdsaSignatureLine, ecdsaVerifierKey } from '../../formats/tlog/index.ts';
import { sha256Bytes } from '../node-crypto.ts';
import { AnchorFault } from '../ports/anchors.ts';
import type { AuditStore } from '../ports/log.ts';
import type { Seal, SealCustody } from '../ports/seals.ts';
import { parseStatement } from '../statement.ts';
import { consistencyPath } from '../tree/inclusion.ts';
import type { TreeHead } from '../tree/tree.ts';
import { digestsIn, edgeOf } from '../tree-edge.ts';

/** Seals between two checkpoints at most, so that the leaves between them fit into memory. */
const MOST_SEALS = 1000;

const treeOf = (seal: Seal | undefined): TreeHead | undefined => seal && parseStatement(seal.statement)?.tree;

/** A first seal whose tree has this size or more, found by halving: trees never shrink. */
async function sealOfSize(store: AuditStore, size: number): Promise<Seal | undefined> {
  return store.read(async (reader) => {
    const last = await reader.lastSeal();
    let found = last;
    let [low, high] = [1, last?.number ?? 0];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const seal = await reader.sealAfter(middle - 1);
      if ((treeOf(seal)?.size ?? 0) < size) low = middle + 1;
      else [high, found] = [middle, seal];
    }
    return treeOf(found)?.size === size ? found : undefined;
  });
}

/** A step from the last checkpoint that a witness knows to a seal. */
export interface Step {
  readonly seal: Seal;
  readonly tree: TreeHead;
  /** Hashes that prove that nothing before was changed. */
  readonly proof: readonly Uint8Array[];
}

/** The seals after one, up to another. */
async function sealsBetween(store: AuditStore, from: number, to: number): Promise<readonly Seal[]> {
  const seals: Seal[] = [];
  while ((seals.at(-1)?.number ?? from) < to) {
    const seal = await store.read((reader) => reader.sealAfter(seals.at(-1)?.number ?? from));
    if (!seal) break;
    seals.push(seal);
  }
  return seals;
}

/**
 * The step from a tree of `size` leaves to a seal, or to an earlier one if that is far. @throws AnchorFault `logRolledBack`
 * if this log never had a checkpoint of this size: the witness saw more of it than is here, or another one
 */
export async function stepFrom(store: AuditStore, size: number, seal: Seal): Promise<Step> {
  const tree = treeOf(seal);
  if (!tree) throw new AnchorFault('sealWithoutTree');
  if (size === 0) return { seal, tree, proof: [] };
  const own = await sealOfSize(store, size);
  if (!own || size > tree.size) throw new AnchorFault('logRolledBack');
  const to = Math.min(seal.number, own.number + MOST_SEALS);
  const between = await sealsBetween(store, own.number, to);
  const target = between.at(-1) ?? seal;
  const edge = await edgeOf(store, sha256Bytes, own);
  return {
    seal: target,
    tree: treeOf(target) ?? tree,
    proof: consistencyPath({ edge, leaves: between.flatMap(digestsIn) }),
  };
}

async function currentKey(custody: SealCustody) {
  const { keyId } = custody.pinned()?.at(-1) ?? {};
  return keyId === undefined ? undefined : custody.key(keyId);
}

/** The checkpoint of a tree with the signature of the seal key. @throws AnchorFault */
export async function signedCheckpoint(
  custody: SealCustody,
  origin: string,
  { size, root }: TreeHead,
): Promise<string> {
  const key = await currentKey(custody);
  if (!key) throw new AnchorFault('noSealKey');
  const text = checkpointText({ origin, size, root: Buffer.from(root, 'hex') });
  const signature = await custody.sign(key.keyId, Buffer.from(text, 'utf8'));
  return `${text}\n${ecdsaSignatureLine(origin, key.point, signature)}`;
}

/** The verifier key by which witnesses know this log; undefined before the first seal. */
export async function logKey(custody: SealCustody, origin: string): Promise<string | undefined> {
  const key = await currentKey(custody);
  return key && ecdsaVerifierKey(origin, key.point);
}
