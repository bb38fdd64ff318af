import { type KeyChange, NO_KEY, type Verified, verifyLog } from '../../audit/index.ts';
import { callAdmin } from '../admin/client.ts';
import { type Connection, type ConnectionOptions, connectionOf } from '../admin/connection.ts';
import { EXIT } from '../exit.ts';
import { print } from '../output.ts';
import { inFile, served } from './export.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
  readonly sealKey?: string;
  readonly head?: string;
}

/** What a change of the seal key means, in words. */
const CHANGES: Readonly<Record<KeyChange['kind'], string>> = {
  announced: 'NEW KEY  announced by the key before it',
  reset: 'RESET  a new key that operators vouched for',
  unexplained: 'NEW KEY  not announced by the key before it',
};

function changeText({ seal, time, kind, reason, operatorId, approverId }: KeyChange): string {
  const people = [
    ...(reason === undefined ? [] : [reason]),
    ...(operatorId === undefined ? [] : [`by ${operatorId}`]),
    ...(approverId === undefined ? [] : [`approved by ${approverId}`]),
  ];
  return [`${CHANGES[kind]}, at ${time}, seal ${seal}`, ...people].join(', ');
}

function text(verified: Verified): string {
  const { seals, sealedLines, unsealedLines, head, keys, keyChanges, problem } = verified;
  const facts = [
    `${seals} seals over ${sealedLines} events; ${unsealedLines} behind the last seal`,
    ...keys.map((key) => `key   ${key}`),
    ...(head === undefined ? [] : [`head  ${head}`]),
    ...keyChanges.map(changeText),
  ];
  if (!problem) return [...facts, 'the audit log is unchanged since it was sealed'].join('\n');
  const { entry, changeId, seal, text: wrong } = problem;
  const where = [
    `line ${entry}`,
    ...(changeId === undefined ? [] : [`event ${changeId}`]),
    ...(seal === undefined ? [] : [`seal ${seal}`]),
  ];
  return [...facts, `WRONG  ${where.join(', ')}: ${wrong}`].join('\n');
}

/** The pinned key of the running server. A key that the audit log itself names is never used. */
async function pinnedKey(connection: Connection): Promise<string> {
  const { keys } = await callAdmin(connection, 'getSeals', {});
  return keys.at(-1) ?? NO_KEY;
}

/** Verifies a file, or the database of the running server. */
export async function verifyEvents(file: string | undefined, options: Options): Promise<void> {
  const { head } = options;
  const key = options.sealKey ?? (await pinnedKey(connectionOf(options)));
  const entries = file === undefined ? served(connectionOf(options)) : inFile(file);
  const verified = await verifyLog(entries, { key, ...(head !== undefined && { head }) });
  print(verified, options, () => text(verified));
  if (verified.problem) process.exitCode = EXIT.failed;
}
