import type { Seal, SealReader } from './ports/seals.ts';
import { parseStatement } from './statement.ts';
import { appended, EMPTY_TREE, edgeFrom, HASH_BYTES, type TreeEdge } from './tree/tree.ts';

interface Store {
  read<T>(use: (reader: Pick<SealReader, 'sealAfter'>) => Promise<T>): Promise<T>;
}

/** The digests of the lines of a seal. */
export function digestsIn({ lineDigests }: Pick<Seal, 'lineDigests'>): readonly Uint8Array[] {
  const count = Math.floor(lineDigests.length / HASH_BYTES);
  return Array.from({ length: count }, (_, index) =>
    lineDigests.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
}

/** The edge that is stored with a seal, if it is that of the tree which the seal signs. */
export function storedEdge({ statement, edge }: Seal): TreeEdge | undefined {
  const tree = parseStatement(statement)?.tree;
  return tree && edge && edgeFrom(edge, tree);
}

/**
 * The edge of the tree up to a seal. If none is stored, it is computed from the digests of all seals, one read for each.
 */
export async function edgeOf(store: Store, last: Seal | undefined): Promise<TreeEdge> {
  const stored = last && storedEdge(last);
  if (stored) return stored;
  let edge = EMPTY_TREE;
  let number = 0;
  while (number < (last?.number ?? 0)) {
    const seal = await store.read((reader) => reader.sealAfter(number));
    if (!seal) break;
    edge = appended(edge, digestsIn(seal));
    ({ number } = seal);
  }
  return edge;
}
