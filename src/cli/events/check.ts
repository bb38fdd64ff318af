import { parseProof, proofProblem, provenTimes } from '../../audit/index.ts';
import { EXIT } from '../exit.ts';
import { print } from '../output.ts';
import { evidenceIn, sealKeyDigest } from '../read-document.ts';
import { rootsIn } from './time-stamp-roots.ts';

interface CheckOptions {
  readonly json?: boolean;
  readonly sealKey: string;
  readonly timeStampRoot?: string;
}

/** Checks a proof without a server. */
export async function checkProof(file: string, options: CheckOptions): Promise<void> {
  const sealKey = sealKeyDigest(options.sealKey);
  const proof = evidenceIn(file, parseProof, 'a proof of diptych events prove');
  const { timeStampRoot } = options;
  const dated = timeStampRoot === undefined ? undefined : provenTimes(proof, rootsIn(timeStampRoot));
  const problem = (await proofProblem(proof, sealKey)) ?? dated?.problem;
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
