import type { AnchorFigures, AnchorGap, ExpectedAnchors } from './anchor/anchor-track.ts';
import { AnchorReading } from './anchor/check-anchors.ts';
import type { ChainPart } from './chain-part.ts';
import { type Expected, type LogProblem, LogVerifier, type VerifiedSeals } from './log-verifier.ts';
import { nodeCrypto } from './node-crypto.ts';

export interface VerifiedLog extends VerifiedSeals {
  /** What the anchors that were checked prove. */
  readonly anchors?: readonly AnchorFigures[];
  /** Seals that were not anchored in time. */
  readonly gaps?: readonly AnchorGap[];
}

/** Verifies seals and anchors up to the first problem, or to the end. */
export async function verifyLog(
  parts: AsyncIterable<ChainPart>,
  expected: Expected & { readonly anchors?: ExpectedAnchors } = {},
): Promise<VerifiedLog> {
  const verifier = new LogVerifier(nodeCrypto, expected);
  const anchors = new AnchorReading(expected.anchors ?? {});
  const result = (problem: LogProblem | undefined): VerifiedLog => ({
    ...verifier.result(problem),
    ...(expected.anchors && { anchors: anchors.figures(), gaps: anchors.gaps() }),
  });
  for await (const part of parts) {
    const problem = (await verifier.take(part)) ?? anchors.take(part);
    if (problem) return result(problem);
  }
  return result(verifier.endProblem() ?? anchors.endProblem());
}
