import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isConsistent } from '../../../test/support/witness.ts';
import { toHex } from '../../conventions/bytes.ts';
import { sha256Bytes } from '../node-crypto.ts';
import { consistencyPath, inclusionPath, provenRoot } from './inclusion.ts';
import {
  EMPTY_TREE,
  edgeBytes,
  leafHash,
  nodeHash,
  type TreeEdge,
  appended as withLeaves,
  rootOf as withRoot,
  edgeFrom as withSha256,
} from './tree.ts';

const appended = (edge: TreeEdge, leaves: readonly Uint8Array[]) => withLeaves(sha256Bytes, edge, leaves);
const edgeFrom = (bytes: Uint8Array, head: { size: number; root: string }) =>
  withSha256(sha256Bytes, bytes, head);
const rootOf = (edge: TreeEdge) => withRoot(sha256Bytes, edge);

/** The leaves and roots that implementations of Certificate Transparency are tested with. */
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((text) => Buffer.from(text, 'hex'));
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

/** MTH of RFC 6962, section 2.1, word by word. */
function merkleTreeHash(leaves: readonly Uint8Array[]): Buffer {
  if (leaves.length === 0) return hash('sha256', '', 'buffer');
  if (leaves.length === 1) return leafHash(sha256Bytes, leaves[0] as Uint8Array);
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return nodeHash(sha256Bytes, merkleTreeHash(leaves.slice(0, split)), merkleTreeHash(leaves.slice(split)));
}

const leaf = fc.uint8Array({ minLength: 32, maxLength: 32 });
const trees = fc
  .tuple(fc.array(leaf, { maxLength: 70 }), fc.array(leaf, { minLength: 1, maxLength: 70 }), fc.nat())
  .map(([old, leaves, nat]) => ({ old, leaves, index: old.length + (nat % leaves.length) }));

describe('The Merkle tree of the audit log (RFC 6962)', () => {
  it.each(ROOTS.map((root, index) => ({ size: index + 1, root })))(
    'has the known root of $size leaves',
    async ({ size, root }) => {
      expect(await rootOf(await appended(EMPTY_TREE, LEAVES.slice(0, size)))).toBe(root);
    },
  );

  it('has the same root however the leaves are appended', async () => {
    await fc.assert(
      fc.asyncProperty(trees, async ({ old, leaves }) => {
        const root = await rootOf(await appended(await appended(EMPTY_TREE, old), leaves));
        expect(root).toBe(merkleTreeHash([...old, ...leaves]).toString('hex'));
      }),
    );
  });

  it('continues from its stored edge, and from no edge of another tree', async () => {
    await fc.assert(
      fc.asyncProperty(trees, async ({ old, leaves }) => {
        const edge = await appended(EMPTY_TREE, old);
        const head = { size: edge.size, root: await rootOf(edge) };
        const again = await edgeFrom(edgeBytes(edge), head);
        expect(again?.nodes.map(toHex)).toEqual(edge.nodes.map(toHex));
        const other = await appended(edge, leaves);
        expect(await edgeFrom(edgeBytes(other), head)).toBeUndefined();
      }),
    );
  });

  it('proves each leaf after an edge, at its place and nowhere else', async () => {
    await fc.assert(
      fc.asyncProperty(trees, async ({ old, leaves, index }) => {
        const edge = await appended(EMPTY_TREE, old);
        const tree = await appended(edge, leaves);
        const path = inclusionPath({ edge, leaves }, index);
        const proof = { index, size: tree.size, leaf: leaves[index - old.length] as Uint8Array, path };
        expect(provenRoot(proof)).toBe(await rootOf(tree));
        expect(provenRoot({ ...proof, index: tree.size })).toBeUndefined();
        expect(provenRoot({ ...proof, path: [...path, new Uint8Array(32)] })).toBeUndefined();
        if (path.length > 0) {
          expect(provenRoot({ ...proof, path: path.slice(1) })).not.toBe(await rootOf(tree));
          expect(provenRoot({ ...proof, leaf: new Uint8Array(31) })).not.toBe(await rootOf(tree));
        }
      }),
    );
  });

  it('proves that a tree is the beginning of a later one, and of no other', async () => {
    const head = async (edge: TreeEdge) => ({
      size: edge.size,
      root: Buffer.from(await rootOf(edge), 'hex'),
    });
    await fc.assert(
      fc.asyncProperty(trees, async ({ old, leaves }) => {
        fc.pre(old.length > 0);
        const edge = await appended(EMPTY_TREE, old);
        const whole = await head(await appended(edge, leaves));
        const proof = consistencyPath({ edge, leaves }).map((node) => Buffer.from(node));
        expect(isConsistent(await head(edge), whole, proof)).toBe(true);
        const other = await appended(EMPTY_TREE, [...old.slice(1), new Uint8Array(31)]);
        expect(isConsistent(await head(other), whole, proof)).toBe(false);
        expect(consistencyPath({ edge, leaves: [] })).toEqual([]);
      }),
    );
  });
});
