import { sha256Bytes } from '../node-crypto.ts';
import { leafHash, nodeHash, type TreeEdge } from './tree.ts';

/** The largest power of two below `size`, where RFC 6962 splits a tree. */
const splitOf = (size: number): number => 2 ** (Math.ceil(Math.log2(size)) - 1);

/** A tree whose first leaves are known only by the edge of the tree that they formed. */
interface Parts {
  readonly edge: TreeEdge;
  /** The data of the leaves that follow. */
  readonly leaves: readonly Uint8Array[];
}

/** The node of the edge that covers the leaves `from` to `to` (excluded), if one does. */
function edgeNode({ size, nodes }: TreeEdge, from: number, to: number): Uint8Array | undefined {
  let start = 0;
  let index = 0;
  while (start < size) {
    const width = 2 ** Math.floor(Math.log2(size - start));
    if (start === from && start + width === to) return nodes[index];
    start += width;
    index += 1;
  }
  return undefined;
}

function subtree(parts: Parts, from: number, to: number): Uint8Array {
  const { edge, leaves } = parts;
  const known = edgeNode(edge, from, to);
  if (known) return known;
  if (to - from === 1) return leafHash(sha256Bytes, leaves[from - edge.size] as Uint8Array);
  const middle = from + splitOf(to - from);
  return nodeHash(sha256Bytes, subtree(parts, from, middle), subtree(parts, middle, to));
}

/**
 * The inclusion proof of a leaf (RFC 6962, section 2.1.1): the hashes that lead from the leaf to the root, lowest
 * first. The leaf is one of `leaves`; `index` counts from the start of the tree.
 */
export function inclusionPath(parts: Parts, index: number): readonly Uint8Array[] {
  const path: Uint8Array[] = [];
  let [from, to] = [0, parts.edge.size + parts.leaves.length];
  while (to - from > 1) {
    const middle = from + splitOf(to - from);
    const isLeft = index < middle;
    path.push(isLeft ? subtree(parts, middle, to) : subtree(parts, from, middle));
    [from, to] = isLeft ? [from, middle] : [middle, to];
  }
  return path.reverse();
}

/** SUBPROOF of RFC 6962, section 2.1.2, for the leaves `from` to `to`. */
function subproof(parts: Parts, from: number, to: number, isWhole: boolean): readonly Uint8Array[] {
  const { size } = parts.edge;
  if (size === to) return isWhole ? [] : [subtree(parts, from, to)];
  const middle = from + splitOf(to - from);
  return size <= middle
    ? [...subproof(parts, from, middle, isWhole), subtree(parts, middle, to)]
    : [...subproof(parts, middle, to, false), subtree(parts, from, middle)];
}

/**
 * The proof that the tree of the edge is the beginning of the whole tree (RFC 6962, section 2.1.2). Empty if they are the
 * same, or if the first one has no leaves.
 */
export function consistencyPath(parts: Parts): readonly Uint8Array[] {
  const { size } = parts.edge;
  return size === 0 ? [] : subproof(parts, 0, size + parts.leaves.length, true);
}

interface Claim {
  /** Position of the leaf, from 0. */
  readonly index: number;
  /** Number of leaves of the tree. */
  readonly size: number;
  /** The data of the leaf. */
  readonly leaf: Uint8Array;
  readonly path: readonly Uint8Array[];
}

/** The root that the proof leads to, hex (RFC 9162, section 2.1.3.2); undefined if the proof does not fit the tree. */
export function provenRoot({ index, size, leaf, path }: Claim): string | undefined {
  if (index >= size) return undefined;
  let [node, last] = [index, size - 1];
  let hash: Uint8Array = leafHash(sha256Bytes, leaf);
  for (const other of path) {
    if (last === 0) return undefined;
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(sha256Bytes, other, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else hash = nodeHash(sha256Bytes, hash, other);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 ? Buffer.from(hash).toString('hex') : undefined;
}
