import { browserCrypto } from '../../../../console/src/operators/screens/audit-log/browser-crypto.ts';
import { chainPartOf } from '../../../../src/audit/chain-part.ts';
import type { ExportedEntry } from '../../../../src/audit/exported-entry.ts';
import { type Expected, LogVerifier, type VerifiedSeals } from '../../../../src/audit/log-verifier.ts';

/** Verifies logs as the console does it; runs in a page. */
export const verifyLogs = (
  logs: readonly { readonly log: readonly ExportedEntry[]; readonly expected: Expected }[],
): Promise<readonly VerifiedSeals[]> =>
  Promise.all(
    logs.map(async ({ log, expected }) => {
      const verifier = new LogVerifier(browserCrypto, expected);
      let wrong: VerifiedSeals['problem'];
      for (const part of log) wrong ??= await verifier.take(chainPartOf(part));
      return verifier.result(wrong ?? verifier.endProblem());
    }),
  );
