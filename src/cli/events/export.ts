import { closeSync, openSync, rmSync } from 'node:fs';
import type { ExportedEntry } from '../../audit/index.ts';
import { pages } from '../../client/pages.ts';
import { callAdmin } from '../admin/client.ts';
import { type Connection, type ConnectionOptions, connectionOf } from '../admin/connection.ts';
import { UsageError } from '../cli-errors.ts';
import { print } from '../output.ts';
import { appendText } from '../write-whole.ts';

/** The audit log in the database. */
export async function* exported(connection: Connection): AsyncGenerator<ExportedEntry> {
  for await (const { entries } of pages((at) => callAdmin(connection, 'exportEvents', at))) yield* entries;
}

interface Options extends ConnectionOptions {
  readonly json?: boolean;
  readonly out: string;
}

/** An earlier export is not overwritten. */
function newFile(path: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new UsageError(code === 'EEXIST' ? `${path} exists already` : `${path} cannot be written: ${code}`);
  }
}

/** Writes the audit log with its seals as JSON Lines; leaves no file if it fails. */
export async function exportEvents(options: Options): Promise<void> {
  const connection = connectionOf(options);
  const descriptor = newFile(options.out);
  const counted = { lines: 0, seals: 0, timeStamps: 0 };
  let isComplete = false;
  try {
    for await (const entry of exported(connection)) {
      appendText(descriptor, `${JSON.stringify(entry)}\n`);
      if ('seal' in entry) counted.seals += 1;
      else if ('line' in entry) counted.lines += 1;
      else if ('timeStamp' in entry) counted.timeStamps += 1;
    }
    isComplete = true;
  } finally {
    closeSync(descriptor);
    if (!isComplete) rmSync(options.out);
  }
  const { lines, seals, timeStamps } = counted;
  const stamped = timeStamps === 0 ? '' : ` with ${timeStamps} time stamps`;
  print(counted, options, () => `${lines} events and ${seals} seals${stamped}`);
}
