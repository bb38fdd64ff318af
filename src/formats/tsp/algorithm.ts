import type { DerReader } from '../der/index.ts';

/** OBJECT IDENTIFIER of an AlgorithmIdentifier. Supported algorithms have no parameters that matter. */
export function readAlgorithm(reader: DerReader): string {
  const algorithm = reader.sequence();
  const oid = algorithm.objectIdentifier();
  if (!algorithm.done) algorithm.wellFormedElement();
  algorithm.end();
  return oid;
}
