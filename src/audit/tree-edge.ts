import type { Sha256 } from './ports/crypto.ts';
import type { Seal, SealReader } from './ports/seals.ts';
import { parseStatement } from './statement.ts';
import { appended, EMPTY_TREE, edgeFrom, hashesIn, type TreeEdge } from './tree/tree.ts';

interface Store {
  read<T>(use: (reader: Pick<SealReader, 'sealAfter'>) => Promise<T>): Promise<T>;
}

/** The digests of the lines of a seal. */
export const digestsIn = ({ lineDigests }: Pick<Seal, 'lineDigests'>): readonly Uint8Array[] =>
  hashesIn(lineDigests);

/** The edge that is stored with a seal, if it is that of the tree which the seal signs. */
export async function storedEdge(sha256: Sha256, { statement, edge }: Seal): Promise<TreeEdge | undefined> {
  const tree = parseStatement(statement)?.tree;
  return tree && edge && edgeFrom(sha256, edge, tree);
}

/**
 * The edge of the tree up to a seal. If none is stored, it is computed from the digests of all seals, one read for each.
 */
export async function edgeOf(store: Store, sha256: Sha256, last: Seal | undefined): Promise<TreeEdge> {
  const stored = last && (await storedEdge(sha256, last));
  if (stored) return stored;
  let edge = EMPTY_TREE;
  let number = 0;
  while (number < (last?.number ?? 0)) {
    const seal = await store.read((reader) => reader.sealAfter(number));
    if (!seal) break;
    edge = await appended(sha256, edge, digestsIn(seal));
    ({ number } = seal);
  }
  return edge;
}
