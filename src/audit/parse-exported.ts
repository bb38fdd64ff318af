import { Compile } from 'typebox/compile';
import { fromBase64, fromHex } from '../conventions/bytes.ts';
import { type ChainPart, chainPartOf, lineOf } from './chain-part.ts';
import { ExportedEntry, ExportedProof } from './exported-entry.ts';
import type { Proof } from './prove-entry.ts';

const entryShape = Compile(ExportedEntry);
const proofShape = Compile(ExportedProof);

/** Undefined if the value is not an exported entry. */
export const parseEntry = (value: unknown): ChainPart | undefined =>
  entryShape.Check(value) ? chainPartOf(value) : undefined;

/** Undefined if the value is not a proof. */
export function parseProof(value: unknown): Proof | undefined {
  if (!proofShape.Check(value)) return undefined;
  const { line, index, path, seal, timeStamps = [] } = value;
  return {
    line: lineOf(line),
    index,
    path: path.map(fromHex),
    seal: { ...seal, signature: fromHex(seal.signature) },
    timeStamps: timeStamps.map(({ authority, token }) => ({ authority, token: fromBase64(token) })),
  };
}
