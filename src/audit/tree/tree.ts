import { concatBytes, toHex } from '../../conventions/bytes.ts';
import type { Sha256 } from '../ports/crypto.ts';

/** Bytes of a hash. */
export const HASH_BYTES = 32;

/**
 * The right edge of a Merkle tree (RFC 6962, section 2.1): the roots of its largest complete subtrees, from left to
 * right, one for each bit that is set in `size`. It is enough to append leaves, to compute the root, and to prove that
 * a later leaf is in the tree.
 */
export interface TreeEdge {
  /** Number of leaves. */
  readonly size: number;
  readonly nodes: readonly Uint8Array[];
}

export const EMPTY_TREE: TreeEdge = { size: 0, nodes: [] };

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The hash of the data of a leaf. */
export const leafHash = <Hash>(sha256: (bytes: Uint8Array) => Hash, data: Uint8Array): Hash =>
  sha256(concatBytes([LEAF, data]));

export const nodeHash = <Hash>(
  sha256: (bytes: Uint8Array) => Hash,
  left: Uint8Array,
  right: Uint8Array,
): Hash => sha256(concatBytes([NODE, left, right]));

/** Appends leaves, given by their data. */
export async function appended(
  sha256: Sha256,
  { size, nodes }: TreeEdge,
  leaves: readonly Uint8Array[],
): Promise<TreeEdge> {
  const stack = [...nodes];
  let count = size;
  for (const leaf of leaves) {
    let node = await leafHash(sha256, leaf);
    // Each bit that carries over completes a subtree.
    for (let rest = count; rest % 2 === 1; rest = Math.floor(rest / 2))
      node = await nodeHash(sha256, stack.pop() as Uint8Array, node);
    stack.push(node);
    count += 1;
  }
  return { size: count, nodes: stack };
}

/** The root of the tree, hex. */
export async function rootOf(sha256: Sha256, { nodes }: TreeEdge): Promise<string> {
  let root = nodes.at(-1) ?? (await sha256(new Uint8Array()));
  for (const left of nodes.slice(0, -1).reverse()) root = await nodeHash(sha256, left, root);
  return toHex(root);
}

export const edgeBytes = ({ nodes }: TreeEdge): Uint8Array => concatBytes(nodes);

/** What a seal signs of the tree. */
export interface TreeHead {
  readonly size: number;
  /** SHA-256, hex. */
  readonly root: string;
}

export const treeHead = async (sha256: Sha256, edge: TreeEdge): Promise<TreeHead> => ({
  size: edge.size,
  root: await rootOf(sha256, edge),
});

/** Undefined if the bytes are not the edge of a tree with this size and root. */
export async function edgeFrom(
  sha256: Sha256,
  bytes: Uint8Array,
  { size, root }: TreeHead,
): Promise<TreeEdge | undefined> {
  const nodes = hashesIn(bytes);
  const complete = [...size.toString(2)].filter((bit) => bit === '1').length;
  const isWhole = bytes.length === complete * HASH_BYTES;
  const edge = { size, nodes };
  return isWhole && (await rootOf(sha256, edge)) === root ? edge : undefined;
}

/** The whole hashes in concatenated hashes. */
export function hashesIn(bytes: Uint8Array): readonly Uint8Array[] {
  const count = Math.floor(bytes.length / HASH_BYTES);
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
}
