import { toHex } from '../conventions/bytes.ts';
import { lineDigest } from './line.ts';
import type { Sha256 } from './ports/crypto.ts';
import type { Seal, SealedEntry } from './ports/seals.ts';
import { digestsIn } from './tree-edge.ts';

export interface PlacedLine {
  /** Position in the exported text, starting at 1. */
  readonly entry: number;
  readonly line: SealedEntry;
}

interface LineProblem {
  /** Absent if the line is missing. */
  readonly entry?: number;
  readonly changeId?: string;
  readonly text: string;
}

/** What is wrong at the first place where two lists of digests differ: `index`. */
function difference(sealed: readonly string[], actual: readonly string[], index: number): string {
  const [expected, digest] = [sealed[index], actual[index]];
  if (digest === undefined) return 'sealed lines are missing at the end of the stretch';
  if (expected === undefined) return 'the line was put in behind the sealed ones';
  if (actual.includes(expected)) return 'the line was put in, or the order was changed';
  if (sealed.includes(digest)) return 'a sealed line is missing before this one';
  return 'the line was changed after it was sealed';
}

/** The first line that differs from its sealed form, and the probable cause. */
export async function lineProblem(
  sha256: Sha256,
  seal: Seal,
  lines: readonly PlacedLine[],
): Promise<LineProblem | undefined> {
  const sealed = digestsIn(seal).map(toHex);
  const actual = await Promise.all(lines.map(async ({ line }) => toHex(await lineDigest(line, sha256))));
  const longer = sealed.length > actual.length ? sealed : actual;
  const index = longer.findIndex((_, place) => sealed[place] !== actual[place]);
  if (index < 0) return undefined;
  const at = lines[index];
  return {
    ...(at && { entry: at.entry, changeId: at.line.changeId }),
    text: difference(sealed, actual, index),
  };
}
