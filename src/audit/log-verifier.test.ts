import { describe, expect, it } from 'vitest';
import { logVectors } from '../../test/support/sealed-logs.ts';
import { chainPartOf } from './chain-part.ts';
import { LogVerifier, type VerifiedSeals } from './log-verifier.ts';
import { nodeCrypto } from './node-crypto.ts';

const vectors = await logVectors();

describe('Verifying an exported audit log', () => {
  it.each(vectors)('$name', async ({ log, expected, result, problem }) => {
    const verifier = new LogVerifier(nodeCrypto, expected);
    let wrong: VerifiedSeals['problem'];
    for (const part of log) wrong ??= await verifier.take(chainPartOf(part));
    const verified = verifier.result(wrong ?? verifier.endProblem());
    expect(verified).toMatchObject(result);
    if (problem === undefined) expect(verified.problem).toBeUndefined();
    else expect(verified.problem?.text).toContain(problem);
  });
});
