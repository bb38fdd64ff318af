import { type Verified, verifyTrail } from '../../issuer/trail/index.ts';
import { type ConnectionOptions, connectionOf } from '../admin/connection.ts';
import { EXIT } from '../exit.ts';
import { print } from '../output.ts';
import { inFile, served } from './entries.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
  readonly key?: string;
  readonly head?: string;
}

function text({ seals, sealedLines, unsealedLines, head, keys, problem }: Verified): string {
  const facts = [
    `${seals} seals over ${sealedLines} events; ${unsealedLines} behind the last seal`,
    ...keys.map((key) => `key   ${key}`),
    ...(head === undefined ? [] : [`head  ${head}`]),
  ];
  if (!problem) return [...facts, 'the trail is as it was sealed'].join('\n');
  const { entry, changeId, seal, text: wrong } = problem;
  const where = [
    `line ${entry}`,
    ...(changeId === undefined ? [] : [`event ${changeId}`]),
    ...(seal === undefined ? [] : [`seal ${seal}`]),
  ];
  return [...facts, `WRONG  ${where.join(', ')}: ${wrong}`].join('\n');
}

/** Of a file, or of the running server's database. */
export async function verifyEvents(file: string | undefined, options: Options): Promise<void> {
  const { key, head } = options;
  const entries = file === undefined ? served(connectionOf(options)) : inFile(file);
  const expected = { ...(key !== undefined && { key }), ...(head !== undefined && { head }) };
  const verified = await verifyTrail(entries, expected);
  print(verified, options, () => text(verified));
  if (verified.problem) process.exitCode = EXIT.failed;
}
