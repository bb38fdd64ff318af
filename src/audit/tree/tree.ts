import { hash } from 'node:crypto';

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
export const leafHash = (data: Uint8Array): Buffer => hash('sha256', Buffer.concat([LEAF, data]), 'buffer');

export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer =>
  hash('sha256', Buffer.concat([NODE, left, right]), 'buffer');

/** Appends leaves, given by their data. */
export function appended({ size, nodes }: TreeEdge, leaves: readonly Uint8Array[]): TreeEdge {
  const stack = [...nodes];
  let count = size;
  for (const leaf of leaves) {
    let node = leafHash(leaf);
    // Each bit that carries over completes a subtree.
    for (let rest = count; rest % 2 === 1; rest = Math.floor(rest / 2))
      node = nodeHash(stack.pop() as Uint8Array, node);
    stack.push(node);
    count += 1;
  }
  return { size: count, nodes: stack };
}

/** The root of the tree, hex. */
export function rootOf({ nodes }: TreeEdge): string {
  const last = nodes.at(-1);
  if (last === undefined) return hash('sha256', '');
  const root = nodes.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last);
  return Buffer.from(root).toString('hex');
}

export const edgeBytes = ({ nodes }: TreeEdge): Buffer => Buffer.concat(nodes);

/** What a seal signs of the tree. */
export interface TreeHead {
  readonly size: number;
  /** SHA-256, hex. */
  readonly root: string;
}

export const treeHead = (edge: TreeEdge): TreeHead => ({ size: edge.size, root: rootOf(edge) });

/** Undefined if the bytes are not the edge of a tree with this size and root. */
export function edgeFrom(bytes: Uint8Array, { size, root }: TreeHead): TreeEdge | undefined {
  const whole = Buffer.from(bytes);
  const nodes = Array.from({ length: whole.length / HASH_BYTES }, (_, index) =>
    whole.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
  const complete = [...size.toString(2)].filter((bit) => bit === '1').length;
  const edge = { size, nodes };
  return nodes.length === complete && rootOf(edge) === root ? edge : undefined;
}
