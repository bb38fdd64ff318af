import { readFileSync } from 'node:fs';
import { parseProof, proofProblem, provenTimes } from '../../audit/index.ts';
import { EXIT } from '../exit.ts';
import { UsageError } from '../failures.ts';
import { print } from '../output.ts';
import { rootsIn } from './time-stamp-roots.ts';

interface CheckOptions {
  readonly json?: boolean;
  readonly sealKey: string;
  readonly timeStampRoot?: string;
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
  const { timeStampRoot } = options;
  const dated = timeStampRoot === undefined ? undefined : provenTimes(proof, rootsIn(timeStampRoot));
  const problem = proofProblem(proof, options.sealKey) ?? dated?.problem;
  const timeStamps = (dated?.times ?? []).map(({ authority, time: dateOf }) => ({
    authority,
    time: new Date(dateOf).toISOString(),
  }));
  const { line, index, seal } = proof;
  const { changeId, subject, subjectId, event, at } = line;
  const time = new Date(at).toISOString();
  const found = { changeId, subject, subjectId, event, time, index, seal: seal.number };
  const output = { ...found, ...(dated && { timeStamps }), ...(problem !== undefined && { problem }) };
  print(output, options, () =>
    [
      `${time}  ${subject} ${subjectId}  ${event}`,
      problem === undefined
        ? `event ${index + 1} of the audit log, proven by seal ${seal.number}`
        : `WRONG  ${problem}`,
      ...timeStamps.map((stamp) => `it was there at ${stamp.time}, by the time stamp of ${stamp.authority}`),
    ].join('\n'),
  );
  if (problem !== undefined) process.exitCode = EXIT.failed;
}
