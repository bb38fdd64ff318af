import { readFileSync } from 'node:fs';
import { parseProof, proofProblem } from '../../audit/index.ts';
import { EXIT } from '../exit.ts';
import { UsageError } from '../failures.ts';
import { print } from '../output.ts';

interface CheckOptions {
  readonly json?: boolean;
  readonly sealKey: string;
}

function proofIn(file: string) {
  try {
    const proof = parseProof(JSON.parse(readFileSync(file, 'utf8')));
    if (proof) return proof;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== undefined) throw new UsageError(`${file} cannot be read: ${code}`);
  }
  throw new UsageError(`${file} is not a proof of diptych events prove`);
}

/** Checks a proof without a server. */
export function checkProof(file: string, options: CheckOptions): void {
  const proof = proofIn(file);
  const problem = proofProblem(proof, options.sealKey);
  const { line, index, seal } = proof;
  const { changeId, subject, subjectId, event, at } = line;
  const time = new Date(at).toISOString();
  const found = { changeId, subject, subjectId, event, time, index, seal: seal.number };
  print({ ...found, ...(problem !== undefined && { problem }) }, options, () =>
    [
      `${time}  ${subject} ${subjectId}  ${event}`,
      problem === undefined
        ? `event ${index + 1} of the audit log, proven by seal ${seal.number}`
        : `WRONG  ${problem}`,
    ].join('\n'),
  );
  if (problem !== undefined) process.exitCode = EXIT.failed;
}
